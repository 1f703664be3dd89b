import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import type { ColumnSeries } from '@solvane/contract/signal-columns';
import type { signalEndpoints } from '@solvane/contract/signals';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { quantileOfSorted, sortedValues } from '@solvane/series/quantile';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import type { QueryDeps } from './prepare-request.ts';
import { readSignalColumns } from './signal-values.ts';

type PeerRequest = BodyOf<typeof signalEndpoints.peers>;
type PeerBand = ResponseOf<typeof signalEndpoints.peers>;

/** Points of all peers together: more would keep the user waiting for a background. */
const MOST_POINTS = 600_000;
/** Two of them span no range. */
const FEWEST_VALUES = 3;
/** What grows with the size of a device is compared at the size of the one that is looked at. */
const OF_CAPACITY = new Set(['Power', 'Energy']);

/** The middle four fifths of what devices like one have at the same time. A sick one or a lucky one does not widen it. */
export async function readPeerBand(deps: QueryDeps & { db: Db }, caller: Caller, request: PeerRequest): Promise<PeerBand> {
  const { segmentId, signalId, startMs, endMs, among, resolution, maxPoints } = request;
  const [own] = await deps.db.select().from(segments).where(eq(segments.id, segmentId));
  if (!own || !caller.siteIds.has(own.siteId)) throw new AppError('resource.notFound');
  const rows = await deps.db
    .select({ segmentId: segments.id })
    .from(segments)
    .where(
      and(
        eq(segments.siteId, own.siteId),
        eq(segments.segmentType, own.segmentType),
        eq(segments.isDisabled, false),
        ne(segments.id, segmentId),
        among === 'site' ? undefined : own.parentId === null ? isNull(segments.parentId) : eq(segments.parentId, own.parentId),
      ),
    );
  const segmentIds = rows.map((row) => row.segmentId);
  if (segmentIds.length < FEWEST_VALUES) return noBand(segmentIds.length);
  const columns = await readSignalColumns(deps, caller, {
    segmentIds,
    signalIds: [signalId],
    startMs,
    endMs,
    resolution,
    aggregation: 'default',
    treeAggregation: 'device',
    maxPoints: Math.max(1, Math.min(maxPoints, Math.floor(MOST_POINTS / segmentIds.length))),
  });
  const scale = await scaleOf(deps, caller, { segmentId, segmentIds, signalId });
  const { timesMs, low, middle, high } = bandOf(columns.series, (peerId) => scale?.get(peerId) ?? (scale ? Number.NaN : 1));
  return {
    devices: columns.series.filter(({ values }) => values.length > 0).length,
    isScaled: scale !== null,
    resolution: columns.resolution,
    timesMs: Array.from(timesMs),
    low: toNullable(low),
    median: toNullable(middle),
    high: toNullable(high),
  };
}

function noBand(devices: number): PeerBand {
  return { devices, isScaled: false, resolution: 'raw', timesMs: [], low: [], median: [], high: [] };
}

/** Factor per peer to the capacity of the own device; null: the signal does not grow with it, or a capacity is not known or the same everywhere. */
async function scaleOf(
  { directory, now }: QueryDeps,
  { inventoryVersion }: Pick<Caller, 'inventoryVersion'>,
  { segmentId, segmentIds, signalId }: { segmentId: SegmentId; segmentIds: readonly SegmentId[]; signalId: string },
): Promise<ReadonlyMap<string, number> | null> {
  if (!OF_CAPACITY.has(findSignalDefinition(signalId)?.measurementTypeName ?? '')) return null;
  const all = [segmentId, ...segmentIds];
  const date = toIsoDate(localDayOf(now(), 'UTC'));
  const capacities = await directory.findAttribute(inventoryVersion, { segmentIds: all, attribute: 'capacityAc', date });
  const own = capacities.get(segmentId);
  if (typeof own !== 'number' || !all.every((id) => Number(capacities.get(id)) > 0)) return null;
  const scale = new Map(segmentIds.map((id) => [id as string, own / Number(capacities.get(id))]));
  return [...scale.values()].every((factor) => factor === 1) ? null : scale;
}

interface Band {
  timesMs: Float64Array;
  low: Float64Array;
  middle: Float64Array;
  high: Float64Array;
}

/** Quantiles per instant over all peers; NaN where fewer than three have a value. */
function bandOf(series: readonly ColumnSeries[], factorOf: (segmentId: string) => number): Band {
  const valuesAt = new Map<number, number[]>();
  for (const { segmentId, timesMs, values } of series) {
    const factor = factorOf(segmentId ?? '');
    for (const [index, timeMs] of timesMs.entries()) {
      const value = (values[index] ?? Number.NaN) * factor;
      const known = valuesAt.get(timeMs) ?? [];
      if (known.length === 0) valuesAt.set(timeMs, known);
      if (!Number.isNaN(value)) known.push(value);
    }
  }
  const timesMs = Float64Array.from(valuesAt.keys()).sort();
  const sorted = Array.from(timesMs, (timeMs) => sortedValues(Float64Array.from(valuesAt.get(timeMs) ?? [])));
  const at = (share: number): Float64Array =>
    Float64Array.from(sorted, (values) => (values.length < FEWEST_VALUES ? Number.NaN : quantileOfSorted(values, share)));
  return { timesMs, low: at(0.1), middle: at(0.5), high: at(0.9) };
}

function toNullable(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}
