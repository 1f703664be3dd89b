import { commonLength } from './combine.ts';
import { medianAbsoluteDeviation, median as medianOf, ROBUST_SIGMA_SCALE } from './quantile.ts';

export interface OutlierRule {
  /** Distance from the median, in robust standard deviations, beyond which a value is an outlier; more than 0. 3.5 is usual. */
  threshold: number;
  /** Below this spread, as a share of the largest value of the column, nothing is an outlier: a flat line has no spread. Default: 0.001. */
  leastSpread?: number;
}

/** Values on each side of the one that is judged. */
const NEIGHBOURS = 6;
/** Fewer values have no spread worth the name. */
const FEWEST = 5;

/**
 * Outliers among their neighbours in time (Hampel identifier): a value is one where it is further from the median of itself and 6 values on each side than
 * `threshold` robust standard deviations (1.4826 times the median absolute deviation) of the same values.
 *
 * Limits: a fault that lasts longer than half of the window, 7 values, is its own normal and stays. Fewer than 5 neighbours judge nothing.
 *
 * @param values - in the order of their times, shape (n); NaN is left out
 * @param rule - threshold and least spread
 * @returns 1 for an outlier, else 0, shape (n); 0 for NaN
 * @throws RangeError for a threshold that is not more than 0
 * @see Hampel, JASA 69 (1974); Iglewicz & Hoaglin, ASQC 16 (1993), for the threshold of 3.5
 */
export function outliersAmongNeighbours(values: Float64Array, rule: OutlierRule): Uint8Array {
  checkRule(rule);
  const least = leastSpreadOf(values, rule);
  const present: number[] = [];
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) present.push(i);
  const found = new Uint8Array(values.length);
  for (let at = 0; at < present.length; at++) {
    const window = Float64Array.from(present.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1), (i) => values[i] ?? Number.NaN);
    const index = present[at] ?? 0;
    if (window.length >= FEWEST && isOutlier(values[index] ?? Number.NaN, window, { ...rule, leastSpread: least })) found[index] = 1;
  }
  return found;
}

/**
 * Outliers of a quantity against another one, as power against wind speed: a value is one where it is further from the median of the values in the same bin
 * of the other quantity than `threshold` robust standard deviations of that bin.
 *
 * Limits: bins with fewer than 5 values judge nothing; where more than half of a bin is wrong, the right values are the outliers.
 *
 * @param values - shape (n); NaN is left out
 * @param other - of the same times, shape (n); where it is NaN nothing is judged
 * @param rule - threshold, least spread, and width of the bins in the unit of `other`
 * @returns 1 for an outlier, else 0, shape (n)
 * @throws RangeError when the lengths differ, or for a threshold or a width that is not more than 0
 */
export function outliersInBins(values: Float64Array, other: Float64Array, rule: OutlierRule & { binWidth: number }): Uint8Array {
  checkRule(rule);
  if (!(rule.binWidth > 0)) throw new RangeError(`Not a width of bins: ${rule.binWidth}`);
  const n = commonLength(values, other);
  const bins = new Map<number, number[]>();
  for (let i = 0; i < n; i++) {
    const bin = Math.floor((other[i] ?? Number.NaN) / rule.binWidth);
    if (Number.isNaN(bin) || Number.isNaN(values[i])) continue;
    const members = bins.get(bin);
    if (members) members.push(i);
    else bins.set(bin, [i]);
  }
  const leastSpread = leastSpreadOf(values, rule);
  const found = new Uint8Array(n);
  for (const members of bins.values()) {
    if (members.length < FEWEST) continue;
    const inBin = Float64Array.from(members, (i) => values[i] ?? Number.NaN);
    const limits = limitsOf(inBin, { ...rule, leastSpread });
    for (const i of members) {
      const value = values[i] ?? Number.NaN;
      if (value < limits.low || value > limits.high) found[i] = 1;
    }
  }
  return found;
}

function isOutlier(value: number, window: Float64Array, rule: Required<OutlierRule>): boolean {
  const { low, high } = limitsOf(window, rule);
  return value < low || value > high;
}

function limitsOf(values: Float64Array, { threshold, leastSpread }: Required<OutlierRule>): { low: number; high: number } {
  const middle = medianOf(values);
  const spread = Math.max(medianAbsoluteDeviation(values, middle) * ROBUST_SIGMA_SCALE, leastSpread);
  return { low: middle - threshold * spread, high: middle + threshold * spread };
}

function leastSpreadOf(values: Float64Array, { leastSpread = 0.001 }: OutlierRule): number {
  let largest = 0;
  for (const value of values) if (Math.abs(value) > largest) largest = Math.abs(value);
  return largest * leastSpread;
}

function checkRule({ threshold }: OutlierRule): void {
  if (!(threshold > 0)) throw new RangeError(`Not a threshold: ${threshold}`);
}
