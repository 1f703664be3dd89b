import { useMediaQuery } from '@mantine/hooks';
import type { kpiTableOptionalQueries, kpiTableQueries } from '@solvane/contract/widgets/kpi-table';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { fleetMonth } from '../../shared/fleet/fleet-month.ts';
import { fleetNow, type SiteNow } from '../../shared/fleet/fleet-now.ts';
import { costText, losesPower, megawatts, percent } from '../../shared/fleet/fleet-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './kpi-table.module.css';
import { PowerBar } from './power-bar.tsx';
import { SiteMark, SiteName, useWhyNot } from './site-cells.tsx';
import { expectedShare, type SiteRow, siteColumns } from './site-columns.tsx';

type KpiTableProps = WidgetProps<unknown, ReturnType<typeof kpiTableQueries>, ReturnType<typeof kpiTableOptionalQueries>>;

/** Sites in the order in which they need attention: a table, or on a phone a list of two-line rows. */
export function KpiTableView({ page: { sites }, data: { status, month } }: KpiTableProps) {
  const isPhone = useMediaQuery('(max-width: 699px)');
  const fleet = useMemo(() => fleetNow({ sites, statuses: status.items, nowMs: status.nowMs }), [sites, status]);
  const results = useMemo(() => {
    const shown = new Set<string>(sites.map(({ siteId }) => siteId));
    return month ? fleetMonth(month.items.filter(({ siteId }) => shown.has(siteId))) : null;
  }, [sites, month]);
  const columns = useMemo(() => siteColumns(results), [results]);
  const rows = fleet.sites.map((row): SiteRow => ({ row, figures: results?.bySite.get(row.site.siteId), nowMs: fleet.nowMs }));
  if (isPhone)
    return (
      <ul className={classes.phoneList}>
        {rows.map(({ row, nowMs }) => (
          <SiteItem key={row.site.siteId} row={row} nowMs={nowMs} />
        ))}
      </ul>
    );
  return <SitesTable columns={columns} rows={rows} />;
}

/** What the marks of the bars mean. */
export function KpiTableHead() {
  const { formatMessage } = useIntl();
  return (
    <>
      <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_Attention_Order' })}</span>
      <span className={classes.key}>
        <span className={classes.keyMark} aria-hidden="true" />
        {formatMessage({ id: 'Home_Legend_Power' })}
        <span className={classes.keyTick} aria-hidden="true" />
        {formatMessage({ id: 'Home_Legend_Expected' })}
        <span className={classes.keyLost} aria-hidden="true" />
        {formatMessage({ id: 'Home_Legend_Short' })}
      </span>
    </>
  );
}

function SitesTable({ columns, rows }: { columns: ReturnType<typeof siteColumns>; rows: readonly SiteRow[] }) {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.scroll}>
      <table className={classes.sites}>
        <thead>
          <tr>
            {columns.map(({ id, head, className }) => (
              <th key={id} scope="col" className={className}>
                <span className={id === 'state' ? widgetClasses.unseen : undefined}>{formatMessage({ id: head })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row.site.siteId}>
              {columns.map(({ id, className, classOf, Cell }) => {
                const props = { key: id, className: [className, classOf?.(row)].filter(Boolean).join(' ') };
                return id === 'site' ? (
                  <th {...props} key={id} scope="row">
                    <Cell {...row} />
                  </th>
                ) : (
                  <td {...props} key={id}>
                    <Cell {...row} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SiteItem({ row, nowMs }: { row: SiteNow; nowMs: number }) {
  const { formatMessage, locale } = useIntl();
  const why = useWhyNot(row);
  const { age, cost, share, powerKw, ratedPowerKw } = row;
  return (
    <li className={classes.phoneRow}>
      <SiteMark row={row} />
      <SiteName row={row} nowMs={nowMs} />
      <span className={losesPower(row) ? classes.phoneFigure : classes.phoneQuietFigure}>
        {cost && formatMessage({ id: 'Home_PerHour' }, { cost: costText(cost, locale) })}
        {!cost && (share === null ? <ReasonedValue reason={why('share')} /> : `${percent(share, locale)}\u202f%`)}
      </span>
      <PowerBar share={share} expectedShare={expectedShare(row)} />
      <span className={classes.phoneOf}>
        {formatMessage({ id: 'Home_PowerOfRating' }, { power: megawatts(powerKw, locale), rating: megawatts(ratedPowerKw, locale) })}
      </span>
      <span className={age.isStale ? classes.phoneStale : classes.phoneAge}>{ageText(age.ageMs, formatMessage)}</span>
    </li>
  );
}
