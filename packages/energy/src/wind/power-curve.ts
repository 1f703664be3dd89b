import { commonLength } from '@solvane/series/combine';

/** Power a turbine makes at each wind speed, by rising speed. The first point is cut-in, the last cut-out. */
export interface PowerCurve {
  /** shape (points). [m/s] */
  windSpeed: Float64Array;
  /** shape (points). [kW] */
  power: Float64Array;
}

/** A generic pitch-regulated 2 MW turbine: cut-in 3 m/s, rated 13 m/s, cut-out 25 m/s. */
export const GENERIC_2_MW_CURVE: PowerCurve = {
  windSpeed: Float64Array.of(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 25),
  power: Float64Array.of(0, 60, 160, 310, 530, 830, 1200, 1560, 1820, 1960, 2000, 2000),
};

/**
 * A power curve from points in any order.
 *
 * @param windSpeed - shape (points), at least two. [m/s]
 * @param power - shape (points). [kW]
 * @returns the curve by rising wind speed
 * @throws RangeError when the lengths differ, a number is missing or a wind speed occurs twice
 */
export function powerCurve(windSpeed: Float64Array, power: Float64Array): PowerCurve {
  const order = [...Array(commonLength(windSpeed, power)).keys()].sort((a, b) => at(windSpeed, a) - at(windSpeed, b));
  const curve = { windSpeed: Float64Array.from(order, (i) => at(windSpeed, i)), power: Float64Array.from(order, (i) => at(power, i)) };
  if (order.length < 2) throw new RangeError('a power curve needs two points');
  if (curve.windSpeed.some(Number.isNaN) || curve.power.some(Number.isNaN)) throw new RangeError('a power curve has no missing points');
  if (curve.windSpeed.some((speed, i) => i > 0 && speed === curve.windSpeed[i - 1])) {
    throw new RangeError('a wind speed occurs twice in a power curve');
  }
  return curve;
}

/**
 * Power by a curve: straight lines between its points, nothing outside of them, never below 0.
 *
 * @param windSpeed - at the density of the curve, shape (n). [m/s]
 * @param curve - by rising wind speed
 * @returns shape (n). [kW] NaN where the wind speed is NaN
 * @see IEC 61400-12-1; GENERIC_2_MW_CURVE at 8.25 m/s → 922.5, at 25.1 m/s → 0
 */
export function powerFromCurve(windSpeed: Float64Array, curve: PowerCurve): Float64Array {
  const { windSpeed: speeds, power } = curve;
  const last = speeds.length - 1;
  const cutIn = at(speeds, 0);
  const cutOut = at(speeds, last);
  const out = new Float64Array(windSpeed.length);
  let right = 1;
  for (let i = 0; i < out.length; i++) {
    const speed = at(windSpeed, i);
    if (Number.isNaN(speed)) out[i] = Number.NaN;
    if (!(speed >= cutIn && speed <= cutOut)) continue;
    // Wind changes little from one interval to the next: searching on from the last segment beats halving.
    while (right < last && speed > at(speeds, right)) right++;
    while (right > 1 && speed <= at(speeds, right - 1)) right--;
    const left = right - 1;
    const share = (speed - at(speeds, left)) / (at(speeds, right) - at(speeds, left));
    out[i] = Math.max(0, at(power, left) + share * (at(power, right) - at(power, left)));
  }
  return out;
}

/**
 * Highest power of a curve.
 *
 * @param curve - any
 * @returns rated power as the curve shows it. [kW]
 */
export function ratedPowerOf(curve: PowerCurve): number {
  return curve.power.reduce((highest, power) => Math.max(highest, power), 0);
}

function at(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}
