import type { ReadQuery } from '../signal-store.ts';
import { ESTIMATED_BITS } from '../sql/accumulator.ts';
import { instant } from '../sql/literals.ts';
import { isOneOf, POINT_TABLES } from '../sql/point-tables.ts';
import { meanDirection, signed } from './aggregations.ts';
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

/** Points as they are: `series`, `bucket` (their time), `value`; when reduced, one row per stretch of time, with `min` and `max`. */
export function selectPoints({ question, series }: SeriesClass, query: ReadQuery & { database: string }): string {
  const { database, startMs, endMs, maxPoints } = query;
  const { kind, facet = 'value', intervalMs } = question;
  const { table, flags, method } = POINT_TABLES[kind];
  const value = {
    value: 'p.value',
    flags: `toFloat64(${flags})`,
    method: `toFloat64(${method})`,
    estimated: `toFloat64(bitAnd(${flags}, ${ESTIMATED_BITS}) != 0)`,
  }[facet];
  const select = (time: string, name: string) =>
    `select series, toUnixTimestamp64Milli(time) as ${time}, ${value} as ${name} from ${database}.${table} as p final ` +
    `where ${isOneOf('series', series)} and time >= ${instant(startMs)} and time < ${instant(endMs)}${facet === 'flags' ? '' : ' and not isNaN(p.value)'}`;
  // Each select around it takes the engine as long as reading the points of a day.
  if (!isReduced(query)) return select('bucket', 'value');
  const stretchMs = Math.ceil((endMs - startMs) / (maxPoints ?? 1) / intervalMs) * intervalMs;
  return (
    `select series, ${startMs} + intDiv(ms - ${startMs}, ${stretchMs}) * ${stretchMs} as bucket, ${representative(question)} as value, ` +
    `min(v) as min, max(v) as max from (${select('ms', 'v')}) group by series, bucket`
  );
}

/** What stands for the points of a stretch: their mean, where a mean says something. */
function representative({ aggregation, facet = 'value' }: SeriesClass['question']): string {
  if (facet === 'flags' || aggregation === 'or') return 'toFloat64(groupBitOr(toUInt32(v)))';
  if (facet === 'method' || aggregation === 'last' || aggregation === 'mode') return 'argMax(v, ms)';
  if (aggregation === 'circ') return meanDirection('sum(sin(radians(v)))', 'sum(cos(radians(v)))', 'count()');
  if (aggregation === 'circSigned') return signed(meanDirection('sum(sin(radians(v)))', 'sum(cos(radians(v)))', 'count()'));
  return 'avg(v)';
}
