import { commonLength } from '@solvane/series/combine';

export interface PerformanceLossOptions {
  /** Local day of each value, shape (n). [d] */
  days: Float64Array;
  /** Performance index or monthly performance ratio, shape (n). NaN is left out */
  index: Float64Array;
  /** What each value counts, not negative, shape (n): insolation, or 1 by its variance. Absent: all the same */
  weights?: Float64Array;
}

/** Change of output per year along a straight line. */
export interface PerformanceLoss {
  /** Relative to the line on the first day, negative when output falls. [%/yr] */
  rate: number;
  /** Standard error of the rate. [%/yr] NaN with two values */
  error: number;
  pointCount: number;
}

const YEAR_DAYS = 365;

/**
 * Performance loss rate by weighted least squares: days that say much, for example sunny ones, count more than dark ones.
 *
 * @param options - index by day and weights
 * @returns undefined with fewer than two weighted days
 * @throws RangeError when the lengths differ
 * @see IEA PVPS T13-22:2021, weighted linear regression; without weights the rate of RdTools' `degradation_ols`
 */
export function performanceLossRate({ days, index, weights }: PerformanceLossOptions): PerformanceLoss | undefined {
  const n = commonLength(days, index, ...(weights ? [weights] : []));
  const weightOf = (i: number) => (Number.isNaN(index[i]) ? 0 : (weights?.[i] ?? 1) || 0);
  const firstDay = days.find((_, i) => weightOf(i) > 0) ?? Number.NaN;
  const sums = { w: 0, x: 0, y: 0, count: 0 };
  for (let i = 0; i < n; i++) {
    const weight = weightOf(i);
    if (!(weight > 0)) continue;
    sums.w += weight;
    sums.x += (weight * ((days[i] ?? Number.NaN) - firstDay)) / YEAR_DAYS;
    sums.y += weight * (index[i] ?? Number.NaN);
    sums.count += 1;
  }
  const [meanX, meanY] = [sums.x / sums.w, sums.y / sums.w];
  const squares = { xx: 0, xy: 0, yy: 0 };
  for (let i = 0; i < n; i++) {
    const weight = weightOf(i);
    if (!(weight > 0)) continue;
    const dx = ((days[i] ?? Number.NaN) - firstDay) / YEAR_DAYS - meanX;
    const dy = (index[i] ?? Number.NaN) - meanY;
    squares.xx += weight * dx * dx;
    squares.xy += weight * dx * dy;
    squares.yy += weight * dy * dy;
  }
  if (!(squares.xx > 0)) return undefined;
  const slope = squares.xy / squares.xx;
  const start = meanY - slope * meanX;
  const residual = Math.max(0, squares.yy - slope * squares.xy);
  const slopeError = sums.count > 2 ? Math.sqrt(residual / (sums.count - 2) / squares.xx) : Number.NaN;
  return { rate: (100 * slope) / start, error: Math.abs((100 * slopeError) / start), pointCount: sums.count };
}
