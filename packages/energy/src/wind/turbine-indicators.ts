import { circularMean, wrapTurn } from '@solvane/series/circular';
import { combine, commonLength } from '@solvane/series/combine';

/** Wind speeds in which the vane is read: above the noise of light wind, below the control region. [m/s] */
const YAW_WIND = { from: 5, to: 10 };
const RADIANS = Math.PI / 180;

export interface YawErrorOptions {
  /** Relative to the nacelle, shape (n). [°] */
  windVane: Float64Array;
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  /** Known error of the mounting. [°] */
  vaneOffset?: number;
}

/**
 * Mean angle between nacelle and wind.
 *
 * @param options - vane and wind of a period
 * @returns above −180 up to 180. [°] NaN without readings between 5 and 10 m/s, or when they cancel out
 * @throws RangeError when the lengths differ
 */
export function yawError(options: YawErrorOptions): number {
  return wrapTurn(circularMean(yawErrorColumn(options)).direction);
}

/**
 * Angle between nacelle and wind, interval by interval.
 *
 * @param options - vane and wind
 * @returns above −180 up to 180, shape (n). [°] NaN where the wind is not between 5 and 10 m/s
 * @throws RangeError when the lengths differ
 */
export function yawErrorColumn({ windVane, windSpeed, vaneOffset = 0 }: YawErrorOptions): Float64Array {
  return combine(windVane, windSpeed, (angle, speed) =>
    speed >= YAW_WIND.from && speed <= YAW_WIND.to ? wrapTurn(angle - vaneOffset) : Number.NaN,
  );
}

/**
 * Power in the wind that blows through a rotor.
 *
 * @param windSpeed - shape (n). [m/s]
 * @param airDensity - shape (n). [kg/m³]
 * @param rotorDiameter - [m]
 * @returns shape (n). [kW] NaN where an input is
 * @throws RangeError when the lengths differ
 * @see ½ ρ A v³
 */
export function powerInWind(windSpeed: Float64Array, airDensity: Float64Array, rotorDiameter: number): Float64Array {
  const area = (Math.PI * rotorDiameter ** 2) / 4;
  return combine(windSpeed, airDensity, (speed, density) => (0.5 * density * area * speed ** 3) / 1000);
}

/**
 * Share of power a turbine loses by looking past the wind.
 *
 * @param angle - yaw error. [°]
 * @param exponent - 2 as measured on real turbines, 3 in theory
 * @returns 0 to 1. 8° → 0.019369 with exponent 2, 0.028913 with 3
 */
export function yawLoss(angle: number, exponent: number = 2): number {
  return 1 - Math.cos(angle * RADIANS) ** exponent;
}

/**
 * Largest difference between the three blades at the same time.
 *
 * @param a - shape (n). [°]
 * @param b - shape (n). [°]
 * @param c - shape (n). [°]
 * @returns shape (n). [°] NaN where a blade is not measured
 * @throws RangeError when the lengths differ
 */
export function pitchSpread(a: Float64Array, b: Float64Array, c: Float64Array): Float64Array {
  const spread = new Float64Array(commonLength(a, b, c));
  for (let i = 0; i < spread.length; i++) {
    const first = a[i] ?? Number.NaN;
    const second = b[i] ?? Number.NaN;
    const third = c[i] ?? Number.NaN;
    spread[i] = Math.max(first, second, third) - Math.min(first, second, third);
  }
  return spread;
}

/**
 * Gustiness of the wind within intervals.
 *
 * @param deviation - standard deviation of the wind speed inside the interval, shape (n). [m/s]
 * @param windSpeed - its mean, shape (n). [m/s]
 * @returns share of 1, shape (n); NaN in calm
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1
 */
export function turbulenceIntensity(deviation: Float64Array, windSpeed: Float64Array): Float64Array {
  return combine(deviation, windSpeed, (sigma, speed) => (speed > 0 ? sigma / speed : Number.NaN));
}

export interface PowerCoefficientOptions {
  /** shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kg/m³] */
  airDensity: Float64Array;
  /** [m] */
  rotorDiameter: number;
}

/**
 * Power taken from the wind that blows through the rotor, and the power in that wind: add both over time, divide last.
 *
 * @param options - columns of a period
 * @returns coefficient of the period; NaN without intervals that have all values
 * @throws RangeError when the lengths differ
 * @see Cp = P / (½ ρ A v³); at most 16/27 by Betz
 */
export function powerCoefficient({ power, windSpeed, airDensity, rotorDiameter }: PowerCoefficientOptions): number {
  const n = commonLength(power, windSpeed, airDensity);
  const inWindOf = powerInWind(windSpeed, airDensity, rotorDiameter);
  let [taken, offered] = [0, 0];
  for (let i = 0; i < n; i++) {
    const inWind = inWindOf[i] ?? Number.NaN;
    const produced = power[i] ?? Number.NaN;
    if (Number.isNaN(inWind + produced)) continue;
    taken += produced;
    offered += inWind;
  }
  return offered > 0 ? taken / offered : Number.NaN;
}
