import { mean } from './moments.ts';
import { median, medianAbsoluteDeviation } from './quantile.ts';

/** A range of points around one level. */
export interface LevelSegment {
  /** Index of the first point. */
  start: number;
  /** Index after the last point. */
  end: number;
  /** Median of the segment. */
  level: number;
}

export interface LevelShiftOptions {
  /** Fewest valid points of a segment. */
  minPoints?: number;
  /** Smallest difference between neighbouring levels that counts. */
  minShift?: number;
  /** What one more segment has to gain, in units of noise variance times the logarithm of the number of points. */
  penalty?: number;
}

/** Points further from the median of their neighbourhood than this many robust deviations are pulled in. */
const WINSOR = 3;
const NORMAL_MAD = 1.4826;

/**
 * Splits a series into ranges of constant level, exactly: no other split with the same penalty has smaller squared residuals.
 *
 * Noise is estimated from the differences of neighbours, which a shift touches only once. Slow changes such as seasons are to be removed before.
 *
 * @param values - shape (n); NaN is left out
 * @param options - what counts as a shift
 * @returns segments in order that cover all points; one segment when nothing shifts, none without values
 * @see Killick, Fearnhead & Eckley, J. American Statistical Association 107 (2012), pruned exact linear time
 */
export function levelShifts(values: Float64Array, { minPoints = 7, minShift = 0, penalty = 6 }: LevelShiftOptions = {}): LevelSegment[] {
  const at: number[] = [];
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) at.push(i);
  if (at.length === 0) return [];
  const known = Float64Array.from(at, (i) => values[i] ?? Number.NaN);
  const steps = known.subarray(1).map((value, i) => value - (known[i] ?? Number.NaN));
  const noise = (NORMAL_MAD * medianAbsoluteDeviation(steps)) / Math.SQRT2;
  const cost = penalty * Math.max(noise * noise, Number.MIN_VALUE) * Math.log(Math.max(2, known.length));
  const starts = mergeSmallShifts(bestStarts(withoutSpikes(known, noise), { minPoints, cost }), known, minShift);
  return starts.map((start, k) => ({
    start: k === 0 ? 0 : (at[start] ?? 0),
    end: k + 1 < starts.length ? (at[starts[k + 1] ?? 0] ?? 0) : values.length,
    level: median(known.subarray(start, starts[k + 1] ?? known.length)),
  }));
}

/** Single wild points must not pay for a segment of their own. */
function withoutSpikes(values: Float64Array, noise: number): Float64Array {
  const reach = WINSOR * noise;
  return values.map((value, i) => {
    const middle = median(values.subarray(Math.max(0, i - 3), i + 4));
    return Math.min(middle + reach, Math.max(middle - reach, value));
  });
}

/** First points of the best segments, found from the best splits of all shorter beginnings. */
function bestStarts(values: Float64Array, { minPoints, cost }: { minPoints: number; cost: number }): number[] {
  const n = values.length;
  const middle = mean(values);
  const sums = new Float64Array(n + 1);
  const squares = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    const value = (values[i] ?? 0) - middle;
    sums[i + 1] = (sums[i] ?? 0) + value;
    squares[i + 1] = (squares[i] ?? 0) + value * value;
  }
  const residual = (start: number, end: number) => {
    const total = (sums[end] ?? 0) - (sums[start] ?? 0);
    return (squares[end] ?? 0) - (squares[start] ?? 0) - (total * total) / (end - start);
  };
  const best = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(n + 1);
  best[0] = -cost;
  let candidates: number[] = [0];
  for (let end = Math.min(minPoints, n); end <= n; end++) {
    for (const start of candidates) {
      const total = (best[start] ?? 0) + residual(start, end) + cost;
      if (total < (best[end] ?? 0)) [best[end], previous[end]] = [total, start];
    }
    candidates = candidates.filter((start) => (best[start] ?? 0) + residual(start, end) <= (best[end] ?? 0));
    if (end + 1 - minPoints > 0) candidates.push(end + 1 - minPoints);
  }
  const starts: number[] = [];
  for (let end = n; end > 0; end = previous[end] ?? 0) starts.unshift(previous[end] ?? 0);
  return starts;
}

function mergeSmallShifts(starts: readonly number[], values: Float64Array, minShift: number): number[] {
  const merged = [...starts];
  while (merged.length > 1) {
    const levels = merged.map((start, k) => median(values.subarray(start, merged[k + 1] ?? values.length)));
    const shifts = levels.slice(1).map((level, k) => Math.abs(level - (levels[k] ?? Number.NaN)));
    const smallest = shifts.indexOf(Math.min(...shifts));
    if ((shifts[smallest] ?? 0) >= minShift) break;
    merged.splice(smallest + 1, 1);
  }
  return merged;
}
