import { bucketsIn } from '@solvane/energy/time/bucket';
import { type LocalDay, localDayOf, type Period } from '@solvane/energy/time/local-day';
import type { DerivedColumns, ValidatedColumns } from '../signal-writer.ts';
import { ESTIMATED_BITS } from '../sql/accumulator.ts';
import { localClock } from '../sql/local-clock.ts';
import { type ChunkRows, firstOf } from './chunk-rows.ts';
import { findPointRuns, type PointRuns } from './point-runs.ts';

/** Days of a site's clock, and the instants between them. */
export interface WholeDays {
  days: readonly LocalDay[];
  edgesMs: Float64Array;
}

/**
 * The days of a period, if points that begin in it are all that they are made of: it consists of whole local days, and no interval crosses the edge of
 * an hour. undefined: they are not.
 */
export function wholeDaysOf({ startMs, endMs }: Period, { zone, intervalMs }: { zone: string; intervalMs: number }): WholeDays | undefined {
  if (!(startMs < endMs) || !localClock(zone, { startMs, endMs }).isAligned(intervalMs, 'hour')) return undefined;
  const { edgesMs } = bucketsIn({ startMs, endMs }, 'day', zone);
  if (edgesMs[0] !== startMs || edgesMs.at(-1) !== endMs) return undefined;
  return { edgesMs, days: Array.from(edgesMs.subarray(0, -1), (edgeMs) => localDayOf(edgeMs, zone)) };
}

/** Days as columns, one row per series and day that has a point; their columns are explained in sql/accumulator.ts. */
export class DayRows {
  size = 0;
  readonly series: Uint32Array;
  /** Position of the day. */
  readonly day: Uint32Array;
  readonly estimated: Float64Array;
  readonly weight: Float64Array;
  readonly weighted: Float64Array;
  readonly total: Float64Array;
  readonly count: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly firstTime: Float64Array;
  readonly last: Float64Array;
  readonly lastTime: Float64Array;
  readonly sines: Float64Array;
  readonly cosines: Float64Array;
  readonly flags: Uint32Array;

  constructor(capacity: number) {
    const numbers = () => new Float64Array(capacity);
    const missing = () => new Float64Array(capacity).fill(Number.NaN);
    this.series = new Uint32Array(capacity);
    this.day = new Uint32Array(capacity);
    this.estimated = numbers();
    this.weight = numbers();
    this.weighted = numbers();
    this.total = numbers();
    this.count = numbers();
    this.min = missing();
    this.max = missing();
    this.first = missing();
    this.firstTime = numbers();
    this.last = missing();
    this.lastTime = numbers();
    this.sines = numbers();
    this.cosines = numbers();
    this.flags = new Uint32Array(capacity);
  }

  add(series: number, day: number): number {
    const row = this.size;
    this.series[row] = series;
    this.day[row] = day;
    this.size += 1;
    return row;
  }

  /** Some of the rows. */
  pick(rows: readonly number[]): DayRows {
    const some = new DayRows(rows.length);
    some.size = rows.length;
    for (const name of COLUMNS) {
      const [from, into] = [this[name], some[name]];
      for (let i = 0; i < rows.length; i++) into[i] = from[rows[i] ?? 0] ?? Number.NaN;
    }
    return some;
  }
}

const COLUMNS = [
  ...(['series', 'day', 'estimated', 'weight', 'weighted', 'total', 'count', 'min', 'max'] as const),
  ...(['first', 'firstTime', 'last', 'lastTime', 'sines', 'cosines', 'flags'] as const),
] as const;

export interface Accumulation {
  days: WholeDays;
  intervalMs: number;
  /** Series whose values are directions. */
  directions: ReadonlySet<number>;
}

/** Points of whole local days; series ascend, and in each of them the times. */
export interface FoldedPoints {
  points: ValidatedColumns | DerivedColumns;
  /** The same as chunks, none of which lies on two days. */
  chunks: ChunkRows;
}

/** Days of points, as the engine would compute them. */
export function accumulateDays(parts: readonly FoldedPoints[], accumulation: Accumulation): DayRows {
  const runs = parts.map(({ chunks }) => findDayRuns(chunks, accumulation.days));
  const rows = new DayRows(runs.reduce((sum, { first }) => sum + first.length, 0));
  parts.forEach(({ points }, i) => {
    const ofPart = runs[i];
    if (ofPart) addPoints(rows, points, { ...accumulation, ...ofPart });
  });
  return rows;
}

/** A chunk is looked at in place of its points. */
function findDayRuns(chunks: ChunkRows, { edgesMs }: WholeDays): PointRuns {
  const { first, edge } = findPointRuns({ series: chunks.series, timesMs: chunks.startsMs }, edgesMs);
  return { first: first.map((row) => firstOf(chunks, row)), edge };
}

function addPoints(
  rows: DayRows,
  points: ValidatedColumns | DerivedColumns,
  { intervalMs, directions, first, edge }: Accumulation & PointRuns,
): void {
  const { series } = points;
  const seconds = intervalMs / 1000;
  first.forEach((from, n) => {
    const to = first[n + 1] ?? series.length;
    const own = series[from] ?? 0;
    const row = rows.add(own, edge[n] ?? 0);
    addValues(rows, row, points, { from, to, seconds });
    if ('flags' in points) addFlags(rows, row, points, { from, to, seconds });
    if (directions.has(own)) addDirections(rows, row, points, { from, to, seconds });
  });
}

/** Points of one day, and what each of them lasts. */
interface Run {
  from: number;
  to: number;
  seconds: number;
}

/** Sums stay in variables until they are whole: columns of rows are read and written once per day. */
function addValues(rows: DayRows, row: number, points: ValidatedColumns | DerivedColumns, { from, to, seconds }: Run): void {
  const { values, timesMs } = points;
  const weights = 'weights' in points ? points.weights : undefined;
  let [count, total, weight, weighted, first, last] = [0, 0, 0, 0, -1, -1];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < to; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const given = weights ? (weights[i] ?? 0) : 0;
    const own = given === 0 ? seconds : given;
    if (first < 0) first = i;
    last = i;
    if (value < min) min = value;
    if (value > max) max = value;
    count += 1;
    total += value;
    weight += own;
    weighted += value * own;
  }
  if (count === 0) return;
  rows.count[row] = count;
  rows.total[row] = total;
  rows.weight[row] = weight;
  rows.weighted[row] = weighted;
  rows.min[row] = min;
  rows.max[row] = max;
  rows.first[row] = values[first] ?? Number.NaN;
  rows.firstTime[row] = timesMs[first] ?? Number.NaN;
  rows.last[row] = values[last] ?? Number.NaN;
  rows.lastTime[row] = timesMs[last] ?? Number.NaN;
}

/** Bits count also where there is no value: they say why. */
function addFlags(rows: DayRows, row: number, { values, flags }: ValidatedColumns, { from, to, seconds }: Run): void {
  let [bits, estimated] = [0, 0];
  for (let i = from; i < to; i++) {
    const own = flags[i] ?? 0;
    bits |= own;
    if ((own & ESTIMATED_BITS) !== 0 && !Number.isNaN(values[i] ?? Number.NaN)) estimated += seconds;
  }
  rows.flags[row] = bits;
  rows.estimated[row] = estimated;
}

function addDirections(rows: DayRows, row: number, { values }: Pick<ValidatedColumns, 'values'>, { from, to, seconds }: Run): void {
  for (let i = from; i < to; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    plus(rows.sines, row, seconds * Math.sin((value * Math.PI) / 180));
    plus(rows.cosines, row, seconds * Math.cos((value * Math.PI) / 180));
  }
}

function plus(column: Float64Array, row: number, value: number | undefined): void {
  column[row] = (column[row] ?? 0) + (value ?? Number.NaN);
}
