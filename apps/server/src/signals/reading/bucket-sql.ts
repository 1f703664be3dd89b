import { type BucketUnit, bucketOf, type CalendarUnit, isClockUnit } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import {
  type AccumulatedValue,
  EXISTENCE,
  findAccumulatedValue,
  findPointAggregate,
  hasOwnExpectation,
} from '../aggregation/aggregations.ts';
import { type AccumulatorColumn, accumulateParts, MERGE_ACCUMULATORS, namedColumns, pointColumnsOf } from '../sql/accumulator.ts';
import { selectIntervalParts } from '../sql/interval-parts.ts';
import { instant, localDate } from '../sql/literals.ts';
import { type LocalClock, localClock } from '../sql/local-clock.ts';
import { startOfUnit } from '../sql/local-dates.ts';
import { isOneOf } from '../sql/point-tables.ts';
import { planRead, type ReadPlan } from './read-plan.ts';
import type { SeriesClass } from './series-classes.ts';

export interface BucketQuery extends Period {
  database: string;
  unit: BucketUnit;
  /** Columns beside the value that are wanted from accumulators. */
  also: readonly AccumulatorColumn[];
  /** A condition on these columns that rows have to meet. */
  where?: string;
}

/** What a select of buckets consists of, for a select that goes on with them. */
export interface BucketRows {
  /** Expressions over the source by name: `bucket`, `value` and the columns wanted besides. */
  columns: ReadonlyMap<string, string>;
  /** Table and condition, which more can be added to. */
  source: string;
}

/**
 * One row per series and bucket that has a value: `series`, `bucket` (epoch milliseconds of a clock unit's key, days from 1970 for a calendar unit),
 * `value` and the columns wanted besides.
 */
export function selectBuckets(seriesClass: SeriesClass, query: BucketQuery): string {
  const { columns, source } = bucketRows(seriesClass, query);
  const named = [...columns].map(([name, expression]) => `${expression} as ${name}`).join(', ');
  return `select series, ${named} from ${source}`;
}

/** The same rows for callers that combine them: each select around another takes the engine as long as reading a thousand rows. */
export function bucketRows(seriesClass: SeriesClass, query: BucketQuery): BucketRows {
  const accumulated = findAccumulatedValue(seriesClass.seriesQuery);
  if (accumulated) return accumulatedRows(seriesClass, query, accumulated);
  const columns = new Map(['bucket', 'value', ...query.also].map((name) => [name, name]));
  return { columns, source: `(${selectAllFromPoints(seriesClass, query)}) where ${query.where ?? '1'}` };
}

function accumulatedRows(
  { seriesQuery: series, series: numbers, pendingDays }: SeriesClass,
  query: BucketQuery,
  { columns, sql, exists }: AccumulatedValue,
): BucketRows {
  const { startMs, endMs, unit, also } = query;
  const plan = planRead({ ...series, unit, startMs, endMs, pendingDays });
  const isStored = (column: AccumulatorColumn) => column !== 'expected' || hasOwnExpectation(series.kind);
  const wanted = [...new Set<AccumulatorColumn>([...columns, ...also.filter(isStored)])];
  const merged = toMerge(plan, unit);
  const one = merged.several === NOTHING ? onlyStoredPart({ ...series, numbers, plan: merged.none, query }) : undefined;
  const named = new Map([
    ['bucket', one?.bucket ?? 'bucket'],
    ['value', `toFloat64(${sql})`],
    ...also.map((column): [string, string] => [column, isStored(column) ? `toFloat64(${column})` : '0.']),
  ]);
  const conditions = [EXISTENCE[exists], ...(query.where === undefined ? [] : [query.where])].join(' and ');
  if (one) return { columns: named, source: `${one.source} and ${conditions}` };
  const rows = [
    ...selectParts({ ...series, numbers, plan: merged.none, query, columns: wanted }),
    ...mergeParts(selectParts({ ...series, numbers, plan: merged.several, query, columns: withDependencies(wanted) }), wanted),
  ].join(' union all ');
  return { columns: named, source: `(${rows}) where ${conditions}` };
}

/** Parts that may have several rows of one bucket become one with a row each. */
function mergeParts(parts: readonly string[], columns: readonly AccumulatorColumn[]): string[] {
  if (parts.length === 0) return [];
  return [
    `select a.series as series, a.bucket as bucket, ${namedColumns(MERGE_ACCUMULATORS, columns)} from (${parts.join(' union all ')}) as a group by series, bucket`,
  ];
}

interface Parts {
  kind: SeriesClass['seriesQuery']['kind'];
  zone: string;
  intervalMs: number;
  numbers: readonly number[];
  plan: ReadPlan;
  query: BucketQuery;
  columns: readonly AccumulatorColumn[];
}

function selectParts({ kind, zone, intervalMs, numbers, plan, query, columns }: Parts): string[] {
  const { database, unit } = query;
  const names = columns.join(', ');
  const parts: string[] = [];
  if (plan.points.length > 0) {
    const clock = localClock(zone, query);
    const pieces = selectIntervalParts({
      database,
      kind,
      series: isOneOf('series', numbers),
      intervalMs,
      clock,
      unit: clockUnitOf(unit),
      periods: plan.points,
      columns: pointColumnsOf(columns),
    });
    // A direction is a property of the signal: a caller that requests its mean knows.
    const accumulators = accumulateParts({ kind, intervalMs, isDirection: columns.includes('sines') ? '1' : '0' });
    parts.push(
      `select series, ${bucketOfKey('key', unit, clock)} as bucket, ${namedColumns(accumulators, columns)} from (${pieces}) group by series, bucket`,
    );
  }
  return [
    ...parts,
    ...storedParts({ zone, numbers, plan, query }).map(
      ({ bucket, source }) => `select series, ${bucket} as bucket, ${names} from ${source}`,
    ),
  ];
}

/** Rows of a table of roll-ups as they stand there. */
interface StoredPart {
  bucket: string;
  /** Table and condition. */
  source: string;
}

function storedParts({ zone, numbers, plan, query }: Omit<Parts, 'kind' | 'intervalMs' | 'columns'>): StoredPart[] {
  const { database, unit } = query;
  const series = isOneOf('series', numbers);
  const parts: StoredPart[] = [];
  if (plan.hours.length > 0) {
    const hours = plan.hours.map(({ startMs, endMs }) => {
      const firstKeyMs = bucketOf(startMs, 'hour', zone).keyMs;
      return `(time >= ${instant(firstKeyMs)} and time < ${instant(endMs)})`;
    });
    parts.push({
      bucket: bucketOfKey('toUnixTimestamp64Milli(time)', unit, localClock(zone, query)),
      source: `${database}.rollup_hour final where ${series} and (${hours.join(' or ')})`,
    });
  }
  for (const [table, column, ranges] of [
    ['rollup_day', 'day', plan.days],
    ['rollup_month', 'month', plan.months],
  ] as const) {
    if (ranges.length === 0 || isClockUnit(unit)) continue;
    const days = ranges.map(({ first, last }) => `(${column} >= ${localDate(first)} and ${column} <= ${localDate(last)})`);
    parts.push({
      bucket: `toInt32(${startOfUnit(column, unit)})`,
      source: `${database}.${table} final where ${series} and (${days.join(' or ')})`,
    });
  }
  return parts;
}

/** The one table of roll-ups that has the whole plan. */
function onlyStoredPart(query: Omit<Parts, 'kind' | 'intervalMs' | 'columns'>): StoredPart | undefined {
  const parts = storedParts(query);
  return parts.length === 1 && query.plan.points.length === 0 ? parts[0] : undefined;
}

function selectAllFromPoints({ seriesQuery: series, series: numbers }: SeriesClass, query: BucketQuery): string {
  const { database, unit, startMs, endMs, also } = query;
  const { kind, zone, intervalMs, facet = 'value' } = series;
  const clock = localClock(zone, query);
  const pieces = selectIntervalParts({
    database,
    kind,
    series: isOneOf('series', numbers),
    intervalMs,
    clock,
    unit: clockUnitOf(unit),
    periods: [{ startMs, endMs }],
    columns: pointColumnsOf(also),
    isMethod: facet === 'method',
  });
  const bucketed = `select series, ${bucketOfKey('key', unit, clock)} as bucket, v, ms, f, w, share, lasts from (${pieces}) where not isNaN(v)`;
  const accumulators = accumulateParts({ kind, intervalMs, isDirection: '0' });
  const columns = also.length === 0 ? '' : `, ${namedColumns(accumulators, also)}`;
  const aggregate = findPointAggregate(series);
  if (aggregate !== undefined) return `select series, bucket, ${aggregate} as value${columns} from (${bucketed}) group by series, bucket`;
  const counted = `select series, bucket, v as state, sum(share * lasts) as time from (${bucketed}) group by series, bucket, state`;
  const most = `select series, bucket, argMax(state, (time, -state)) as value from (${counted}) group by series, bucket`;
  if (also.length === 0) return most;
  const others = `select series, bucket${columns} from (${bucketed}) group by series, bucket`;
  return `select series, bucket, value, ${also.join(', ')} from (${most}) as m inner join (${others}) as o using (series, bucket)`;
}

/** Which parts of a plan have one row per bucket, and which may have several: a day's hours and points, a month's days. */
function toMerge(plan: ReadPlan, unit: BucketUnit): { none: ReadPlan; several: ReadPlan } {
  if (isClockUnit(unit)) return { none: plan, several: NOTHING };
  if (unit === 'day') {
    const { points, hours, days } = plan;
    // The points of one day stand in one row already.
    if (hours.length === 0) return { none: plan, several: NOTHING };
    return { none: { ...NOTHING, days }, several: { ...NOTHING, points, hours } };
  }
  const isOneRowEach = unit === 'month' && plan.points.length + plan.hours.length + plan.days.length === 0;
  return isOneRowEach ? { none: plan, several: NOTHING } : { none: NOTHING, several: plan };
}

const NOTHING: ReadPlan = { points: [], hours: [], days: [], months: [] };

function withDependencies(columns: readonly AccumulatorColumn[]): AccumulatorColumn[] {
  const needed = new Set<AccumulatorColumn>([...columns, 'count']);
  if (needed.has('first')) needed.add('firstTime');
  if (needed.has('last')) needed.add('lastTime');
  return [...needed];
}

function clockUnitOf(unit: BucketUnit) {
  return isClockUnit(unit) ? unit : 'hour';
}

function bucketOfKey(key: string, unit: BucketUnit, clock: LocalClock): string {
  return isClockUnit(unit) ? key : `toInt32(${startOfUnit(clock.day(key), unit satisfies CalendarUnit)})`;
}
