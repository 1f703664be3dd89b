import type { SegmentId } from '@solvane/contract/ids';
import { findSignalDefinition, type SignalDefinition } from '@solvane/energy/signals/catalogue';
import { bucketOf } from '@solvane/energy/time/bucket';
import type { SeriesColumns, SeriesQuery, SignalReader } from '../../signals/signal-reader.ts';
import { defaultAggregation } from '../signals/queries/requested-series.ts';
import { storedSignalOf } from '../signals/queries/stored-signal.ts';
import type { MetricItem } from './metric-items.ts';
import { type BucketKey, bucketKeyOf, type MetricPeriods } from './metric-periods.ts';

/** What a signal comes to in a bucket. */
export interface SignalFigure {
  value: number;
  /** What it counts in means over time and devices, for ratios the denominator. NaN: not of this signal */
  weight: number;
  /** Valid share of the bucket's time that has passed. 1 where the values decide by their weights. */
  completeness: number;
}

export interface SignalFigures {
  /** Whether the signal exists. */
  has(segmentId: SegmentId, signalId: string): boolean;
  /** undefined: no value */
  find(segmentId: SegmentId, signalId: string, bucket: BucketKey): SignalFigure | undefined;
}

interface Wanted {
  segment: MetricItem['segment'];
  signalId: string;
}

/** Buckets of years are put together to the whole period. */
const WHOLE = 'year';

/** A bucket as it was read; those of years are parts of the whole period. */
interface ReadBucket {
  value: number;
  weight: number;
  completeness: number;
  seconds: number;
}

/** Values of signals in the buckets of a request: one read per zone. */
export async function readSignalFigures(
  signals: SignalReader,
  wanted: readonly Wanted[],
  { periods, nowMs }: { periods: MetricPeriods; nowMs: number },
): Promise<SignalFigures> {
  const series = wanted.flatMap(({ segment, signalId }) => seriesOf(segment, signalId, periods));
  const figures = new Map<string, Map<BucketKey, SignalFigure>>();
  const reads = [...Map.groupBy(series, ({ siteZone }) => siteZone)].map(async ([siteZone, ofZone]) => {
    for (const [key, buckets] of await readZone(signals, ofZone, { periods, siteZone, nowMs })) figures.set(key, buckets);
  });
  await Promise.all(reads);
  const known = new Set(series.map(({ key }) => key));
  return {
    has: (segmentId, signalId) => known.has(keyOf(segmentId, signalId)),
    find: (segmentId, signalId, bucket) => figures.get(keyOf(segmentId, signalId))?.get(bucket),
  };
}

interface ReadSeries {
  key: string;
  siteZone: string;
  definition: SignalDefinition;
  isWeight: boolean;
  query: SeriesQuery;
}

function seriesOf(segment: MetricItem['segment'], signalId: string, periods: MetricPeriods): ReadSeries[] {
  const definition = getDefinition(signalId);
  const { signalId: storedId, kind, facet } = storedSignalOf(definition);
  const signal = segment.series.get(storedId);
  if (signal === undefined) return [];
  const own = { series: signal.series, kind, zone: periods.bucketZone(segment.zone), intervalMs: segment.intervalMs };
  const base = { key: keyOf(segment.segmentId, signalId), siteZone: segment.zone, definition };
  const value = { ...base, isWeight: false, query: { ...own, aggregation: defaultAggregation(definition), facet } };
  if (kind !== 'derived' || !isWeighted(definition)) return [value];
  return [value, { ...base, isWeight: true, query: { ...own, aggregation: 'sum', facet: 'weight' } }];
}

async function readZone(
  signals: SignalReader,
  series: readonly ReadSeries[],
  { periods, siteZone, nowMs }: { periods: MetricPeriods; siteZone: string; nowMs: number },
): Promise<Map<string, Map<BucketKey, SignalFigure>>> {
  const { startMs, endMs } = periods.in(siteZone);
  if (startMs >= endMs) return new Map();
  const unit = periods.unit ?? WHOLE;
  const horizonMs = Math.min(nowMs, endMs);
  const queries = series.map(({ query }) => query);
  const response = await signals.read({ startMs, endMs, series: queries, resolution: unit, withCompleteness: true, horizonMs });
  const read = new Map<string, ReadSignal>();
  for (const [index, one] of series.entries()) {
    const columns = response.series[index];
    if (!columns) continue;
    const { buckets } = getOrMake(read, one.key, () => ({ definition: one.definition, zone: one.query.zone, buckets: new Map() }));
    const secondsOf = (timeMs: number) => {
      const { startMs: fromMs, endMs: toMs } = bucketOf(timeMs, unit, one.query.zone);
      return (Math.min(toMs, horizonMs) - Math.max(fromMs, startMs)) / 1000;
    };
    addColumns(buckets, one, { columns, secondsOf });
  }
  return new Map([...read].map(([key, signal]) => [key, toFigures(signal, periods)]));
}

interface ReadSignal {
  definition: SignalDefinition;
  zone: string;
  buckets: Map<number, ReadBucket>;
}

function addColumns(
  buckets: Map<number, ReadBucket>,
  { query, isWeight }: ReadSeries,
  { columns, secondsOf }: { columns: SeriesColumns; secondsOf: (timeMs: number) => number },
): void {
  for (const [at, timeMs] of columns.timesMs.entries()) {
    const missing = { value: Number.NaN, weight: Number.NaN, completeness: 1 };
    const bucket = getOrMake(buckets, timeMs, () => ({ ...missing, seconds: secondsOf(timeMs) }));
    bucket[isWeight ? 'weight' : 'value'] = columns.values[at] ?? Number.NaN;
    // What is computed is whole where it is there: a ratio of the daylight hours covers little time.
    if (!isWeight && query.kind !== 'derived') bucket.completeness = columns.completeness?.[at] ?? 1;
  }
}

function toFigures({ definition, zone, buckets }: ReadSignal, { unit }: MetricPeriods): Map<BucketKey, SignalFigure> {
  const inOrder = [...buckets].sort(([a], [b]) => a - b).filter(([, { value }]) => !Number.isNaN(value));
  const byKey = Map.groupBy(inOrder, ([timeMs]) => bucketKeyOf(timeMs, { unit, zone }));
  return new Map(
    [...byKey].map(([key, parts]) => [
      key,
      joined(
        parts.map(([, part]) => part),
        definition,
      ),
    ]),
  );
}

/** One figure of the parts of a period, in their order. Means are never taken of means. */
function joined(parts: readonly ReadBucket[], { timeAggregation }: SignalDefinition): SignalFigure {
  const sum = (of: (part: ReadBucket) => number) => parts.reduce((total, part) => total + of(part), 0);
  const weight = sum((part) => part.weight);
  const seconds = sum((part) => part.seconds);
  const completeness = seconds > 0 ? sum((part) => part.completeness * part.seconds) / seconds : 1;
  const last = parts.at(-1)?.value ?? Number.NaN;
  if (parts.length === 1 || timeAggregation === 'last') return { value: last, weight, completeness };
  if (timeAggregation === 'sum') return { value: sum(({ value }) => value), weight, completeness };
  const share = (part: ReadBucket) => (Number.isNaN(weight) ? part.completeness * part.seconds : part.weight);
  return { value: sum((part) => part.value * share(part)) / sum(share), weight, completeness };
}

function isWeighted({ timeAggregation }: SignalDefinition): boolean {
  return timeAggregation === 'ratio' || timeAggregation === 'avg' || timeAggregation === 'last';
}

/** @throws RangeError where a source names a signal that the catalogue does not know */
function getDefinition(signalId: string): SignalDefinition {
  const definition = findSignalDefinition(signalId);
  if (!definition) throw new RangeError(`No signal ${signalId}`);
  return definition;
}

function keyOf(segmentId: SegmentId, signalId: string): string {
  return `${segmentId} ${signalId}`;
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}
