import type { kpiTableOptionalQueries, kpiTableQueries } from '@solvane/contract/widgets/kpi-table';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { fleetState, pageFleet, pageMonth } from '../../shared/fleet/page-fleet.ts';
import { PowerBarLegend } from '../../shared/fleet/power-bar.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { rowsWithFigures, tableOfColumns } from '../../shared/widgets/figure-column.tsx';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import type { SiteRow } from './site-cells.tsx';
import { siteColumns } from './site-columns.tsx';

type KpiTableProps = WidgetProps<CommonSettings, ReturnType<typeof kpiTableQueries>, ReturnType<typeof kpiTableOptionalQueries>>;

/** Sites in the order in which they need attention. */
export function KpiTableView({ settings, page, data }: KpiTableProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const { columns, rows } = useMemo(() => sitesOf({ settings, page, data }, text), [settings, page, data, text]);
  const setFocus = useSetFocus();
  return (
    <ScreenTable
      isBare
      label={formatMessage({ id: 'Home_Attention' })}
      rows={rows}
      columns={columns}
      getRowId={idOf}
      openId={page.focus?.site.siteId}
      onOpen={({ site }) => setFocus(site.siteSegmentId)}
    />
  );
}

function sitesOf({ settings: { nulls }, page: { sites }, data: { status, month } }: KpiTableProps, text: WidgetText) {
  const fleet = pageFleet(sites, status);
  const results = month ? pageMonth(sites, month) : null;
  const rows: SiteRow[] = fleet.sites.map((now) => ({ ...now, figures: results?.bySite.get(now.site.siteId), nowMs: fleet.nowMs }));
  const columns = siteColumns(results, text);
  return { columns, rows: rowsWithFigures(columns, rows, nulls) };
}

function idOf({ site }: SiteRow): string {
  return site.siteId;
}

/** The same columns with their numbers, and every reason. */
export function kpiTable(props: KpiTableProps, text: WidgetText): WidgetTable {
  const { columns, rows } = sitesOf(props, text);
  return tableOfColumns(columns, rows, idOf);
}

/** What the columns of now and of the month lack. */
export function kpiTableState({ page: { sites }, data: { status, month } }: KpiTableProps): WidgetState {
  return { ...fleetState(pageFleet(sites, status)), missingDays: pageMonth(sites, month).whole.missingDays };
}

/** The order of the rows, and what the marks of the bars mean. */
export function KpiTableHead() {
  const { formatMessage } = useIntl();
  return (
    <>
      <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_Attention_Order' })}</span>
      <PowerBarLegend />
    </>
  );
}
