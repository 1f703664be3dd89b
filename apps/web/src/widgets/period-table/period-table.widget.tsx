import { periodTableQueries, periodTableSettings } from '@solvane/contract/widgets/period-table';
import { NUMBER_UNITS, type NumberFormat } from '@solvane/contract/widgets/widget-settings';
import { useIntl } from 'react-intl';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { WidgetTwin } from '../../shared/widgets/lazy-picture.ts';
import { metricText } from '../../shared/widgets/metric-text.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import { type PeriodTableProps, periodTable } from './period-table.ts';

export const periodTableWidget = defineWidget({
  settings: periodTableSettings,
  catalogue: { name: 'Widget_Type_periodTable', about: 'Widget_About_periodTable' },
  size: { least: [4, 4], initial: [6, 7] },
  frame: 'panel',
  isTable: true,
  title: () => 'PeriodTable_Title',
  titleValues: ({ metrics }, _page, { intl }) => ({ metric: metrics.map((metricId) => metricText(metricId, intl)).join(' · ') }),
  queries: periodTableQueries,
  View: PeriodTableView,
  table: periodTable,
});

/** Numbers that keep short where the settings leave it open; exports have all of their digits. */
function shortFormat({ settings: { numberFormat }, data }: PeriodTableProps): NumberFormat {
  const all = [...data.cells.rows, ...data.cells.totals, ...(data.whole?.totals ?? [])];
  const energies = all.flatMap(({ unit, value }) => (unit === 'kWh' && value !== null ? [Math.abs(value)] : []));
  const unit = NUMBER_UNITS.find((each) => each === displayUnit('kWh', Math.max(0, ...energies)).unit) ?? 'auto';
  return {
    unit: numberFormat.unit === 'auto' ? unit : numberFormat.unit,
    decimals: numberFormat.decimals === 'auto' ? 1 : numberFormat.decimals,
  };
}

/** The picture is the table itself. */
function PeriodTableView(props: PeriodTableProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const shown = { ...props, settings: { ...props.settings, numberFormat: shortFormat(props) } };
  return <WidgetTwin definition={periodTableWidget} text={text} props={shown} title={formatMessage({ id: 'Widget_Type_periodTable' })} />;
}
