import { standardPressure } from '../../weather/standard-atmosphere.ts';
import { QUALITY_FLAGS } from '../flags.ts';

/**
 * Marks values below a limit.
 *
 * @param values - raw, shape (n)
 * @param min - smallest good value
 * @param flags - shape (n), BELOW_MIN is set in place
 */
export function flagBelowMin(values: Float64Array, min: number, flags: Int32Array): void {
  flagBelow(values, min, flags, QUALITY_FLAGS.BELOW_MIN);
}

/**
 * Marks values above a limit.
 *
 * @param values - raw, shape (n)
 * @param max - largest good value
 * @param flags - shape (n), ABOVE_MAX is set in place
 */
export function flagAboveMax(values: Float64Array, max: number, flags: Int32Array): void {
  flagAbove(values, max, flags, QUALITY_FLAGS.ABOVE_MAX);
}

/**
 * Marks pressures too high for the altitude.
 *
 * @param pressure - raw, shape (n). [hPa]
 * @param limit - altitude of the sensor [m] and largest ratio to the pressure of the standard atmosphere
 * @param flags - shape (n), BARO_HIGH is set in place; none where the altitude is NaN
 * @see 1015 hPa at 500 m → 1.06326 of the standard 954.608 hPa
 */
export function flagHighPressure(pressure: Float64Array, { altitude, max }: { altitude: number; max: number }, flags: Int32Array): void {
  flagAbove(pressure, max * standardPressure(altitude), flags, QUALITY_FLAGS.BARO_HIGH);
}

/**
 * Marks pressures too low for the altitude.
 *
 * @param pressure - raw, shape (n). [hPa]
 * @param limit - altitude of the sensor [m] and smallest ratio to the pressure of the standard atmosphere
 * @param flags - shape (n), BARO_LOW is set in place; none where the altitude is NaN
 * @see 740 hPa at 1500 m → 0.87516
 */
export function flagLowPressure(pressure: Float64Array, { altitude, min }: { altitude: number; min: number }, flags: Int32Array): void {
  flagBelow(pressure, min * standardPressure(altitude), flags, QUALITY_FLAGS.BARO_LOW);
}

function flagBelow(values: Float64Array, limit: number, flags: Int32Array, bit: number): void {
  for (let i = 0; i < values.length; i++) if ((values[i] ?? Number.NaN) < limit) flags[i] = (flags[i] ?? 0) | bit;
}

function flagAbove(values: Float64Array, limit: number, flags: Int32Array, bit: number): void {
  for (let i = 0; i < values.length; i++) if ((values[i] ?? Number.NaN) > limit) flags[i] = (flags[i] ?? 0) | bit;
}
