import { firstAtOrAfter, type TimedColumn } from './align.ts';
import { commonLength } from './combine.ts';

export interface DecimateOptions {
  /** Half open; what lies outside is left out. */
  startMs: number;
  endMs: number;
  /** How many columns of pixels, or buckets, there are. */
  buckets: number;
  /** Neighbours further apart than this are not connected. Absent: only a NaN separates. */
  maxStepMs?: number;
}

export interface ReducedColumns {
  /** Starts of the buckets that hold a value, shape (m). */
  timesMs: Float64Array;
  mean: Float64Array;
  min: Float64Array;
  max: Float64Array;
  /** How many values each stands for. */
  count: Int32Array;
}

/**
 * Smallest, largest and mean value per bucket of time.
 *
 * @param column - times ascending, values of the same length; NaN is left out
 * @param options - period and number of buckets
 * @returns buckets that hold a value, in order
 * @throws RangeError when the lengths differ or there is no bucket
 */
export function reduceToBuckets(column: TimedColumn, options: DecimateOptions): ReducedColumns {
  const { startMs, endMs, buckets } = options;
  const edges = bucketEdges(column, options);
  const timesMs = new Float64Array(buckets);
  const [mean, min, max] = [new Float64Array(buckets), new Float64Array(buckets), new Float64Array(buckets)];
  const count = new Int32Array(buckets);
  let used = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const { first, low, high, total, valid } = summarise(column.values, edges[bucket] ?? 0, edges[bucket + 1] ?? 0);
    if (first < 0) continue;
    timesMs[used] = startMs + (bucket * (endMs - startMs)) / buckets;
    mean[used] = total / valid;
    min[used] = column.values[low] ?? Number.NaN;
    max[used] = column.values[high] ?? Number.NaN;
    count[used] = valid;
    used++;
  }
  return {
    timesMs: timesMs.slice(0, used),
    mean: mean.slice(0, used),
    min: min.slice(0, used),
    max: max.slice(0, used),
    count: count.slice(0, used),
  };
}

/**
 * The points of a line that can be told apart on screen: per column of pixels the first, the smallest, the largest and the last one. A line
 * through them covers the same pixels as the line through all points.
 *
 * @param column - times ascending, values of the same length; NaN breaks the line
 * @param options - period, columns of pixels, longest connected step
 * @returns points of the column in their order, with a NaN between two where the line was broken; at most five per bucket
 * @throws RangeError when the lengths differ or there is no bucket
 * @see Jugel et al., M4, VLDB 7 (2014)
 */
export function decimateLine(column: TimedColumn, options: DecimateOptions): TimedColumn {
  const { timesMs, values } = column;
  const { buckets, maxStepMs = Number.POSITIVE_INFINITY } = options;
  const edges = bucketEdges(column, options);
  const out = { timesMs: new Float64Array(buckets * 5), values: new Float64Array(buckets * 5) };
  let used = 0;
  let previous = -1;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const { first, low, high, last } = summarise(values, edges[bucket] ?? 0, edges[bucket + 1] ?? 0);
    if (first < 0) continue;
    const reachedMs = timesMs[previous] ?? Number.NaN;
    const nextMs = timesMs[first] ?? Number.NaN;
    // Inside one column of pixels a gap cannot be seen; between two it is kept. All values between are missing.
    if (previous >= 0 && (first > previous + 1 || nextMs - reachedMs > maxStepMs)) {
      out.timesMs[used] = (reachedMs + nextMs) / 2;
      out.values[used] = Number.NaN;
      used++;
    }
    let written = -1;
    for (const index of [first, Math.min(low, high), Math.max(low, high), last]) {
      if (index <= written) continue;
      out.timesMs[used] = timesMs[index] ?? Number.NaN;
      out.values[used] = values[index] ?? Number.NaN;
      used++;
      written = index;
    }
    previous = last;
  }
  return { timesMs: out.timesMs.slice(0, used), values: out.values.slice(0, used) };
}

interface BucketSummary {
  /** Positions; -1 without a value. */
  first: number;
  last: number;
  low: number;
  high: number;
  total: number;
  valid: number;
}

function summarise(values: Float64Array, from: number, to: number): BucketSummary {
  const summary = { first: -1, last: -1, low: -1, high: -1, total: 0, valid: 0 };
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (summary.first < 0) summary.first = i;
    summary.last = i;
    summary.total += value;
    summary.valid++;
    if (value < min) {
      min = value;
      summary.low = i;
    }
    if (value > max) {
      max = value;
      summary.high = i;
    }
  }
  return summary;
}

/** Positions at which the buckets begin, and where the last one ends. */
function bucketEdges({ timesMs, values }: TimedColumn, { startMs, endMs, buckets }: DecimateOptions): Int32Array {
  commonLength(timesMs, values);
  if (!(Number.isInteger(buckets) && buckets >= 1)) throw new RangeError(`Not a number of buckets: ${buckets}`);
  const edges = new Int32Array(buckets + 1);
  for (let bucket = 0; bucket <= buckets; bucket++) {
    edges[bucket] = firstAtOrAfter(timesMs, bucket === buckets ? endMs : startMs + (bucket * (endMs - startMs)) / buckets);
  }
  return edges;
}
