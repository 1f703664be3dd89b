import type { FlawedSignalWire } from '@solvane/contract/site-quality';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { dataAge } from '../../shared/time/data-age.ts';
import type { SiteRow } from './quality-ranking.tsx';
import { flaggedBy } from './repair-text.ts';
import classes from './site-quality.module.css';
import { flawedSignalsQuery, lastValuesQuery } from './site-quality.queries.ts';

interface RepairListProps extends SiteRow {
  period: { startMs: number; endMs: number };
}

/** Signals asked for their last value. */
const MOST_AGES = 60;

/** Signals of a site that are missing, marked, estimated or stale: those that put the most energy at stake first. */
export function RepairList({ site, quality, period }: RepairListProps) {
  const { formatMessage, formatNumber } = useIntl();
  const signalName = useSignalName();
  const query = useQuery(flawedSignalsQuery(site.siteId, period));
  const first = (query.data?.items ?? []).slice(0, MOST_AGES);
  const latest = useQuery(
    lastValuesQuery([...new Set(first.map(({ segmentId }) => segmentId))], [...new Set(first.map(({ apCode }) => apCode))]),
  );
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '\u2014' : formatNumber(part / whole, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const share = (id: string, header: string, of: (row: FlawedSignalWire) => number): DataColumn<FlawedSignalWire> => ({
    id,
    header,
    align: 'end',
    width: 100,
    card: 'fact',
    value: (row) => (row.expected === 0 ? null : of(row) / row.expected),
    cell: (row) => percent(of(row), row.expected),
  });
  const columns: DataColumn<FlawedSignalWire>[] = [
    {
      id: 'signal',
      header: formatMessage({ id: 'SiteQuality_Signal' }),
      isRowHeader: true,
      width: 220,
      card: 'title',
      value: ({ segmentName, apCode }) => `${segmentName}, ${signalName(`${apCode}||Raw`)}`,
      cell: ({ segmentId, segmentName, apCode }) => (
        <Link
          to="/data-studio"
          search={{ devices: [segmentId], signals: [`${apCode}||Raw`, `${apCode}||Validated`] } as never}
          title={formatMessage({ id: 'SiteQuality_OpenStudio' })}
        >
          {segmentName}, {signalName(`${apCode}||Raw`)}
        </Link>
      ),
    },
    {
      id: 'stake',
      header: formatMessage({ id: 'SiteQuality_Stake' }),
      unit: 'MWh',
      hint: formatMessage({ id: 'SiteQuality_Stake_Hint' }),
      align: 'end',
      width: 110,
      card: 'value',
      value: ({ energyAtStakeKwh }) => energyAtStakeKwh,
      cell: ({ energyAtStakeKwh }) => formatNumber(energyAtStakeKwh / 1_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    },
    share('missing', formatMessage({ id: 'SiteQuality_Missing' }), ({ expected, present }) => expected - present),
    {
      id: 'flagged',
      header: formatMessage({ id: 'SiteQuality_Flagged' }),
      width: 180,
      canGrow: true,
      card: 'line',
      value: (row) => flaggedBy(row)[0]?.share ?? 0,
      cell: (row) =>
        flaggedBy(row)
          .slice(0, 3)
          .map(({ method, share: of }) => `${formatMessage({ id: `QualityMethod_${method}` })} ${percent(of, 1)}`)
          .join(', ') || '\u2014',
    },
    share('estimated', formatMessage({ id: 'QualityState_estimated' }), ({ estimated }) => estimated),
    share('withoutValue', formatMessage({ id: 'QualityState_noValue' }), ({ expected, valued }) => expected - valued),
    {
      id: 'age',
      header: formatMessage({ id: 'SiteQuality_LastValue' }),
      align: 'end',
      width: 100,
      isSortable: false,
      cell: ({ segmentId, apCode }) => {
        const lastMs = latest.data?.lastMs.get(`${segmentId} ${apCode}`);
        if (!latest.data || lastMs === undefined) return '\u2014';
        const age = dataAge({ lastPointMs: lastMs, nowMs: latest.data.nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
        return <span className={age.isStale ? classes.stale : undefined}>{ageText(age.ageMs, formatMessage)}</span>;
      },
    },
  ];
  return (
    <section className={classes.section}>
      <h2>{formatMessage({ id: 'SiteQuality_Repair' }, { site: site.name })}</h2>
      <ScreenTable
        label={formatMessage({ id: 'SiteQuality_Repair' }, { site: site.name })}
        query={query}
        rows={query.data?.items}
        columns={columns}
        getRowId={({ segmentId, apCode }) => `${segmentId} ${apCode}`}
        empty={formatMessage({ id: quality.period === null ? 'SiteQuality_NotCounted' : 'SiteQuality_Repair_None' })}
      />
    </section>
  );
}
