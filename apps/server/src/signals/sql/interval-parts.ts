import type { ClockUnit } from '@solvane/energy/time/bucket';
import { CLOCK_UNITS } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import type { PointKind } from '../point-kind.ts';
import { pointColumns } from './accumulator.ts';
import type { LocalClock } from './local-clock.ts';
import { isInPeriods, type PointColumn, type PointSource, pointSource } from './point-source.ts';

export interface PartsQuery {
  database: string;
  kind: PointKind;
  /** Condition on `series`. */
  series: string;
  intervalMs: number;
  clock: LocalClock;
  unit: ClockUnit;
  /** Times of the parts wanted. */
  periods: readonly Period[];
  /** What of the points is read beside their times and values. */
  columns: readonly PointColumn[];
  /** A point's method is its value. */
  isMethod?: boolean;
}

/**
 * Points as parts of their intervals, each in its bucket. Almost always an interval lies in one bucket and is one part. In zones a quarter of an
 * hour off, where a clock is put forward by half an hour, and where a plant sends between the site's intervals, points cross the edges of buckets:
 * they are split in proportion.
 */
export function selectIntervalParts(query: PartsQuery): string {
  return query.kind === 'raw' ? selectRawParts(query) : selectComputedParts(query);
}

function selectComputedParts(query: PartsQuery): string {
  const { intervalMs, clock, unit, periods } = query;
  const isSplit = intervalMs <= CLOCK_UNITS[unit] && !clock.isAligned(intervalMs, unit);
  const points = selectPoints(query, isSplit ? intervalMs : 0);
  if (!isSplit) return `select series, ms, v, f, w, 1. as share, 1. as lasts, ${clock.bucketKey('ms', unit)} as key from (${points})`;
  const end = `(ms + ${intervalMs - 1})`;
  const edge = `greatest(${clock.bucketKey(end, unit)}, ${clock.spanStart(end)})`;
  const parts =
    `if(${clock.bucketKey(end, unit)} = ${clock.bucketKey('ms', unit)}, [(ms, toFloat64(1))], ` +
    `[(ms, (${edge} - ms) / ${intervalMs}), (${edge}, (ms + ${intervalMs} - ${edge}) / ${intervalMs})])`;
  return (
    `select series, part.1 as ms, v, f, w, part.2 as share, 1. as lasts, ${clock.bucketKey('part.1', unit)} as key ` +
    `from (select series, v, f, w, arrayJoin(${parts}) as part from (${points})) where ${isIn('part.1', periods)}`
  );
}

/** Longest time that a point of a plant stands for. */
export const LONGEST_POINT_MS = 3_600_000;

/**
 * Plants send at their own times, denser or sparser than the site's intervals. A point lasts until the next one, where that comes within the site's
 * interval; where it does not, as long as the one before it; and where a series is sparser than its site and regular, as long as its step.
 */
function selectRawParts(query: PartsQuery): string {
  const { intervalMs, clock, unit, periods } = query;
  const none = 1_000_000_000_000;
  const near = (left: string, right: string): string => `(${left} <= ${LONGEST_POINT_MS} and abs(${left} - ${right}) * 10 <= ${left})`;
  const timed =
    `select series, ms, v, f, w, multiIf(n1 <= ${intervalMs}, n1, p1 <= ${intervalMs}, p1, ${near('n1', 'p1')} or ${near('n1', 'n2')}, n1, ` +
    `${near('p1', 'p2')}, p1, toInt64(${intervalMs})) as lastsMs from (` +
    `select series, ms, v, f, w, leadInFrame(ms, 1, ms + ${none}) over near - ms as n1, leadInFrame(ms, 2, ms + ${2 * none}) over near - ms - n1 as n2, ` +
    `ms - lagInFrame(ms, 1, ms - ${none}) over near as p1, ms - p1 - lagInFrame(ms, 2, ms - ${3 * none}) over near as p2 ` +
    `from (${selectPoints(query, 3 * LONGEST_POINT_MS)}) window near as (partition by series order by ms rows between 2 preceding and 2 following))`;
  const end = '(ms + lastsMs - 1)';
  const edge = `greatest(${clock.bucketKey(end, unit)}, ${clock.spanStart(end)})`;
  const isWhole = `lastsMs > ${CLOCK_UNITS[unit]} or ${clock.bucketKey(end, unit)} = ${clock.bucketKey('ms', unit)}`;
  const parts = `if(${isWhole}, [(ms, toFloat64(1))], [(ms, (${edge} - ms) / lastsMs), (${edge}, (ms + lastsMs - ${edge}) / lastsMs)])`;
  return (
    `select series, part.1 as ms, v, f, w, part.2 as share, lastsMs / 1000 as lasts, ${clock.bucketKey('part.1', unit)} as key ` +
    `from (select series, v, f, w, lastsMs, arrayJoin(${parts}) as part from (${timed})) where ${isIn('part.1', periods)}`
  );
}

/** Points of the periods, and of so much time around them. */
function selectPoints({ database, kind, series, periods, columns, isMethod = false }: PartsQuery, marginMs: number): string {
  const source = pointSource({ database, kind, columns: isMethod ? [...columns, 'method'] : columns });
  const around = kind === 'raw' ? marginMs : 0;
  const read = periods.map(({ startMs, endMs }) => ({ startMs: startMs - marginMs, endMs: endMs + around }));
  const value = isMethod ? `if(isNaN(${source.value}), nan, toFloat64(${source.method}))` : source.value;
  return `select ${pointColumns(withOnly(source, columns), value)} from ${source.from} where ${series} and ${isInPeriods(kind, source, read)}`;
}

function isIn(ms: string, periods: readonly Period[]): string {
  return periods.map(({ startMs, endMs }) => `(${ms} >= ${startMs} and ${ms} < ${endMs})`).join(' or ');
}

/** Nothing stands for what is not read. */
function withOnly(source: PointSource, columns: readonly PointColumn[]): PointSource {
  return {
    ...source,
    flags: columns.includes('flags') ? source.flags : 'toUInt32(0)',
    weight: columns.includes('weight') ? source.weight : '0.',
  };
}
