import { commonLength } from '@solvane/series/combine';
import { QUALITY_FLAGS } from '../flags.ts';

export interface ClearSkyColumns {
  /** Raw irradiance, shape (n). [W/m²] */
  irradiance: Float64Array;
  /** Of the same plane under a cloudless sky, shape (n). [W/m²] */
  clearSky: Float64Array;
  /** Of the sun, at the middle of each interval, shape (n). [°] */
  elevation: Float64Array;
}

/**
 * Marks irradiance brighter than the sky can be.
 *
 * @param columns - measured, clear sky and sun
 * @param limit - factor and offset [W/m²] on the clear sky, and the sun's elevation above which they are asked for [°]
 * @param flags - shape (n), CLEARSKY_HIGH is set in place
 * @throws RangeError when the lengths differ
 * @see limit of 835 W/m² for a clear sky of 620 W/m², factor 1.25 and offset 60
 */
export function flagClearSkyHigh(
  { irradiance, clearSky, elevation }: ClearSkyColumns,
  { factor, offset, minElevation }: { factor: number; offset: number; minElevation: number },
  flags: Int32Array,
): void {
  const length = commonLength(irradiance, clearSky, elevation);
  for (let i = 0; i < length; i++) {
    if (!((elevation[i] ?? Number.NaN) > minElevation)) continue;
    const limit = factor * (clearSky[i] ?? Number.NaN) + offset;
    if ((irradiance[i] ?? Number.NaN) > limit) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.CLEARSKY_HIGH;
  }
}

/**
 * Marks ranges in which a sensor stays dark under the sun.
 *
 * @param columns - measured, clear sky and sun
 * @param limit - factor on the clear sky, the sun's elevation above which it is asked for [°], and the shortest range, in intervals
 * @param flags - shape (n), CLEARSKY_LOW is set in place
 * @throws RangeError when the lengths differ
 */
export function flagClearSkyLow(
  { irradiance, clearSky, elevation }: ClearSkyColumns,
  { factor, minElevation, minLength }: { factor: number; minElevation: number; minLength: number },
  flags: Int32Array,
): void {
  const length = commonLength(irradiance, clearSky, elevation);
  let dark = 0;
  for (let i = 0; i <= length; i++) {
    const isDark = (elevation[i] ?? Number.NaN) > minElevation && (irradiance[i] ?? Number.NaN) < factor * (clearSky[i] ?? Number.NaN);
    if (isDark) {
      dark++;
      continue;
    }
    if (dark >= minLength) for (let j = i - dark; j < i; j++) flags[j] = (flags[j] ?? 0) | QUALITY_FLAGS.CLEARSKY_LOW;
    dark = 0;
  }
}
