import type { kpiTableOptionalQueries, kpiTableQueries } from '@solvane/contract/widgets/kpi-table';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { fleetMonth } from '../../shared/fleet/fleet-month.ts';
import { fleetNow } from '../../shared/fleet/fleet-now.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './kpi-table.module.css';
import { useSiteColumns } from './use-site-columns.tsx';

type KpiTableProps = WidgetProps<unknown, ReturnType<typeof kpiTableQueries>, ReturnType<typeof kpiTableOptionalQueries>>;

/** Sites in the order in which they need attention. */
export function KpiTableView({ page: { sites }, data: { status, month } }: KpiTableProps) {
  const { formatMessage } = useIntl();
  const fleet = useMemo(() => fleetNow({ sites, statuses: status.items, nowMs: status.nowMs }), [sites, status]);
  const results = useMemo(() => {
    const shown = new Set<string>(sites.map(({ siteId }) => siteId));
    return month ? fleetMonth(month.items.filter(({ siteId }) => shown.has(siteId))) : null;
  }, [sites, month]);
  const rows = fleet.sites.map((now) => ({ ...now, figures: results?.bySite.get(now.site.siteId), nowMs: fleet.nowMs }));
  return (
    <ScreenTable
      isBare
      label={formatMessage({ id: 'Home_Attention' })}
      rows={rows}
      columns={useSiteColumns(results)}
      getRowId={({ site }) => site.siteId}
    />
  );
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
