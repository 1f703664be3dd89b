import { commonLength } from '@solvane/series/combine';
import { regressionLine } from '@solvane/series/least-squares';

/** How values of a reference turn into the own ones: y = intercept + slope · x. */
export interface ReferenceLine {
  intercept: number;
  slope: number;
}

const MIN_PAIRS = 144;
const MIN_R2 = 0.8;
const SATELLITE_MIN_IRRADIANCE = 200;
const SATELLITE_MIN_INTERVALS = 200;
const SATELLITE_RATIO_MIN = 0.8;
const SATELLITE_RATIO_MAX = 1.25;

/**
 * Line between a device and its reference over the last thirty days.
 *
 * @param reference - good values of the reference, shape (n)
 * @param own - good values of the device, shape (n)
 * @returns undefined when there are fewer than 144 pairs or the line explains less than 0.8 of the variance
 * @throws RangeError when the lengths differ
 */
export function learnReferenceLine(reference: Float64Array, own: Float64Array): ReferenceLine | undefined {
  const line = regressionLine(reference, own);
  if (line === undefined || line.pointCount < MIN_PAIRS || !(line.r2 >= MIN_R2)) return undefined;
  return { intercept: line.intercept, slope: line.slope };
}

/** What a stretch of time adds to the ratio of a sensor to a satellite. Sums add up. */
export interface SatelliteSums {
  /** [W/m² · intervals] */
  own: number;
  satellite: number;
  /** Bright intervals. */
  count: number;
}

/**
 * Sums of bright intervals.
 *
 * @param own - good values of the site's sensor, shape (n). [W/m²]
 * @param satellite - of the same intervals, shape (n). [W/m²]
 * @throws RangeError when the lengths differ
 */
export function satelliteSums(own: Float64Array, satellite: Float64Array): SatelliteSums {
  const length = commonLength(own, satellite);
  const sums: SatelliteSums = { own: 0, satellite: 0, count: 0 };
  for (let i = 0; i < length; i++) {
    const [a, b] = [own[i] ?? Number.NaN, satellite[i] ?? Number.NaN];
    if (!(a > SATELLITE_MIN_IRRADIANCE && b > SATELLITE_MIN_IRRADIANCE)) continue;
    sums.own += a;
    sums.satellite += b;
    sums.count++;
  }
  return sums;
}

/**
 * What a satellite's irradiance is multiplied by to become that of the site.
 *
 * @param sums - of the last thirty days
 * @returns as `learnSatelliteRatio`
 */
export function satelliteRatioOf({ own, satellite, count }: SatelliteSums): number {
  if (count < SATELLITE_MIN_INTERVALS) return 1;
  return Math.min(SATELLITE_RATIO_MAX, Math.max(SATELLITE_RATIO_MIN, own / satellite));
}

/**
 * What a satellite's irradiance is multiplied by to become that of the site, from the last thirty days.
 *
 * @param own - good values of the site's sensor, shape (n). [W/m²]
 * @param satellite - of the same intervals, shape (n). [W/m²]
 * @returns between 0.8 and 1.25; 1 when there are fewer than 200 bright intervals
 * @throws RangeError when the lengths differ
 * @see sums of 162 and 170 → 0.952941
 */
export function learnSatelliteRatio(own: Float64Array, satellite: Float64Array): number {
  return satelliteRatioOf(satelliteSums(own, satellite));
}
