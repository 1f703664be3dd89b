import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { PointFilter } from '@solvane/contract/point-filters';
import type { Location } from '@solvane/energy/pv/sun-position';
import { findSignalDefinition, signalIdOf } from '@solvane/energy/signals/catalogue';
import { parseSignalId } from '@solvane/energy/signals/signal-id';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import type { TimedColumn } from '@solvane/series/align';
import { and, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { groupEvents } from '../../../db/schema/events.ts';
import { segments as segmentTable, sites } from '../../../db/schema/fleet.ts';
import type { SeriesQuery } from '../../../signals/signal-reader.ts';
import type { QueryDeps } from '../queries/prepare-request.ts';
import { defaultAggregation } from '../queries/requested-series.ts';
import type { RequestedSegment } from '../queries/signal-directory.ts';
import { storedSignalOf } from '../queries/stored-signal.ts';
import type { NativeSeries } from './native-series.ts';

/** What filters judge by, read once for all series of a request. */
export interface FilterInputs {
  /** Values of a signal at the device, or at its site where the device does not have it; undefined: neither has it. */
  findSignal(segment: RequestedSegment, signalId: string): TimedColumn | undefined;
  /** Quality bits of the validated values of the quantity; undefined: it has none. */
  findFlags(series: NativeSeries): TimedColumn | undefined;
  /** Events at the device and above it, in no order. */
  eventsAt(segmentId: SegmentId): readonly EventSpan[];
  /** undefined: not known. */
  locationOf(siteId: SiteId): Location | undefined;
  /** Cut-in and cut-out of a turbine; undefined: not known. */
  windRangeOf(segmentId: SegmentId): { cutIn: number | undefined; cutOut: number | undefined };
}

export interface EventSpan extends Period {
  type: string;
}

/** Wind speed of a device: of its nacelle, else of a met mast or the site. The first one that exists counts. */
export const WIND_SPEEDS = [
  signalIdOf('NacelleWindSpeed', 'Validated'),
  signalIdOf('NacelleWindSpeed', 'Raw'),
  signalIdOf('WindSpeed', 'Validated'),
  signalIdOf('WindSpeed', 'Raw'),
] as const;

/** How far back a value may lie that still holds at the start. */
const MARGIN_MS = 86_400_000;

export async function readFilterInputs(
  deps: QueryDeps,
  filters: readonly PointFilter[],
  {
    series,
    segments,
    period,
    inventoryVersion,
  }: { series: readonly NativeSeries[]; segments: readonly RequestedSegment[]; period: Period; inventoryVersion: string | undefined },
): Promise<FilterInputs> {
  const kinds = new Set(filters.map(({ kind }) => kind));
  const [columns, events, locations, ranges] = await Promise.all([
    readColumns(deps, filters, { series, segments, period, inventoryVersion }),
    kinds.has('events') ? readEvents(deps.db, segments, period) : new Map<SegmentId, EventSpan[]>(),
    kinds.has('sunElevation') ? readLocations(deps.db, segments) : new Map<SiteId, Location>(),
    kinds.has('windRange') ? readWindRanges(deps, segments, inventoryVersion) : new Map(),
  ]);
  return {
    ...columns,
    eventsAt: (segmentId) => events.get(segmentId) ?? [],
    locationOf: (siteId) => locations.get(siteId),
    windRangeOf: (segmentId) => ranges.get(segmentId) ?? { cutIn: undefined, cutOut: undefined },
  };
}

interface Subject {
  series: readonly NativeSeries[];
  segments: readonly RequestedSegment[];
  period: Period;
  inventoryVersion: string | undefined;
}

/** Signals that filters name, in the order in which a device is looked up. */
export function filterSignals(filters: readonly PointFilter[]): string[] {
  return filters.flatMap((filter): string[] => {
    if (filter.kind === 'value') return [filter.signalId];
    if (filter.kind === 'outliers') return filter.against === undefined ? [] : [filter.against];
    return filter.kind === 'windRange' ? [...WIND_SPEEDS] : [];
  });
}

async function readColumns(
  { directory, signals }: QueryDeps,
  filters: readonly PointFilter[],
  { series, segments, period, inventoryVersion }: Subject,
): Promise<Pick<FilterInputs, 'findSignal' | 'findFlags'>> {
  const roots = await directory.findSegments(inventoryVersion, [...new Set(segments.map(({ siteSegmentId }) => siteSegmentId))]);
  const queries = new Map<string, SeriesQuery>();
  const keyOf = (segment: RequestedSegment, signalId: string): string | undefined => {
    const definition = findSignalDefinition(signalId);
    if (!definition) return undefined;
    const { signalId: storedId, kind, facet } = storedSignalOf(definition);
    for (const owner of [segment, roots.get(segment.siteSegmentId)]) {
      const stored = owner?.series.get(storedId);
      if (!owner || !stored) continue;
      const key = `${stored.series} ${facet}`;
      if (!queries.has(key))
        queries.set(key, {
          series: stored.series,
          kind,
          facet,
          zone: owner.zone,
          intervalMs: owner.intervalMs,
          aggregation: defaultAggregation(definition),
        });
      return key;
    }
    return undefined;
  };
  const wanted = filterSignals(filters);
  for (const segment of segments) for (const signalId of wanted) keyOf(segment, signalId);
  const flagsKeyOf = ({ segment, definition }: NativeSeries): string | undefined => {
    const name = parseSignalId(`${definition.apCode}||Validated`);
    return name && keyOf(segment, `${name.apCode}||QualityFlag`);
  };
  if (filters.some(({ kind }) => kind === 'quality')) for (const one of series) flagsKeyOf(one);
  const keys = [...queries.keys()];
  const period_ = { startMs: period.startMs - MARGIN_MS, endMs: period.endMs };
  const response =
    keys.length === 0 ? { series: [] } : await signals.read({ ...period_, series: [...queries.values()], resolution: 'raw' });
  const columns = new Map(keys.map((key, index) => [key, response.series[index]]));
  return {
    findSignal: (segment, signalId) => columns.get(keyOf(segment, signalId) ?? ''),
    findFlags: (one) => columns.get(flagsKeyOf(one) ?? ''),
  };
}

/** Index: segments (id), group_events (site_id, ...). An event holds for everything below its device. */
async function readEvents(db: Db, segments: readonly RequestedSegment[], { startMs, endMs }: Period): Promise<Map<SegmentId, EventSpan[]>> {
  const ids = segments.map(({ segmentId }) => segmentId);
  const paths = await db.select({ id: segmentTable.id, path: segmentTable.path }).from(segmentTable).where(isOneOf(segmentTable.id, ids));
  const above = new Map(paths.map(({ id, path }) => [id, path.split('/')]));
  const rows = await db
    .select({
      segmentId: groupEvents.segmentId,
      startMs: groupEvents.startMs,
      endMs: groupEvents.endMs,
      isOpen: groupEvents.isOpen,
      type: groupEvents.eventType,
    })
    .from(groupEvents)
    .where(
      and(
        isOneOf(groupEvents.siteId, new Set(segments.map(({ siteId }) => siteId))),
        inArray(groupEvents.segmentId, [...new Set([...above.values()].flat())] as SegmentId[]),
        lt(groupEvents.startMs, endMs),
        gt(groupEvents.endMs, startMs),
      ),
    );
  const bySegment = Map.groupBy(rows, ({ segmentId }) => segmentId as string);
  return new Map(
    ids.map((id) => [
      id,
      (above.get(id) ?? [id]).flatMap((ancestor) =>
        (bySegment.get(ancestor) ?? []).map((row) => ({ type: row.type, startMs: row.startMs, endMs: row.isOpen ? endMs : row.endMs })),
      ),
    ]),
  );
}

async function readLocations(db: Db, segments: readonly RequestedSegment[]): Promise<Map<SiteId, Location>> {
  const rows = await db
    .select({ id: sites.id, latitude: sites.latitude, longitude: sites.longitude })
    .from(sites)
    .where(isOneOf(sites.id, new Set(segments.map(({ siteId }) => siteId))));
  return new Map(
    rows.flatMap(({ id, latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [[id, { latitude, longitude, altitude: 0 }] as const],
    ),
  );
}

async function readWindRanges({ directory, now }: QueryDeps, segments: readonly RequestedSegment[], inventoryVersion: string | undefined) {
  const segmentIds = segments.map(({ segmentId }) => segmentId);
  const date = toIsoDate(localDayOf(now(), 'UTC'));
  const [cutIn, cutOut] = await Promise.all(
    ['cutInWindSpeed', 'cutOutWindSpeed'].map((attribute) => directory.findAttribute(inventoryVersion, { segmentIds, attribute, date })),
  );
  return new Map(segmentIds.map((id) => [id, { cutIn: numberOf(cutIn?.get(id)), cutOut: numberOf(cutOut?.get(id)) }]));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
