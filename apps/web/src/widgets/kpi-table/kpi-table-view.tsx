import type { kpiTableOptionalQueries, kpiTableQueries } from '@solvane/contract/widgets/kpi-table';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { fleetMonth } from '../../shared/fleet/fleet-month.ts';
import { fleetNow } from '../../shared/fleet/fleet-now.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import classes from './kpi-table.module.css';
import type { SiteRow } from './site-cells.tsx';
import { siteColumns } from './site-columns.tsx';

type KpiTableProps = WidgetProps<unknown, ReturnType<typeof kpiTableQueries>, ReturnType<typeof kpiTableOptionalQueries>>;

/** Sites in the order in which they need attention. */
export function KpiTableView({ page, data }: KpiTableProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const { columns, rows } = useMemo(() => sitesOf({ page, data }, text), [page, data, text]);
  return (
    <ScreenTable
      isBare
      label={formatMessage({ id: 'Home_Attention' })}
      rows={rows}
      columns={columns}
      getRowId={({ site }) => site.siteId}
    />
  );
}

function sitesOf(
  { page: { sites }, data: { status, month } }: Pick<KpiTableProps, 'page' | 'data'>,
  text: WidgetText,
): { columns: DataColumn<SiteRow>[]; rows: SiteRow[] } {
  const fleet = fleetNow({ sites, statuses: status.items, nowMs: status.nowMs });
  const shown = new Set<string>(sites.map(({ siteId }) => siteId));
  const results = month ? fleetMonth(month.items.filter(({ siteId }) => shown.has(siteId))) : null;
  const rows = fleet.sites.map((now) => ({ ...now, figures: results?.bySite.get(now.site.siteId), nowMs: fleet.nowMs }));
  return { columns: siteColumns(results, text), rows };
}

/** The same columns with their numbers, and every reason. */
export function kpiTable(props: KpiTableProps, text: WidgetText): WidgetTable {
  const { columns, rows } = sitesOf(props, text);
  const known = columns.filter(({ value }) => value !== undefined).toSorted((a, b) => Number(b.isRowHeader) - Number(a.isRowHeader));
  return {
    columns: known.map(({ id, header, isRowHeader }) => ({ id, header, ...(!isRowHeader && { unit: '' }) })),
    rows: rows.map((row) => ({
      id: row.site.siteId,
      values: Object.fromEntries(known.map(({ id, value }) => [id, value?.(row) ?? null])),
      reason: [...new Set(known.flatMap(({ reason }) => reason?.(row) ?? []))].join('\n') || undefined,
    })),
  };
}

const LEGEND = { keyMark: 'Home_Legend_Power', keyTick: 'Home_Legend_Expected', keyLost: 'Home_Legend_Short' } as const;

/** What the marks of the bars mean. */
export function KpiTableHead() {
  const { formatMessage } = useIntl();
  return (
    <>
      <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_Attention_Order' })}</span>
      <span className={classes.key}>
        {(['keyMark', 'keyTick', 'keyLost'] as const).map((mark) => (
          <span key={mark}>
            <span className={classes[mark]} aria-hidden="true" /> {formatMessage({ id: LEGEND[mark] })}
          </span>
        ))}
      </span>
    </>
  );
}
