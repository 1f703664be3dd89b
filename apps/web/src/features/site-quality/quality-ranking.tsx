import type { Site } from '@solvane/contract/fleet';
import { QUALITY_PARTS, type SiteQualityWire } from '@solvane/contract/site-quality';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useIntl } from 'react-intl';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { dataAge } from '../../shared/time/data-age.ts';
import { trendOf } from './repair-text.ts';
import classes from './site-quality.module.css';

export interface SiteRow {
  site: Site;
  quality: SiteQualityWire;
}

interface QualityRankingProps {
  rows: readonly SiteRow[] | undefined;
  nowMs: number;
  query?: { error: unknown; refetch: () => unknown };
  openId: string | undefined;
  onOpen: (site: Site) => void;
  /** Score and what is at stake only: for a narrow pane. */
  isShort?: boolean;
}

/** Sites by the quality of their data, the lowest score first, with the parts of the score. */
export function QualityRanking({ rows, nowMs, query, openId, onOpen, isShort = false }: QualityRankingProps) {
  const { formatMessage, formatNumber } = useIntl();
  const percent = (value: number): string => formatNumber(value, { style: 'percent', maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const points = (value: number): string => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const notKept = <ReasonedValue reason={formatMessage({ id: 'SiteQuality_NotCounted' })} />;
  const parts = QUALITY_PARTS.map(
    (part): DataColumn<SiteRow> => ({
      id: part,
      header: formatMessage({ id: `SiteQuality_Part_${part}` }),
      hint: formatMessage({ id: `SiteQuality_PartHint_${part}` }),
      align: 'end',
      width: 110,
      givesWay: QUALITY_PARTS.length - QUALITY_PARTS.indexOf(part),
      value: ({ quality }) => quality.period?.parts[part] ?? null,
      cell: ({ quality }) => {
        const share = quality.period?.parts[part];
        if (quality.period === null) return notKept;
        return share === null || share === undefined ? (
          <ReasonedValue reason={formatMessage({ id: 'SiteQuality_NoPart' })} />
        ) : (
          percent(share)
        );
      },
      tone: ({ quality }) => ((quality.period?.parts[part] ?? 1) < 0.9 ? 'danger' : undefined),
    }),
  );
  const columns: DataColumn<SiteRow>[] = [
    {
      id: 'site',
      header: formatMessage({ id: 'Home_Column_Site' }),
      value: ({ site }) => site.name,
      isRowHeader: true,
      width: 180,
      card: 'title',
      cell: ({ site }) => (
        <span className={classes.site}>
          <EnergyTypeIcon energyType={site.metadata.energyType} />
          {site.name}
        </span>
      ),
    },
    {
      id: 'score',
      header: formatMessage({ id: 'SiteQuality_Score' }),
      align: 'end',
      width: 80,
      card: 'value',
      value: ({ quality }) => quality.period?.score ?? null,
      cell: ({ quality }) => (quality.period?.score == null ? notKept : <b>{points(quality.period.score)}</b>),
    },
    {
      id: 'trend',
      header: formatMessage({ id: 'SiteQuality_Trend' }),
      hint: formatMessage({ id: 'SiteQuality_Trend_Hint' }),
      align: 'end',
      width: 130,
      value: ({ quality }) => trendOf(quality.days.map(({ score }) => score)),
      cell: ({ quality }) => {
        const scores = quality.days.map(({ score }) => score);
        const trend = trendOf(scores);
        return (
          <span className={classes.trend}>
            <Sparkline scores={scores} />
            {trend === null
              ? '\u2014'
              : formatNumber(trend, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })}
          </span>
        );
      },
      card: 'meta',
    },
    ...(isShort ? [] : parts),
    {
      id: 'age',
      header: formatMessage({ id: 'Home_Column_Age' }),
      align: 'end',
      width: 90,
      value: ({ quality }) => (quality.lastPointMs === null ? null : nowMs - quality.lastPointMs),
      cell: ({ site, quality }) => {
        const age = dataAge({ lastPointMs: quality.lastPointMs, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
        return <span className={age.isStale ? classes.stale : undefined}>{ageText(age.ageMs, formatMessage)}</span>;
      },
      card: 'subtitle',
    },
    {
      id: 'stake',
      header: formatMessage({ id: 'SiteQuality_Stake' }),
      unit: 'MWh',
      hint: formatMessage({ id: 'SiteQuality_Stake_Hint' }),
      align: 'end',
      width: 110,
      value: ({ quality }) => (quality.period === null ? null : quality.energyAtStakeKwh),
      cell: ({ quality }) => (quality.period === null ? notKept : points(quality.energyAtStakeKwh / 1_000)),
      card: 'figure',
      cardCell: ({ quality }) => (
        <>
          {formatMessage({ id: 'SiteQuality_Stake' })}{' '}
          {quality.period === null ? notKept : `${points(quality.energyAtStakeKwh / 1_000)}\u00a0MWh`}
        </>
      ),
    },
  ];
  return (
    <ScreenTable
      label={formatMessage({ id: 'SiteQuality_Ranking' })}
      rows={rows}
      {...(query && { query })}
      columns={columns}
      getRowId={({ site }) => site.siteId}
      openId={openId}
      mostHeight="part"
      empty={formatMessage({ id: 'SiteQuality_Empty' })}
      onOpen={({ site }) => onOpen(site)}
    />
  );
}

const LINE = { width: 56, height: 16 };

function Sparkline({ scores }: { scores: readonly (number | null)[] }) {
  const x = (index: number): number => (index / Math.max(1, scores.length - 1)) * LINE.width;
  const y = (score: number): number => LINE.height - (Math.max(50, score) - 50) * (LINE.height / 50);
  const d = scores.flatMap((score, index) => (score === null ? [] : [`${x(index).toFixed(1)} ${y(score).toFixed(1)}`]));
  if (d.length < 2) return null;
  return (
    <svg className={classes.spark} width={LINE.width} height={LINE.height} aria-hidden="true">
      <path d={`M${d.join(' L')}`} />
    </svg>
  );
}
