import { firstAtOrAfter, type TimedColumn } from './align.ts';
import { commonLength } from './combine.ts';
import { quantileOfSorted, sortedValues } from './quantile.ts';

/** How values become one. `circ` is the mean of directions from 0 to 360 degrees, `circSigned` from -180 to 180; `or` joins bit sets; `mode` is the most frequent. */
export type BucketAggregation =
  | 'avg'
  | 'sum'
  | 'min'
  | 'max'
  | 'first'
  | 'last'
  | 'count'
  | 'circ'
  | 'circSigned'
  | 'or'
  | 'mode'
  | 'std'
  | 'median'
  | { percentile: number };

export interface Buckets {
  /** shape (m). */
  values: Float64Array;
  min: Float64Array;
  max: Float64Array;
  /** Values that are not missing. */
  count: Int32Array;
  /** Sum of their weights; without weights the count. */
  weight: Float64Array;
}

/** Below this length the mean of directions points nowhere. */
const NO_DIRECTION = 0.05;

/**
 * One value per bucket of time.
 *
 * @param column - times ascending, values of the same length; NaN is left out. `weights` (n) weigh in `avg` only; without them all values weigh the same
 * @param edgesMs - ascending, shape (m + 1): bucket i lasts from edge i to edge i + 1, half open
 * @param aggregation - how values become one
 * @returns per bucket, shape (m); NaN where a bucket has no value, and for the spread of fewer than two
 * @throws RangeError when the lengths differ
 */
export function aggregateBuckets(
  column: TimedColumn & { weights?: Float64Array | undefined },
  edgesMs: Float64Array,
  aggregation: BucketAggregation,
): Buckets {
  commonLength(column.timesMs, column.values);
  const m = Math.max(0, edgesMs.length - 1);
  const [values, min, max, weight] = Array.from({ length: 4 }, () => new Float64Array(m).fill(Number.NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const count = new Int32Array(m);
  let from = firstAtOrAfter(column.timesMs, edgesMs[0] ?? 0);
  for (let bucket = 0; bucket < m; bucket++) {
    const endMs = edgesMs[bucket + 1] ?? 0;
    let to = from;
    while (to < column.timesMs.length && (column.timesMs[to] ?? Number.NaN) < endMs) to++;
    const inside = column.values.subarray(from, to);
    let [low, high, present, heavy] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
    for (let i = 0; i < inside.length; i++) {
      const value = inside[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      present++;
      heavy += column.weights ? (column.weights[from + i] ?? 0) || 0 : 1;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    count[bucket] = present;
    weight[bucket] = heavy;
    if (present > 0) {
      min[bucket] = low;
      max[bucket] = high;
      values[bucket] = combine(inside, column.weights?.subarray(from, to), aggregation);
    }
    from = to;
  }
  return { values, min, max, count, weight };
}

function combine(values: Float64Array, weights: Float64Array | undefined, aggregation: BucketAggregation): number {
  if (typeof aggregation !== 'string') return quantileOfSorted(sortedValues(values), aggregation.percentile / 100);
  return COMBINE[aggregation](weights ? values : present(values), weights);
}

type Combine = (values: Float64Array, weights: Float64Array | undefined) => number;

const COMBINE: Readonly<Record<Extract<BucketAggregation, string>, Combine>> = {
  avg: (values, weights) => (weights ? weightedMean(values, weights) : total(values) / values.length),
  sum: (values) => total(present(values)),
  min: (values) => present(values).reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY),
  max: (values) => present(values).reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY),
  first: (values) => present(values)[0] ?? Number.NaN,
  last: (values) => present(values).at(-1) ?? Number.NaN,
  count: (values) => present(values).length,
  circ: (values) => direction(present(values)),
  circSigned: (values) => {
    const mean = direction(present(values));
    return mean > 180 ? mean - 360 : mean;
  },
  or: (values) => present(values).reduce((bits, value) => bits | value, 0) >>> 0,
  mode: (values) => mode(present(values)),
  std: (values) => spread(present(values)),
  median: (values) => quantileOfSorted(sortedValues(values), 0.5),
};

function present(values: Float64Array): Float64Array {
  return values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values;
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function weightedMean(values: Float64Array, weights: Float64Array): number {
  let [sum, heavy] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const [value, weight] = [values[i] ?? Number.NaN, weights[i] ?? Number.NaN];
    if (Number.isNaN(value) || Number.isNaN(weight)) continue;
    sum += value * weight;
    heavy += weight;
  }
  return heavy === 0 ? Number.NaN : sum / heavy;
}

function direction(values: Float64Array): number {
  let [sines, cosines] = [0, 0];
  for (const value of values) {
    sines += Math.sin((value * Math.PI) / 180);
    cosines += Math.cos((value * Math.PI) / 180);
  }
  if (Math.hypot(sines, cosines) < NO_DIRECTION * values.length) return Number.NaN;
  const degrees = (Math.atan2(sines, cosines) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

function mode(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [most, found] = [0, Number.NaN];
  for (const [value, count] of counts) if (count > most) [most, found] = [count, value];
  return found;
}

function spread(values: Float64Array): number {
  if (values.length < 2) return Number.NaN;
  const mean = total(values) / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
