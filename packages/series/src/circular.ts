import { commonLength } from './combine.ts';

export interface CircularMean {
  /** 0 to 360; NaN where the directions cancel out. [°] */
  direction: number;
  /** 1 when all directions are the same, 0 when they cancel out. */
  concentration: number;
}

/** Below this concentration there is no direction worth naming. */
export const LOWEST_CONCENTRATION = 0.05;

const DEGREE = Math.PI / 180;

/**
 * Mean direction: the direction of the sum of unit vectors.
 *
 * @param angles - shape (n); NaN is left out. [°]
 * @param weights - not negative, shape (n); absent: all the same
 * @returns direction and concentration; NaN when no angle has weight
 * @throws RangeError when the lengths differ
 * @see 350°, 10°, 30° → 10°; 0°, 180° → no direction; 350° with weight 8 and 20° with weight 4 → 359.896091°
 */
export function circularMean(angles: Float64Array, weights?: Float64Array): CircularMean {
  const length = weights === undefined ? angles.length : commonLength(angles, weights);
  let sine = 0;
  let cosine = 0;
  let total = 0;
  for (let i = 0; i < length; i++) {
    const angle = (angles[i] ?? Number.NaN) * DEGREE;
    const weight = weights === undefined ? 1 : (weights[i] ?? Number.NaN);
    if (Number.isNaN(angle) || Number.isNaN(weight)) continue;
    sine += weight * Math.sin(angle);
    cosine += weight * Math.cos(angle);
    total += weight;
  }
  return directionOfSums(sine, cosine, total);
}

/**
 * Mean direction from sums that were added up elsewhere.
 *
 * @param sine - Σ weight · sin
 * @param cosine - Σ weight · cos
 * @param weight - Σ weight
 * @returns as `circularMean`
 */
export function directionOfSums(sine: number, cosine: number, weight: number): CircularMean {
  const concentration = Math.sqrt(sine * sine + cosine * cosine) / weight;
  const direction = concentration >= LOWEST_CONCENTRATION ? wrapDegrees(Math.atan2(sine, cosine) / DEGREE) : Number.NaN;
  return { direction, concentration };
}

/**
 * The same direction from 0 up to 360.
 *
 * @param angle - any angle. [°]
 */
export function wrapDegrees(angle: number): number {
  const wrapped = angle % 360;
  // Adding 360 to a tiny negative angle rounds to 360 itself, which is 0.
  return wrapped < 0 ? (wrapped + 360) % 360 : wrapped + 0;
}

/**
 * The same direction as a turn: above -180, up to 180.
 *
 * @param angle - any angle. [°]
 */
export function wrapTurn(angle: number): number {
  const wrapped = wrapDegrees(angle);
  return wrapped > 180 ? wrapped - 360 : wrapped;
}
