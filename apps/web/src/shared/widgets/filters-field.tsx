import { type PointFilter, pointFiltersSchema } from '@solvane/contract/point-filters';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { useIntl } from 'react-intl';
import { FilterChips } from '../filters/filter-chips.tsx';
import classes from './widget-form.module.css';

interface FiltersFieldProps {
  value: readonly PointFilter[];
  page: WidgetPage;
  level: CommonSettings['level'];
  onChange: (filters: PointFilter[]) => void;
}

/** Enough of them to know which signals there are. */
const MOST_DEVICES = 20;

/** Filters of the points of a widget, edited as in Data Studio. */
export function FiltersField({ value, page, level, onChange }: FiltersFieldProps) {
  const { formatMessage } = useIntl();
  const segmentIds = (devicesAt(page, level) ?? []).slice(0, MOST_DEVICES).map(({ segmentId }) => segmentId);
  return (
    // The dialog of a filter is a form of its own: what it submits is not for the form around it.
    <fieldset className={classes.section} onSubmit={(event) => event.stopPropagation()}>
      <legend>{formatMessage({ id: 'Widget_Form_Filters' })}</legend>
      <div className={classes.filters}>
        <FilterChips segmentIds={segmentIds} signalIds={[]} filters={value} filtering={undefined} onChange={onChange} />
      </div>
    </fieldset>
  );
}

/** Filters among settings; what cannot be read is none. */
export function filtersOf({ filters }: Readonly<Record<string, unknown>>): PointFilter[] {
  return pointFiltersSchema.catch([]).parse(filters ?? []);
}
