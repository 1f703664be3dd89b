import {
  IconBolt,
  IconCalendarMonth,
  IconChartBar,
  IconChartBarPopular,
  IconChartLine,
  IconChartTreemap,
  IconGauge,
  IconLetterCase,
  IconLink,
  IconListDetails,
  IconMap,
  IconNumber123,
  IconPercentage,
  IconPhoto,
  IconStack2,
  IconStairsDown,
  IconTable,
  IconTableColumn,
  IconTargetArrow,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { SearchField } from '../../../shared/fields/search-field.tsx';
import type { WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import classes from './editor.module.css';

const PICTURES: Readonly<Record<string, typeof IconBolt>> = {
  keyMetric: IconNumber123,
  gauge: IconGauge,
  kpiTable: IconTable,
  eventList: IconListDetails,
  eventPareto: IconChartBarPopular,
  lossExplorer: IconStack2,
  fleetPower: IconBolt,
  timeSeries: IconChartLine,
  lossWalk: IconStairsDown,
  calendar: IconCalendarMonth,
  treeMap: IconChartTreemap,
  budget: IconTargetArrow,
  availability: IconPercentage,
  fleetMap: IconMap,
  periodTable: IconTableColumn,
  image: IconPhoto,
  text: IconLetterCase,
  link: IconLink,
};

interface WidgetCatalogueProps {
  registry: WidgetRegistry;
  /** Types that the user may see. */
  types: readonly string[];
  onAdd: (type: string) => void;
  onClose: () => void;
}

/** Every type of widget with what it shows; one is added by a click. */
export function WidgetCatalogue({ registry, types, onAdd, onClose }: WidgetCatalogueProps) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const entries = types.flatMap((type) => {
    const catalogue = registry[type]?.catalogue;
    return catalogue ? [{ type, name: formatMessage({ id: catalogue.name }), about: formatMessage({ id: catalogue.about }) }] : [];
  });
  const wanted = search.trim().toLowerCase();
  const found = entries.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted));
  return (
    <FormDialog
      size="widest"
      title={formatMessage({ id: 'DashboardEditor_Add' })}
      cancelLabel={formatMessage({ id: 'Common_Close' })}
      onClose={onClose}
    >
      <SearchField placeholder={formatMessage({ id: 'Common_Search' })} value={search} onChange={setSearch} />
      {found.length === 0 && <p className={classes.about}>{formatMessage({ id: 'Form_Select_NothingFound' })}</p>}
      <ul className={classes.types}>
        {found.map(({ type, name, about }) => {
          const Picture = PICTURES[type] ?? IconChartBar;
          return (
            <li key={type}>
              <button type="button" className={classes.type} onClick={() => onAdd(type)}>
                <Picture size={20} aria-hidden="true" />
                <strong>{name}</strong>
                <span className={classes.about}>{about}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}
