import { combine } from '@solvane/series/combine';
import type { HorizontalIrradiance } from './clear-sky.ts';

export interface ErbsOptions {
  /** Measured global horizontal irradiance, shape (n). [W/m²] */
  ghi: Float64Array;
  /** shape (n). [°] */
  apparentZenith: Float64Array;
  /** Normal irradiance above the atmosphere, shape (n). [W/m²] */
  extraterrestrial: Float64Array;
}

const RADIANS = Math.PI / 180;
/** Beyond this zenith the direct part cannot be told from measurement error. [°] */
const LARGEST_ZENITH = 87;

/**
 * Splits global irradiance into its direct and diffuse parts by the clearness of the sky.
 *
 * Negative global irradiance (sensor offset at night) counts as 0.
 *
 * @param options - global irradiance and sun, each shape (n)
 * @returns the three parts, each shape (n). [W/m²] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Erbs, Klein & Duffie, Solar Energy 28 (1982); 600 W/m² at zenith 40°, day 172 → direct 426.2663, diffuse 273.4611
 */
export function erbsDecomposition({ ghi, apparentZenith, extraterrestrial }: ErbsOptions): HorizontalIrradiance {
  const clearness = clearnessIndex({ ghi, apparentZenith, extraterrestrial });
  const global = ghi.map((value) => Math.max(0, value));
  const dhi = combine(global, apparentZenith, clearness, (value, zenith, kt) =>
    zenith > LARGEST_ZENITH ? value : value * diffuseFraction(kt),
  );
  const dni = combine(global, dhi, apparentZenith, (value, diffuse, zenith) =>
    zenith > LARGEST_ZENITH ? 0 * value : (value - diffuse) / Math.cos(zenith * RADIANS),
  );
  return { ghi: global, dni, dhi };
}

/**
 * Share of the horizontal irradiance above the atmosphere that reaches the ground.
 *
 * @param options - global irradiance and sun, each shape (n)
 * @returns 0 to 1, shape (n); NaN where an input is NaN
 * @throws RangeError when the lengths differ
 */
export function clearnessIndex({ ghi, apparentZenith, extraterrestrial }: ErbsOptions): Float64Array {
  return combine(ghi, apparentZenith, extraterrestrial, (value, zenith, i0) =>
    Math.min(1, Math.max(0, value / (i0 * Math.max(Math.cos(zenith * RADIANS), 0.065)))),
  );
}

function diffuseFraction(kt: number): number {
  if (kt <= 0.22) return 1 - 0.09 * kt;
  if (kt <= 0.8) return 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)));
  return kt > 0.8 ? 0.165 : Number.NaN;
}
