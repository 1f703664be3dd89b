import { mean } from './moments.ts';
import { quantileOfSorted, sortedValues } from './quantile.ts';

/** What a box plot shows of a group of values. */
export interface BoxStatistics {
  count: number;
  min: number;
  p5: number;
  p25: number;
  median: number;
  mean: number;
  p75: number;
  p95: number;
  max: number;
}

/**
 * Quantiles and mean of a group of values.
 *
 * @param values - in any order, shape (n); NaN is left out
 * @returns NaN throughout and count 0 without values
 * @see quantiles as in `quantile`
 */
export function boxStatistics(values: Float64Array): BoxStatistics {
  const sorted = sortedValues(values);
  const at = (share: number) => quantileOfSorted(sorted, share);
  return {
    count: sorted.length,
    ...{ min: at(0), p5: at(0.05), p25: at(0.25), median: at(0.5), mean: mean(sorted), p75: at(0.75), p95: at(0.95), max: at(1) },
  };
}
