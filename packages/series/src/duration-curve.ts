import { quantileOfSorted, sortedValues } from './quantile.ts';

/** Values that are reached or exceeded in a share of the time. */
export interface DurationCurve {
  /** 0 to 1, ascending, shape (points). */
  share: Float64Array;
  /** Falling, shape (points). */
  value: Float64Array;
}

/**
 * Values of equal intervals in falling order, over the share of time in which they are reached or exceeded.
 *
 * @param values - one per interval, in any order, shape (n); NaN is left out
 * @param points - how many shares from 0 to 1, evenly spaced
 * @returns the largest value at 0, the median at 0.5, the smallest at 1; empty without values
 * @throws RangeError below two points
 * @see the complement of the empirical distribution; quantiles as in `quantile`
 */
export function durationCurve(values: Float64Array, points = 201): DurationCurve {
  if (!(points >= 2)) throw new RangeError(`a curve has at least two points, not ${points}`);
  const sorted = sortedValues(values);
  if (sorted.length === 0) return { share: new Float64Array(0), value: new Float64Array(0) };
  const share = Float64Array.from({ length: points }, (_, i) => i / (points - 1));
  return { share, value: share.map((each) => quantileOfSorted(sorted, 1 - each)) };
}
