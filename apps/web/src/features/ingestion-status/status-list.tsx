import { IconReportAnalytics } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { dataAge } from '../../shared/time/data-age.ts';
import type { IngestionRow } from './ingestion-rows.ts';
import classes from './ingestion-status.module.css';
import type { StatusRowsProps } from './status-table.tsx';

/** The same on a phone: two lines per site; those with rejected rows can be opened. */
export function StatusList({ rows, nowMs, open, onOpen }: StatusRowsProps) {
  const { formatMessage } = useIntl();
  return (
    <ul className={classes.list}>
      {rows.map((row) => (
        <li key={row.site.siteId}>
          {row.status && row.status.rejectedLast30Days > 0 ? (
            <button
              type="button"
              className={classes.line}
              aria-expanded={open?.siteId === row.site.siteId}
              onClick={() => onOpen(open?.siteId === row.site.siteId ? null : row.site)}
            >
              <StatusLine row={row} nowMs={nowMs} />
            </button>
          ) : (
            <div className={classes.line}>
              <StatusLine row={row} nowMs={nowMs} />
            </div>
          )}
          <Link
            className={classes.report}
            to="/data-report/$siteId"
            params={{ siteId: row.site.siteId }}
            aria-label={formatMessage({ id: 'Ingestion_OpenReport' }, { site: row.site.name })}
          >
            <IconReportAnalytics size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function StatusLine({ row: { site, status }, nowMs }: { row: IngestionRow; nowMs: number }) {
  const { formatMessage } = useIntl();
  const age = dataAge({ lastPointMs: status?.lastPointMs ?? null, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
  const { pointsLastHour = 0, backlogSiteDays = 0, rejectedLast30Days = 0 } = status ?? {};
  const facts = [
    formatMessage({ id: 'Ingestion_Line_Points' }, { count: pointsLastHour }),
    ...(backlogSiteDays > 0 ? [formatMessage({ id: 'Ingestion_Line_Backlog' }, { count: backlogSiteDays })] : []),
    ...(rejectedLast30Days > 0 ? [formatMessage({ id: 'Ingestion_Line_Rejected' }, { count: rejectedLast30Days })] : []),
  ];
  return (
    <>
      <span className={classes.site}>
        <EnergyTypeIcon energyType={site.metadata.energyType} />
        {site.name}
      </span>
      <span className={age.isStale ? classes.stale : classes.second}>{ageText(age.ageMs, formatMessage)}</span>
      <span className={classes.facts}>{facts.join(', ')}</span>
    </>
  );
}
