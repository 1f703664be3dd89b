import type { SegmentId } from '@solvane/contract/ids';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { SINCE_EVER, segmentMetadata } from '../../db/schema/fleet.ts';
import type { SignalReader } from '../../signals/signal-reader.ts';
import type { MetricItem } from './metric-items.ts';
import type { BucketKey, MetricPeriods } from './metric-periods.ts';
import { readSignalFigures, type SignalFigures } from './signal-figures.ts';

/** What energy spared the grid, with the factor of each day. */
export interface EmissionFigures {
  /** `NaN`: no day has both. */
  find(item: MetricItem, signalId: string, bucket: BucketKey): { tonnes: number; isPartial: boolean };
}

interface Wanted {
  signalIds: readonly string[];
  periods: MetricPeriods;
  /** The same period by its days. */
  days: MetricPeriods;
  nowMs: number;
}

const KG_PER_TONNE = 1_000;
const KWH_PER_MWH = 1_000;

/** Energies by the day of each site, times the dated attribute of the site. Index: primary key of segment_metadata. */
export async function readEmissionFigures(
  { db, signals }: { db: Db; signals: SignalReader },
  items: readonly MetricItem[],
  { signalIds, periods, days, nowMs }: Wanted,
): Promise<EmissionFigures> {
  const wanted = items.flatMap(({ segment }) => signalIds.map((signalId) => ({ segment, signalId })));
  const byDay = wanted.length === 0 ? NO_FIGURES : await readSignalFigures(signals, wanted, { periods: days, nowMs });
  const factors = wanted.length === 0 ? new Map<SegmentId, Factor[]>() : await readFactors(db, items);
  return {
    find: ({ segment }, signalId, bucket) => {
      const own = factors.get(segment.siteSegmentId) ?? [];
      let [kilograms, known, without] = [0, 0, 0];
      for (const day of daysOf(bucket, { periods, zone: segment.zone })) {
        const factor = own.find(({ from }) => from <= day)?.value;
        const energyKwh = byDay.find(segment.segmentId, signalId, day)?.value;
        if (energyKwh === undefined) continue;
        // Without a value it ends the one before.
        if (factor === undefined || Number.isNaN(factor)) without += 1;
        else {
          known += 1;
          kilograms += (energyKwh / KWH_PER_MWH) * factor;
        }
      }
      return { tonnes: known > 0 ? kilograms / KG_PER_TONNE : Number.NaN, isPartial: without > 0 };
    },
  };
}

const NO_FIGURES: Pick<SignalFigures, 'find'> = { find: () => undefined };

interface Factor {
  from: string;
  value: number;
}

/** By site, the newest first. */
async function readFactors(db: Db, items: readonly MetricItem[]): Promise<Map<SegmentId, Factor[]>> {
  const ids = [...new Set(items.map(({ segment }) => segment.siteSegmentId))];
  const rows = await db
    .select({ id: segmentMetadata.segmentId, from: segmentMetadata.validFrom, value: segmentMetadata.value })
    .from(segmentMetadata)
    .where(sql`${isOneOf(segmentMetadata.segmentId, ids)} and ${segmentMetadata.attribute} = 'co2Factor'`);
  const factors = new Map<SegmentId, Factor[]>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const dated = own.map(({ from, value }) => ({
      from: from === SINCE_EVER ? '' : from,
      value: typeof value === 'number' ? value : Number.NaN,
    }));
    factors.set(
      id,
      dated.toSorted((a, b) => (a.from < b.from ? 1 : -1)),
    );
  }
  return factors;
}

/** Local dates of a bucket. */
function daysOf(bucket: BucketKey, { periods, zone }: { periods: MetricPeriods; zone: string }): BucketKey[] {
  const { startMs, endMs } = periods.spanOf(bucket, zone);
  if (startMs >= endMs) return [];
  const [first, last] = [localDayOf(startMs, zone), localDayOf(endMs - 1, zone)];
  return Array.from({ length: last - first + 1 }, (_, index) => toIsoDate(first + index));
}
