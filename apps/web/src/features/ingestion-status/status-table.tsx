import type { Site } from '@solvane/contract/fleet';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import { dataAge } from '../../shared/time/data-age.ts';
import { type IngestionRow, totalOf } from './ingestion-rows.ts';
import classes from './ingestion-status.module.css';

export interface StatusRowsProps {
  rows: readonly IngestionRow[];
  nowMs: number;
  open: Site | null;
  onOpen: (site: Site | null) => void;
}

/** A row per site, with the sums of all pinned under the head. */
export function StatusTable({ rows, nowMs, open, onOpen }: StatusRowsProps) {
  const { formatMessage, formatNumber } = useIntl();
  const total = totalOf(rows);
  return (
    <div className={classes.widget}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{formatMessage({ id: 'Home_Column_Site' })}</th>
            <th scope="col">{formatMessage({ id: 'Ingestion_LastPoint' })}</th>
            <th scope="col">{formatMessage({ id: 'Home_Column_Age' })}</th>
            <th scope="col">{formatMessage({ id: 'Ingestion_LastReceived' })}</th>
            <th scope="col">{formatMessage({ id: 'Ingestion_PointsLastHour' })}</th>
            <th scope="col">{formatMessage({ id: 'Ingestion_Backlog' })}</th>
            <th scope="col">{formatMessage({ id: 'Ingestion_Rejected' })}</th>
            <th scope="col">{formatMessage({ id: 'Ingestion_Recomputation' })}</th>
          </tr>
          <tr className={classes.total}>
            <th scope="row" colSpan={4}>
              {formatMessage({ id: 'Ingestion_Total' })}
            </th>
            <td>{formatNumber(total.pointsLastHour)}</td>
            <td>{formatNumber(total.backlogSiteDays)}</td>
            <td>{formatNumber(total.rejectedLast30Days)}</td>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StatusRow key={row.site.siteId} row={row} nowMs={nowMs} isOpen={open?.siteId === row.site.siteId} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StatusRow({
  row: { site, status },
  nowMs,
  isOpen,
  onOpen,
}: {
  row: IngestionRow;
  nowMs: number;
  isOpen: boolean;
  onOpen: (site: Site | null) => void;
}) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const noValueText = useNoValueText();
  const lastPointMs = status?.lastPointMs ?? null;
  const age = dataAge({ lastPointMs, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
  const rejected = status?.rejectedLast30Days ?? 0;
  return (
    <tr className={isOpen ? classes.open : undefined}>
      <th scope="row">
        <span className={classes.site}>
          <EnergyTypeIcon energyType={site.metadata.energyType} />
          <Link
            to="/data-report/$siteId"
            params={{ siteId: site.siteId }}
            title={formatMessage({ id: 'Ingestion_OpenReport' }, { site: site.name })}
          >
            {site.name}
          </Link>
        </span>
      </th>
      <td>
        {lastPointMs === null ? (
          <ReasonedValue reason={noValueText(['neverReceived'])} />
        ) : (
          formatDate(lastPointMs, {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
            timeZone: site.metadata.timezone ?? 'UTC',
          })
        )}
      </td>
      <td className={age.isStale ? classes.stale : undefined}>{ageText(age.ageMs, formatMessage)}</td>
      <td>
        {status?.lastReceivedMs == null ? (
          <ReasonedValue reason={noValueText(['neverReceived'])} />
        ) : (
          ageText(nowMs - status.lastReceivedMs, formatMessage)
        )}
      </td>
      <td>{formatNumber(status?.pointsLastHour ?? 0)}</td>
      <td className={status && status.backlogSiteDays > 0 ? classes.strong : undefined}>{formatNumber(status?.backlogSiteDays ?? 0)}</td>
      <td>
        {rejected === 0 ? (
          formatNumber(0)
        ) : (
          <button
            type="button"
            className={classes.link}
            aria-expanded={isOpen}
            aria-label={formatMessage({ id: 'Ingestion_ShowRejects' }, { site: site.name })}
            onClick={() => onOpen(isOpen ? null : site)}
          >
            {formatNumber(rejected)}
          </button>
        )}
      </td>
      <td>
        {status?.recomputation == null ? (
          <span className={classes.second}>{formatMessage({ id: 'Ingestion_Recomputation_None' })}</span>
        ) : (
          <span className={classes.progress}>
            <progress value={status.recomputation} aria-label={formatMessage({ id: 'Ingestion_Recomputation' })} />
            {formatNumber(status.recomputation, { style: 'percent' })}
          </span>
        )}
      </td>
    </tr>
  );
}
