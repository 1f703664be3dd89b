import { reducedValue } from '../aggregation/aggregations.ts';
import { INVALIDATED_BIT } from '../aggregation/forms.ts';
import type { Facet, ReadQuery } from '../signal-reader.ts';
import { ESTIMATED_BITS } from '../sql/accumulator.ts';
import { isInPeriods, type PointColumn, pointSource } from '../sql/point-source.ts';
import { isOneOf } from '../sql/point-tables.ts';

import type { SeriesClass } from './series-classes.ts';

/** Whether a series has, or may have, more points in the period than are wanted. */
export function isReduced({
  resolution,
  maxPoints,
  series,
  startMs,
  endMs,
}: Pick<ReadQuery, 'resolution' | 'maxPoints' | 'series' | 'startMs' | 'endMs'>): boolean {
  if (resolution !== 'raw' || maxPoints === undefined) return false;
  return series.some(({ intervalMs }) => (endMs - startMs) / intervalMs > maxPoints);
}

/** Points as they are: `series`, `bucket` (their time), `value`; when reduced, one row per range of time, with `min` and `max`. */
export function selectPoints({ seriesQuery, series }: SeriesClass, query: ReadQuery & { database: string }): string {
  const { database, startMs, endMs, maxPoints } = query;
  const { kind, facet = 'value', intervalMs } = seriesQuery;
  const source = pointSource({ database, kind, columns: COLUMNS_OF_FACETS[facet] });
  const value = {
    value: source.value,
    flags: `toFloat64(${source.flags})`,
    method: `toFloat64(${source.method})`,
    estimated: `toFloat64(bitAnd(${source.flags}, ${ESTIMATED_BITS}) != 0)`,
    weight: source.weight,
    invalidated: `toFloat64(bitAnd(${source.flags}, ${INVALIDATED_BIT}) != 0)`,
  }[facet];
  const isWanted = facet === 'flags' || facet === 'invalidated' ? '' : ` and not isNaN(${source.value})`;
  const select = (time: string, name: string) =>
    `select series, ${source.ms} as ${time}, ${value} as ${name} from ${source.from} ` +
    `where ${isOneOf('series', series)} and ${isInPeriods(kind, source, [{ startMs, endMs }])}${isWanted}`;
  // Each select around it takes the engine as long as reading the points of a day.
  if (!isReduced(query)) return select('bucket', 'value');
  const rangeMs = Math.ceil((endMs - startMs) / (maxPoints ?? 1) / intervalMs) * intervalMs;
  return (
    `select series, ${startMs} + intDiv(ms - ${startMs}, ${rangeMs}) * ${rangeMs} as bucket, ${reducedValue(seriesQuery)} as value, ` +
    `min(v) as min, max(v) as max from (${select('ms', 'v')}) group by series, bucket`
  );
}

const COLUMNS_OF_FACETS: Readonly<Record<Facet, readonly PointColumn[]>> = {
  value: [],
  flags: ['flags'],
  method: ['method'],
  weight: ['weight'],
  estimated: ['flags'],
  invalidated: ['flags'],
};
