import { commonLength } from '@solvane/series/combine';

/** A line through the origin: how many kW come out per temperature-adjusted nominal kW. */
export interface PowerRatingLine {
  slope: number;
  /** Standard deviation of the points about the line. [kW] */
  residual: number;
  /** Standard error of the slope. */
  slopeError: number;
  pointCount: number;
}

export interface RatingPointOptions {
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** 1 where an interval is left out: event, clipping, estimate, sensor in doubt; shape (n). */
  excluded?: Uint8Array;
  /** [W/m²] */
  minIrradiance?: number;
  /** Largest change since the interval before. [W/m²] Absent: 150 in intervals of up to a quarter of an hour, else any */
  maxChange?: number;
  /** Native interval. */
  stepMs: number;
}

export interface PowerRatingOptions {
  /** Temperature-adjusted nominal power, shape (n). [kW] */
  nominalPower: Float64Array;
  /** AC power, shape (n). [kW] */
  power: Float64Array;
  /** 1 where the point takes part, shape (n); see `steadyBrightIntervals`. */
  selected: Uint8Array;
  minPoints?: number;
}

/** Light from which a rating is taken. [W/m²] */
export const RATING_MIN_IRRADIANCE = 400;
/** Change of light between neighbours up to which the sky counts as steady. [W/m²] */
export const RATING_MAX_CHANGE = 150;
/** Means of longer intervals change with the sun alone: their difference says nothing about the sky. */
const LONGEST_STEADY_STEP_MS = 15 * 60_000;
/** Fewest points a rating rests on. */
export const RATING_MIN_POINTS = 50;

/**
 * Intervals of steady strong light: the points of power ratings and capacity tests.
 *
 * @param options - light and exclusions
 * @returns 1 where the interval is usable, shape (n); where steadiness is asked, the first interval and those behind a gap have no neighbour and
 *   are not
 * @throws RangeError when the lengths differ
 */
export function steadyBrightIntervals({
  planeIrradiance,
  excluded,
  minIrradiance = RATING_MIN_IRRADIANCE,
  stepMs,
  maxChange = stepMs <= LONGEST_STEADY_STEP_MS ? RATING_MAX_CHANGE : Number.POSITIVE_INFINITY,
}: RatingPointOptions): Uint8Array {
  const n = commonLength(planeIrradiance, ...(excluded ? [excluded] : []));
  const selected = new Uint8Array(n);
  const isAnySky = maxChange === Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const irradiance = planeIrradiance[i] ?? Number.NaN;
    const change = Math.abs(irradiance - (planeIrradiance[i - 1] ?? Number.NaN));
    if (irradiance >= minIrradiance && (isAnySky || change <= maxChange) && excluded?.[i] !== 1) selected[i] = 1;
  }
  return selected;
}

/**
 * Regression line through the origin of power on temperature-adjusted nominal power.
 *
 * @param options - points
 * @returns undefined with fewer than `minPoints` complete points
 * @throws RangeError when the lengths differ
 */
export function powerRatingLine({
  nominalPower,
  power,
  selected,
  minPoints = RATING_MIN_POINTS,
}: PowerRatingOptions): PowerRatingLine | undefined {
  const { pointCount, xx, xy } = ratingSums({ nominalPower, power, selected });
  if (pointCount < Math.max(2, minPoints) || xx === 0) return undefined;
  const slope = xy / xx;
  // Residuals in a second pass: their sum from xx and xy would lose its digits to cancellation.
  let squares = 0;
  for (let i = 0; i < selected.length; i++) {
    const square = ((power[i] ?? Number.NaN) - slope * (nominalPower[i] ?? Number.NaN)) ** 2;
    if (selected[i] === 1 && !Number.isNaN(square)) squares += square;
  }
  const residual = Math.sqrt(squares / (pointCount - 1));
  return { slope, residual, slopeError: residual / Math.sqrt(xx), pointCount };
}

/** What a period adds to the slope of a rating line. Sums add up. */
export interface RatingSums {
  pointCount: number;
  /** Of squares of the nominal power, and of its products with the power. [kW²] */
  xx: number;
  xy: number;
}

/**
 * Sums of the points of a rating line.
 *
 * @param points - of any period
 * @throws RangeError when the lengths differ
 */
export function ratingSums({ nominalPower, power, selected }: Omit<PowerRatingOptions, 'minPoints'>): RatingSums {
  const n = commonLength(nominalPower, power, selected);
  let pointCount = 0;
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    const x = nominalPower[i] ?? Number.NaN;
    const y = power[i] ?? Number.NaN;
    if (selected[i] !== 1 || Number.isNaN(x + y)) continue;
    pointCount++;
    xx += x * x;
    xy += x * y;
  }
  return { pointCount, xx, xy };
}

/**
 * Slopes of the limit lines about a rating line.
 *
 * @param slope - of the line
 * @param share - distance of the limits, 0 to 1
 * @returns lower and upper slope
 */
export function ratingLimits(slope: number, share: number = 0.05): { lower: number; upper: number } {
  return { lower: slope * (1 - share), upper: slope * (1 + share) };
}

/**
 * How far a rating has moved from its baseline.
 *
 * @param slope - of the recent line
 * @param baselineSlope - of the frozen baseline
 * @returns share of the baseline; negative is worse. 0.8970 against 0.9200 → −0.025
 */
export function ratingDeviation(slope: number, baselineSlope: number): number {
  return slope / baselineSlope - 1;
}
