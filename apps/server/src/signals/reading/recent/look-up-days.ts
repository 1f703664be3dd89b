import { type BucketUnit, type CalendarUnit, isClockUnit, unitStart } from '@solvane/energy/time/bucket';
import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { type AccumulatedValue, findAccumulatedValue, hasOwnExpectation } from '../../aggregation/aggregations.ts';
import type { ChangeQuery, ChangeResponse } from '../../engine/last-changes.ts';
import type { ReadResolution } from '../../point-kind.ts';
import type { SeriesQuery } from '../../signal-reader.ts';
import type { Columns } from '../../signal-tables.ts';
import { type AccumulatorColumn, mergeNumbers } from '../../sql/accumulator.ts';
import { blockOf, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import { type DayRange, planRead } from '../read-plan.ts';
import { type SeriesClass, toClasses } from '../series-classes.ts';
import { type FilledRows, HELD_COLUMNS, type MonthRollUps, monthOf } from './month-roll-ups.ts';
import { type CachedSlice, isUnchanged, type RecentSlices, type SliceQuery } from './recent-slices.ts';

/** What of buckets is wanted, as `BucketQuery` has it. */
export interface LookUpQuery extends Period {
  unit: BucketUnit;
  also: readonly AccumulatorColumn[];
}

/** Rows of series of one class, each series in one run: `series`, `bucket`, `value` and the columns wanted besides. */
export interface CachedRows {
  seriesClass: SeriesClass;
  rows: Columns;
}

export interface LookUpOptions {
  recent: RecentSlices<MonthRollUps>;
  /** Days whose last change was queried, and that change. */
  days: ChangeQuery;
  change: ChangeResponse;
}

/** Months that would answer; undefined: roll-ups of days do not suffice, or some of their columns are not cached. */
export function findMonths(
  seriesQueries: readonly SeriesQuery[],
  { resolution, ...wanted }: Omit<LookUpQuery, 'unit'> & { resolution: ReadResolution },
): SliceQuery | undefined {
  if (resolution === 'raw' || seriesQueries.length === 0) return undefined;
  const days = toClasses(seriesQueries, NOTHING_PENDING).map((each) => findLookUp(each, { ...wanted, unit: resolution })?.days);
  const ranges = days.filter((range) => range !== undefined);
  if (ranges.length < days.length) return undefined;
  return {
    blocks: [...new Set(seriesQueries.map(({ series }) => blockOf(series)))],
    first: monthOf(Math.min(...ranges.map(({ first }) => first))),
    last: monthOf(Math.max(...ranges.map(({ last }) => last))),
  };
}

/** What memory has of these months, if it is all of them and unchanged on the requested days; else they are prefetched. */
export function lookUpMonths(months: SliceQuery, { recent, days, change }: LookUpOptions): CachedMonths | undefined {
  const cached = recent.lookUp(months);
  if (cached && isUnchanged(cached, change)) return new CachedMonths(cached, days);
  recent.requestPrefetch(months);
  return undefined;
}

/** Roll-ups of days from memory that the engine has vouched for. */
export class CachedMonths {
  /** Days (of UTC) per block whose roll-ups may differ from their points. */
  readonly pending: ReadonlyMap<number, readonly LocalDay[]>;
  readonly #ofBlock: ReadonlyMap<number, readonly CachedSlice<MonthRollUps>[]>;

  constructor(cached: readonly CachedSlice<MonthRollUps>[], { first, last }: DayRange) {
    this.#ofBlock = Map.groupBy(cached, ({ block }) => block);
    const pending = new Map<number, LocalDay[]>();
    for (const [block, months] of this.#ofBlock) {
      // Neighbouring months share the days around their edge; the days beyond are not vouched for.
      const days = new Set(months.flatMap(({ content }) => content.pendingDays).filter((day) => day >= first && day <= last));
      if (days.size > 0)
        pending.set(
          block,
          [...days].sort((left, right) => left - right),
        );
    }
    this.pending = pending;
  }

  /** The rows that the engine would find. @returns undefined: some of them have to be made of points */
  read(seriesQueries: readonly SeriesQuery[], query: LookUpQuery): CachedRows[] | undefined {
    const classes = toClasses(seriesQueries, this.pending).map((seriesClass) => ({ seriesClass, lookUp: findLookUp(seriesClass, query) }));
    const read: CachedRows[] = [];
    for (const { seriesClass, lookUp } of classes) {
      if (lookUp === undefined) return undefined;
      read.push({ seriesClass, rows: this.#readClass(seriesClass, query, lookUp) });
    }
    return read;
  }

  #readClass({ series, seriesQuery: { kind } }: SeriesClass, { unit, also }: LookUpQuery, { days, value }: LookUp): Columns {
    const numbers = new Set(series);
    const filled = newRows([...value.columns, ...also], numbers.size * (days.last - days.first + 1));
    let count = 0;
    for (const number of numbers) {
      const from = count;
      for (const { content } of this.#ofBlock.get(blockOf(number)) ?? [])
        count = content.copy(number % SERIES_PER_BLOCK, days, { into: filled, at: count });
      filled.series.fill(number, from, count);
    }
    if (unit !== 'day' && !isClockUnit(unit)) count = mergeDays(filled, count, unit);
    if (!hasOwnExpectation(kind)) filled.columns.get('expected')?.fill(0);
    return toColumns(filled, count, { value, also });
  }
}

const NOTHING_PENDING: ReadonlyMap<number, readonly LocalDay[]> = new Map();
const HELD: ReadonlySet<AccumulatorColumn> = new Set(HELD_COLUMNS);

/** Some 15 ms of the process that serves users. More of them are worth the engine's threads. */
const MOST_ROWS = 250_000;

/** How a class is read from the cache. */
interface LookUp {
  days: DayRange;
  value: AccumulatedValue;
}

function findLookUp({ seriesQuery, series, pendingDays }: SeriesClass, { unit, startMs, endMs, also }: LookUpQuery): LookUp | undefined {
  const value = findAccumulatedValue(seriesQuery);
  if (isClockUnit(unit) || !(startMs < endMs) || !value) return undefined;
  if (![...value.columns, ...also].every((column) => HELD.has(column))) return undefined;
  const { points, hours, days, months } = planRead({ ...seriesQuery, unit, startMs, endMs, pendingDays });
  const [range] = days;
  if (range === undefined || points.length + hours.length + months.length > 0) return undefined;
  return series.length * (range.last - range.first + 1) <= MOST_ROWS ? { days: range, value } : undefined;
}

function newRows(columns: readonly AccumulatorColumn[], room: number): FilledRows {
  const held = HELD_COLUMNS.filter((column) => columns.includes(column));
  return {
    series: new Float64Array(room),
    buckets: new Float64Array(room),
    columns: new Map(held.map((column) => [column, new Float64Array(room)])),
  };
}

/** Days of one series that follow each other become rows of a coarser unit. @returns how many there are */
function mergeDays({ series, buckets, columns }: FilledRows, count: number, unit: CalendarUnit): number {
  let end = 0;
  for (let row = 0; row < count; row++) {
    const bucket = unitStart(buckets[row] ?? Number.NaN, unit);
    const isSame = end > 0 && series[end - 1] === series[row] && buckets[end - 1] === bucket;
    const into = isSame ? end - 1 : end++;
    series[into] = series[row] ?? Number.NaN;
    buckets[into] = bucket;
    for (const [column, numbers] of columns) {
      const own = numbers[row] ?? Number.NaN;
      numbers[into] = isSame ? mergeNumbers(column, numbers[into] ?? Number.NaN, own) : own;
    }
  }
  return end;
}

function toColumns(
  { series, buckets, columns }: FilledRows,
  count: number,
  { value, also }: { value: AccumulatedValue; also: readonly AccumulatorColumn[] },
): Columns {
  const columnOf = (name: AccumulatorColumn) => {
    const column = columns.get(name);
    if (column === undefined) throw new RangeError(`Not requested: ${name}`);
    return cut(column, count);
  };
  const values = value.valuesOf(columnOf);
  const named: [string, Float64Array][] = [
    ['series', cut(series, count)],
    ['bucket', cut(buckets, count)],
    ['value', values],
    ...also.map((name): [string, Float64Array] => [name, columnOf(name)]),
  ];
  const isThere = existence(value, { values, columnOf });
  if (values.every((_, row) => isThere(row))) return { rowCount: count, byName: new Map(named) };
  const there = named.map(([name, column]): [string, Float64Array] => [name, column.filter((_, row) => isThere(row))]);
  return { rowCount: there[0]?.[1].length ?? 0, byName: new Map(there) };
}

/** A view would keep the empty slots, too. */
function cut(column: Float64Array, count: number): Float64Array {
  return count === column.length ? column : column.slice(0, count);
}

function existence(
  { exists }: AccumulatedValue,
  { values, columnOf }: { values: Float64Array; columnOf: (name: AccumulatorColumn) => Float64Array },
): (row: number) => boolean {
  if (exists === 'always') return () => true;
  if (exists === 'number') return (row) => !Number.isNaN(values[row] ?? Number.NaN);
  const column = columnOf(exists);
  return (row) => (column[row] ?? 0) > 0;
}
