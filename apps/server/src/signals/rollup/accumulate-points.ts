import { type BucketRow, bucketsIn } from '@solvane/energy/time/bucket';
import { type LocalDay, localDayOf, type Period } from '@solvane/energy/time/local-day';
import type { DerivedColumns, ValidatedColumns } from '../signal-store.ts';
import { ESTIMATED_BITS } from '../sql/accumulator.ts';
import { localClock } from '../sql/local-clock.ts';

/** Hours and days of a site's clock over whole local days. */
export interface WholeDays {
  hours: BucketRow;
  /** Position of each hour's day. */
  dayOfHour: Uint32Array;
  days: readonly LocalDay[];
}

/**
 * The hours and days of a period, if points that begin in it are all that they are made of: it consists of whole local days, and no interval crosses
 * the edge of an hour. undefined: they are not.
 */
export function wholeDaysOf({ startMs, endMs }: Period, { zone, intervalMs }: { zone: string; intervalMs: number }): WholeDays | undefined {
  if (!(startMs < endMs) || !localClock(zone, { startMs, endMs }).isAligned(intervalMs, 'hour')) return undefined;
  const hours = bucketsIn({ startMs, endMs }, 'hour', zone);
  const { keysMs, edgesMs } = hours;
  if (edgesMs[0] !== startMs || edgesMs.at(-1) !== endMs || keysMs.some((key, i) => key !== edgesMs[i])) return undefined;
  if (bucketsIn({ startMs, endMs: startMs + 1 }, 'day', zone).edgesMs[0] !== startMs) return undefined;
  if (bucketsIn({ startMs: endMs - 1, endMs }, 'day', zone).edgesMs.at(-1) !== endMs) return undefined;
  const days: LocalDay[] = [];
  const dayOfHour = Uint32Array.from(keysMs, (keyMs) => {
    const day = localDayOf(keyMs, zone);
    if (days.at(-1) !== day) days.push(day);
    return days.length - 1;
  });
  return { hours, dayOfHour, days };
}

/** Buckets as columns, one row per series and bucket that has a point; what they remember is told in sql/accumulator.ts. */
export class BucketRows {
  size = 0;
  readonly series: Uint32Array;
  /** Position of the bucket. */
  readonly bucket: Uint32Array;
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
    this.bucket = new Uint32Array(capacity);
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

  add(series: number, bucket: number): number {
    const row = this.size;
    this.series[row] = series;
    this.bucket[row] = bucket;
    this.size += 1;
    return row;
  }

  /** Some of the rows. */
  pick(rows: readonly number[]): BucketRows {
    const some = new BucketRows(rows.length);
    some.size = rows.length;
    for (const name of COLUMNS) {
      const [from, into] = [this[name], some[name]];
      for (let i = 0; i < rows.length; i++) into[i] = from[rows[i] ?? 0] ?? Number.NaN;
    }
    return some;
  }
}

const COLUMNS = [
  ...(['series', 'bucket', 'estimated', 'weight', 'weighted', 'total', 'count', 'min', 'max'] as const),
  ...(['first', 'firstTime', 'last', 'lastTime', 'sines', 'cosines', 'flags'] as const),
] as const;

export interface Accumulation {
  days: WholeDays;
  intervalMs: number;
  /** Series whose values are directions. */
  directions: ReadonlySet<number>;
}

/**
 * Hours of points, as the engine would compute them.
 *
 * @param points - of whole local days; those of a series stand together, in order of time
 * @returns undefined: the points are in another order
 */
export function accumulateHours(parts: readonly (ValidatedColumns | DerivedColumns)[], accumulation: Accumulation): BucketRows | undefined {
  const { edgesMs } = accumulation.days.hours;
  const located = parts.map((points) => locate(points, edgesMs));
  let capacity = 0;
  for (const each of located) {
    if (!each) return undefined;
    capacity += each.rows;
  }
  const rows = new BucketRows(capacity);
  parts.forEach((points, i) => {
    const buckets = located[i]?.buckets;
    if (buckets) addPoints(rows, points, { ...accumulation, buckets });
  });
  return rows;
}

/** @returns the bucket of each point, and how many rows they make */
function locate({ series, timesMs }: ValidatedColumns | DerivedColumns, edgesMs: Float64Array) {
  const buckets = new Uint32Array(series.length);
  let [rows, number, bucket, beforeMs] = [0, -1, -1, Number.NaN];
  for (let i = 0; i < series.length; i++) {
    const own = series[i] ?? 0;
    const timeMs = timesMs[i] ?? Number.NaN;
    if (own !== number) {
      if (own < number) return undefined;
      number = own;
      bucket = 0;
      beforeMs = Number.NEGATIVE_INFINITY;
      rows += 1;
    } else if (timeMs >= (edgesMs[bucket + 1] ?? Number.NaN)) rows += 1;
    if (!(timeMs > beforeMs)) return undefined;
    while (timeMs >= (edgesMs[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    buckets[i] = bucket;
    beforeMs = timeMs;
  }
  return { rows, buckets };
}

interface Located extends Accumulation {
  buckets: Uint32Array;
}

function addPoints(rows: BucketRows, points: ValidatedColumns | DerivedColumns, { intervalMs, directions, buckets }: Located): void {
  const { series } = points;
  const seconds = intervalMs / 1000;
  for (let from = 0, to = 0; from < series.length; from = to) {
    const [own, bucket] = [series[from] ?? 0, buckets[from] ?? 0];
    while (to < series.length && series[to] === own && buckets[to] === bucket) to += 1;
    const row = rows.add(own, bucket);
    addValues(rows, row, points, { from, to, seconds });
    if ('flags' in points) addFlags(rows, row, points, { from, to, seconds });
    if (directions.has(own)) addDirections(rows, row, points, { from, to, seconds });
  }
}

/** Points of one bucket, and what each of them lasts. */
interface Run {
  from: number;
  to: number;
  seconds: number;
}

/** Sums stay in variables until they are whole: columns of rows are read and written once per bucket. */
function addValues(rows: BucketRows, row: number, points: ValidatedColumns | DerivedColumns, { from, to, seconds }: Run): void {
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
function addFlags(rows: BucketRows, row: number, { values, flags }: ValidatedColumns, { from, to, seconds }: Run): void {
  let [bits, estimated] = [0, 0];
  for (let i = from; i < to; i++) {
    const own = flags[i] ?? 0;
    bits |= own;
    if ((own & ESTIMATED_BITS) !== 0 && !Number.isNaN(values[i] ?? Number.NaN)) estimated += seconds;
  }
  rows.flags[row] = bits;
  rows.estimated[row] = estimated;
}

function addDirections(rows: BucketRows, row: number, { values }: Pick<ValidatedColumns, 'values'>, { from, to, seconds }: Run): void {
  for (let i = from; i < to; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    plus(rows.sines, row, seconds * Math.sin((value * Math.PI) / 180));
    plus(rows.cosines, row, seconds * Math.cos((value * Math.PI) / 180));
  }
}

/** Days of hours. */
export function accumulateDays(hours: BucketRows, { dayOfHour }: WholeDays): BucketRows {
  const rows = new BucketRows(countDays(hours, dayOfHour));
  let row = -1;
  for (let i = 0; i < hours.size; i++) {
    const series = hours.series[i] ?? 0;
    const day = dayOfHour[hours.bucket[i] ?? 0] ?? 0;
    if (row < 0 || rows.series[row] !== series || rows.bucket[row] !== day) row = rows.add(series, day);
    rows.flags[row] = (rows.flags[row] ?? 0) | (hours.flags[i] ?? 0);
    if (hours.count[i] !== 0) addBucket(rows, row, { of: hours, at: i });
  }
  return rows;
}

function addBucket(rows: BucketRows, row: number, { of, at }: { of: BucketRows; at: number }): void {
  if (rows.count[row] === 0) {
    rows.min[row] = of.min[at] ?? Number.NaN;
    rows.max[row] = of.max[at] ?? Number.NaN;
    rows.first[row] = of.first[at] ?? Number.NaN;
    rows.firstTime[row] = of.firstTime[at] ?? 0;
  } else {
    rows.min[row] = Math.min(rows.min[row] ?? 0, of.min[at] ?? 0);
    rows.max[row] = Math.max(rows.max[row] ?? 0, of.max[at] ?? 0);
  }
  rows.last[row] = of.last[at] ?? Number.NaN;
  rows.lastTime[row] = of.lastTime[at] ?? 0;
  plus(rows.count, row, of.count[at]);
  plus(rows.total, row, of.total[at]);
  plus(rows.weight, row, of.weight[at]);
  plus(rows.weighted, row, of.weighted[at]);
  plus(rows.estimated, row, of.estimated[at]);
  plus(rows.sines, row, of.sines[at]);
  plus(rows.cosines, row, of.cosines[at]);
}

function countDays({ size, series, bucket }: BucketRows, dayOfHour: Uint32Array): number {
  let [count, number, day] = [0, -1, -1];
  for (let i = 0; i < size; i++) {
    const [own, of] = [series[i] ?? 0, dayOfHour[bucket[i] ?? 0] ?? 0];
    if (own !== number || of !== day) count += 1;
    [number, day] = [own, of];
  }
  return count;
}

function plus(column: Float64Array, row: number, value: number | undefined): void {
  column[row] = (column[row] ?? 0) + (value ?? Number.NaN);
}
