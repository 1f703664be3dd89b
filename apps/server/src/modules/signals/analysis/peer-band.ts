import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import type { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import type { ColumnSeries } from '@solvane/contract/signal-columns';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { quantileBands } from '@solvane/series/bands';
import { and, inArray } from 'drizzle-orm';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import type { QueryDeps } from '../queries/prepare-request.ts';
import { getRequestedSegments } from '../queries/requested-segments.ts';
import { assertDeviceCount } from '../queries/requested-series.ts';
import { readSignalColumns } from '../queries/signal-values.ts';

type PeerRequest = BodyOf<typeof signalAnalysisEndpoints.peers>;
type PeerBand = ResponseOf<typeof signalAnalysisEndpoints.peers>;

/** Points of all peers together: more would keep the user waiting for a background. */
const MOST_POINTS = 600_000;
/** Two of them span no range. */
const FEWEST_VALUES = 3;
/** What grows with the size of a device is compared at the size of the one that is looked at. */
const OF_CAPACITY = new Set(['Power', 'Energy']);

/**
 * The middle four fifths of what devices like the named ones have at the same time: a sick one or a lucky one does not widen it.
 *
 * @throws AppError signals.tooManyDevices before anything is read, resource.notFound for a device that the caller does not see
 */
export async function readPeerBand(deps: QueryDeps, caller: Caller, request: PeerRequest): Promise<PeerBand> {
  const { signalId, startMs, endMs, resolution, maxPoints } = request;
  assertDeviceCount(request.segmentIds);
  const segmentIds = await peersOf(deps, caller, request);
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
  const [segmentId, ...others] = request.segmentIds;
  const scale = segmentId && others.length === 0 ? await scaleOf(deps, caller, { segmentId, segmentIds, signalId }) : null;
  const { timesMs, low, median, high } = bandOf(columns.series, (peerId) => scale?.get(peerId) ?? (scale ? Number.NaN : 1));
  return {
    devices: columns.series.filter(({ values }) => values.length > 0).length,
    isScaled: scale !== null,
    resolution: columns.resolution,
    timesMs,
    low,
    median,
    high,
  };
}

/** Devices of the same type as the named ones, without disabled ones; a single one is not its own peer. */
async function peersOf(deps: QueryDeps, caller: Caller, { segmentIds, among }: PeerRequest): Promise<SegmentId[]> {
  const named = await getRequestedSegments(deps.directory, caller, segmentIds);
  const rows = await deps.db
    .select({
      id: segments.id,
      siteId: segments.siteId,
      parentId: segments.parentId,
      segmentType: segments.segmentType,
      isDisabled: segments.isDisabled,
    })
    .from(segments)
    .where(
      and(
        isOneOf(segments.siteId, new Set(named.map(({ siteId }) => siteId))),
        inArray(segments.segmentType, [...new Set(named.map(({ segmentType }) => segmentType))]),
      ),
    );
  const groupOf = ({ siteId, parentId, segmentType }: (typeof rows)[number]): string =>
    [segmentType, siteId, among === 'site' ? '' : parentId].join(' ');
  const ids = new Set<string>(segmentIds);
  const groups = new Set(rows.filter(({ id }) => ids.has(id)).map(groupOf));
  return rows.filter((row) => groups.has(groupOf(row)) && !row.isDisabled && !(ids.size === 1 && ids.has(row.id))).map(({ id }) => id);
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

/** Quantiles per instant over all peers; null where fewer than three have a value. */
function bandOf(
  series: readonly ColumnSeries[],
  factorOf: (segmentId: string) => number,
): Pick<PeerBand, 'timesMs' | 'low' | 'median' | 'high'> {
  const columns = series.map(({ segmentId, timesMs, values }) => {
    const factor = factorOf(segmentId ?? '');
    return { timesMs, values: factor === 1 ? values : values.map((value) => value * factor) };
  });
  const { timesMs, counts, quantiles } = quantileBands(columns, [0.1, 0.5, 0.9]);
  const [low = [], median = [], high = []] = quantiles.map((column) =>
    Array.from(column, (value, index) => ((counts[index] ?? 0) < FEWEST_VALUES ? null : value)),
  );
  return { timesMs: Array.from(timesMs), low, median, high };
}
