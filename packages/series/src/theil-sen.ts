import { commonLength } from './combine.ts';
import { median } from './quantile.ts';
import { selectInPlace } from './select.ts';

/** A line that up to three in ten wild points do not bend. */
export interface TheilSenLine {
  slope: number;
  /** Median of y minus slope times median of x. */
  intercept: number;
  /** 95 % interval of the slope. */
  slopeLow: number;
  slopeHigh: number;
  pointCount: number;
}

/**
 * Line through the median of all slopes between two points.
 *
 * @param x - shape (n)
 * @param y - shape (n); points with a NaN are left out
 * @returns undefined when fewer than two points differ in x
 * @throws RangeError when the lengths differ
 * @see Sen, J. American Statistical Association 63 (1968)
 */
export function theilSenLine(x: Float64Array, y: Float64Array): TheilSenLine | undefined {
  const n = commonLength(x, y);
  const points: number[] = [];
  for (let i = 0; i < n; i++) if (!Number.isNaN((x[i] ?? Number.NaN) + (y[i] ?? Number.NaN))) points.push(i);
  const knownX = Float64Array.from(points, (i) => x[i] ?? Number.NaN);
  const knownY = Float64Array.from(points, (i) => y[i] ?? Number.NaN);
  const slopes = pairwiseSlopes(knownX, knownY);
  if (slopes.length === 0) return undefined;

  const count = points.length;
  const reach = 1.96 * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  // Four of some ten thousand slopes are wanted: no need to put all of them in order.
  const middle = (slopes.length - 1) / 2;
  const below = slopeAt(slopes, Math.floor(middle));
  const slope = below + (Number.isInteger(middle) ? 0 : (slopeAt(slopes, Math.ceil(middle)) - below) * (middle - Math.floor(middle)));
  return {
    slope,
    intercept: median(knownY) - slope * median(knownX),
    slopeLow: slopeAt(slopes, Math.round((slopes.length - reach) / 2) - 1),
    slopeHigh: slopeAt(slopes, Math.round((slopes.length + reach) / 2)),
    pointCount: count,
  };
}

function pairwiseSlopes(x: Float64Array, y: Float64Array): Float64Array {
  const slopes = new Float64Array((x.length * (x.length - 1)) / 2);
  let found = 0;
  for (let i = 1; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const run = (x[i] ?? 0) - (x[j] ?? 0);
      if (run !== 0) slopes[found++] = ((y[i] ?? 0) - (y[j] ?? 0)) / run;
    }
  }
  return slopes.subarray(0, found);
}

function slopeAt(slopes: Float64Array, position: number): number {
  return selectInPlace(slopes, Math.min(slopes.length - 1, Math.max(0, position)));
}
