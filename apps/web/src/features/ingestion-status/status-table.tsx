import type { Site } from '@solvane/contract/fleet';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import { dataAge } from '../../shared/time/data-age.ts';
import { type IngestionRow, totalOf } from './ingestion-rows.ts';
import classes from './ingestion-status.module.css';

interface StatusTableProps {
  rows: readonly IngestionRow[];
  nowMs: number;
  open: Site | null;
  onOpen: (site: Site | null) => void;
}

/** A row per site, with the sums of all pinned under the head. */
export function StatusTable({ rows, nowMs, open, onOpen }: StatusTableProps) {
  const { formatMessage } = useIntl();
  return (
    <ScreenTable
      label={formatMessage({ id: 'Ingestion_Total' })}
      rows={rows}
      columns={useColumns({ nowMs, open, onOpen })}
      getRowId={({ site }) => site.siteId}
      openId={open?.siteId}
      hasSums
      mostHeight="window"
      sumLabel={formatMessage({ id: 'Ingestion_Total' })}
    />
  );
}

const WHEN = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function useColumns({ nowMs, open, onOpen }: Omit<StatusTableProps, 'rows'>): DataColumn<IngestionRow>[] {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const never = <ReasonedValue reason={useNoValueText()(['neverReceived'])} />;
  const ageOf = ({ site, status }: IngestionRow) =>
    dataAge({ lastPointMs: status?.lastPointMs ?? null, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
  const total = (name: keyof ReturnType<typeof totalOf>) => (rows: readonly IngestionRow[]) => formatNumber(totalOf(rows)[name]);
  return [
    {
      id: 'site',
      header: formatMessage({ id: 'Home_Column_Site' }),
      value: ({ site }) => site.name,
      isRowHeader: true,
      width: 200,
      card: 'title',
      cell: ({ site }) => (
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
      ),
    },
    {
      id: 'lastPoint',
      header: formatMessage({ id: 'Ingestion_LastPoint' }),
      value: ({ status }) => status?.lastPointMs ?? null,
      width: 160,
      align: 'end',
      cell: ({ site, status }) =>
        status?.lastPointMs == null ? never : formatDate(status.lastPointMs, { ...WHEN, timeZone: site.metadata.timezone ?? 'UTC' }),
    },
    {
      id: 'age',
      card: 'value',
      header: formatMessage({ id: 'Home_Column_Age' }),
      value: (row) => ageOf(row).ageMs,
      align: 'end',
      cell: (row) => <span className={ageOf(row).isStale ? classes.stale : undefined}>{ageText(ageOf(row).ageMs, formatMessage)}</span>,
    },
    {
      id: 'lastReceived',
      header: formatMessage({ id: 'Ingestion_LastReceived' }),
      value: ({ status }) => status?.lastReceivedMs ?? null,
      align: 'end',
      cell: ({ status }) => (status?.lastReceivedMs == null ? never : ageText(nowMs - status.lastReceivedMs, formatMessage)),
    },
    {
      id: 'points',
      header: formatMessage({ id: 'Ingestion_PointsLastHour' }),
      value: ({ status }) => status?.pointsLastHour ?? 0,
      align: 'end',
      cell: ({ status }) => formatNumber(status?.pointsLastHour ?? 0),
      card: 'line',
      cardCell: ({ status }) => {
        const backlog = status?.backlogSiteDays ?? 0;
        return [
          formatMessage({ id: 'Ingestion_Line_Points' }, { count: status?.pointsLastHour ?? 0 }),
          ...(backlog > 0 ? [formatMessage({ id: 'Ingestion_Line_Backlog' }, { count: backlog })] : []),
        ].join(', ');
      },
      sum: total('pointsLastHour'),
    },
    {
      id: 'backlog',
      width: 150,
      header: formatMessage({ id: 'Ingestion_Backlog' }),
      value: ({ status }) => status?.backlogSiteDays ?? 0,
      align: 'end',
      cell: ({ status }) => {
        const days = status?.backlogSiteDays ?? 0;
        return days > 0 ? <strong>{formatNumber(days)}</strong> : formatNumber(0);
      },
      sum: total('backlogSiteDays'),
    },
    {
      id: 'rejected',
      width: 150,
      header: formatMessage({ id: 'Ingestion_Rejected' }),
      value: ({ status }) => status?.rejectedLast30Days ?? 0,
      align: 'end',
      cell: (row) => <Rejected row={row} isOpen={open?.siteId === row.site.siteId} onOpen={onOpen} />,
      card: 'meta',
      cardCell: (row) => rejectedOf(row) > 0 && <Rejected row={row} isOpen={open?.siteId === row.site.siteId} onOpen={onOpen} hasUnit />,
      sum: total('rejectedLast30Days'),
    },
    {
      id: 'recalculation',
      header: formatMessage({ id: 'Ingestion_Recomputation' }),
      value: ({ status }) => status?.recalculation ?? null,
      width: 140,
      align: 'end',
      cell: ({ status }) =>
        status?.recalculation == null ? (
          <span className={classes.second}>{formatMessage({ id: 'Ingestion_Recomputation_None' })}</span>
        ) : (
          <span className={classes.progress}>
            <progress value={status.recalculation} aria-label={formatMessage({ id: 'Ingestion_Recomputation' })} />
            {formatNumber(status.recalculation, { style: 'percent' })}
          </span>
        ),
    },
  ];
}

const rejectedOf = ({ status }: IngestionRow): number => status?.rejectedLast30Days ?? 0;

interface RejectedProps extends Pick<StatusTableProps, 'onOpen'> {
  row: IngestionRow;
  isOpen: boolean;
  /** Without a head above it, the number says what it counts. */
  hasUnit?: boolean;
}

/** Rejected rows of the last 30 days; the number opens their list. */
function Rejected({ row, isOpen, onOpen, hasUnit = false }: RejectedProps) {
  const { formatMessage, formatNumber } = useIntl();
  const { site } = row;
  const count = rejectedOf(row);
  if (count === 0) return formatNumber(0);
  return (
    <button
      type="button"
      className={classes.link}
      aria-expanded={isOpen}
      aria-label={formatMessage({ id: 'Ingestion_ShowRejects' }, { site: site.name })}
      onClick={() => onOpen(isOpen ? null : site)}
    >
      {hasUnit ? formatMessage({ id: 'Ingestion_Line_Rejected' }, { count }) : formatNumber(count)}
    </button>
  );
}
