import { type PeriodTableSettings, periodTableQueries, periodTableSettings } from '@solvane/contract/widgets/period-table';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { metricText } from '../../shared/widgets/metric-text.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { type PeriodTableProps, periodTable, periodTableOf } from './period-table.ts';

export const periodTableWidget = defineWidget<CommonSettings & PeriodTableSettings, ReturnType<typeof periodTableQueries>>({
  settings: periodTableSettings,
  catalogue: { name: 'Widget_Type_periodTable', about: 'Widget_About_periodTable' },
  size: { least: [4, 4], initial: [6, 7] },
  frame: 'panel',
  isTable: true,
  marks: ({ rows, columns }) => {
    const dimensions = [rows, columns];
    return dimensions.includes('site') ? 'sites' : dimensions.includes('device') ? 'devices' : undefined;
  },
  title: () => 'PeriodTable_Title',
  titleValues: ({ metrics }, _page, { intl }) => ({ metric: metrics.map((metricId) => metricText(metricId, intl)).join(' · ') }),
  queries: periodTableQueries,
  View: lazy(() => import('./period-table-view.tsx')),
  Head: PeriodTableHead,
  table: periodTable,
});

/** How many rows and columns there are where not all of them are shown. */
function PeriodTableHead(props: PeriodTableProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const { columns, rows, columnCount, rowCount } = periodTableOf(props, text);
  const shown = (lines: typeof rows) => lines.filter(({ isTotal }) => !isTotal).length;
  const notes = [
    ...(shown(columns) < columnCount ? [formatMessage({ id: 'PeriodTable_Columns_Of' }, { have: shown(columns), of: columnCount })] : []),
    ...(shown(rows) < rowCount ? [formatMessage({ id: 'PeriodTable_Rows_Of' }, { have: shown(rows), of: rowCount })] : []),
  ];
  if (notes.length === 0) return null;
  return <span className={widgetClasses.quiet}>{notes.join(' · ')}</span>;
}
