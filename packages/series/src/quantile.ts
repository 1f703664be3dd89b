/** Makes a median absolute deviation comparable to the standard deviation of a normal distribution. */
export const ROBUST_SIGMA_SCALE = 1.4826;

/**
 * Quantile by straight lines between the ordered values ("type 7", as in R and NumPy).
 *
 * @param values - in any order, shape (n); NaN is left out
 * @param share - 0 for the smallest value, 1 for the largest
 * @returns NaN without values
 * @throws RangeError when the share is outside 0 to 1
 * @see Hyndman & Fan, The American Statistician 50 (1996)
 */
export function quantile(values: Float64Array, share: number): number {
  return quantileOfSorted(sortedValues(values), share);
}

/**
 * Middle of the values.
 *
 * @param values - in any order, shape (n); NaN is left out
 * @returns NaN without values
 */
export function median(values: Float64Array): number {
  return quantile(values, 0.5);
}

/**
 * Median distance from the median: a spread that single wild values do not move.
 *
 * @param values - in any order, shape (n); NaN is left out
 * @param center - distance from where; default: the median
 * @returns raw value, not multiplied by ROBUST_SIGMA_SCALE; NaN without values
 */
export function medianAbsoluteDeviation(values: Float64Array, center: number = median(values)): number {
  return median(values.map((value) => Math.abs(value - center)));
}

/**
 * Values by rising size, without the missing ones.
 *
 * @param values - in any order, shape (n)
 * @returns shape (number of values), a copy
 */
export function sortedValues(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  // Typed arrays sort NaN behind everything else.
  let count = sorted.length;
  while (count > 0 && Number.isNaN(sorted[count - 1])) count--;
  return sorted.subarray(0, count);
}

/**
 * Quantile of values that are in order already: sort once, ask often.
 *
 * @param sorted - as from `sortedValues`
 * @param share - 0 to 1
 * @returns NaN without values
 * @throws RangeError when the share is outside 0 to 1
 */
export function quantileOfSorted(sorted: Float64Array, share: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a quantile lies between 0 and 1, not at ${share}`);
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[below + 1] ?? low;
  return low + (high - low) * (position - below);
}
