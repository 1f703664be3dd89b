import { commonLength } from '@solvane/series/combine';

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
  return lineOfSums(lineSums(reference, own));
}

/** What a period adds to the line between a device and its reference: about its own means, so that sums keep their digits. */
export interface LineSums {
  count: number;
  meanX: number;
  meanY: number;
  /** Sums of products of the distances from the means. */
  xx: number;
  xy: number;
  yy: number;
}

/**
 * Sums of the intervals in which both have a value.
 *
 * @param reference - good values of the reference, shape (n)
 * @param own - good values of the device, shape (n)
 * @throws RangeError when the lengths differ
 */
export function lineSums(reference: Float64Array, own: Float64Array): LineSums {
  const n = commonLength(reference, own);
  const sums: LineSums = { count: 0, meanX: 0, meanY: 0, xx: 0, xy: 0, yy: 0 };
  for (let i = 0; i < n; i++) {
    const x = reference[i] ?? Number.NaN;
    const y = own[i] ?? Number.NaN;
    if (Number.isNaN(x + y)) continue;
    sums.count++;
    const [fromX, fromY] = [x - sums.meanX, y - sums.meanY];
    sums.meanX += fromX / sums.count;
    sums.meanY += fromY / sums.count;
    sums.xx += fromX * (x - sums.meanX);
    sums.xy += fromX * (y - sums.meanY);
    sums.yy += fromY * (y - sums.meanY);
  }
  return sums;
}

/**
 * Sums of two periods together.
 *
 * @param a - of one
 * @param b - of the other
 * @see Chan, Golub and LeVeque (1979), updating formulas for sample variances
 */
export function addLineSums(a: LineSums, b: LineSums): LineSums {
  const count = a.count + b.count;
  if (count === 0) return a;
  const [apartX, apartY] = [b.meanX - a.meanX, b.meanY - a.meanY];
  const weight = (a.count * b.count) / count;
  return {
    count,
    meanX: a.meanX + (apartX * b.count) / count,
    meanY: a.meanY + (apartY * b.count) / count,
    xx: a.xx + b.xx + apartX * apartX * weight,
    xy: a.xy + b.xy + apartX * apartY * weight,
    yy: a.yy + b.yy + apartY * apartY * weight,
  };
}

/**
 * Line that follows from sums.
 *
 * @param sums - of the last thirty days
 * @returns as `learnReferenceLine`
 */
export function lineOfSums({ count, meanX, meanY, xx, xy, yy }: LineSums): ReferenceLine | undefined {
  if (count < MIN_PAIRS || !(xx > 0) || !((xy * xy) / (xx * yy) >= MIN_R2)) return undefined;
  const slope = xy / xx;
  return { intercept: meanY - slope * meanX, slope };
}

/** What a period adds to the ratio of a sensor to a satellite. Sums add up. */
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
    const a = own[i] ?? Number.NaN;
    const b = satellite[i] ?? Number.NaN;
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
