import { combine } from '@solvane/series/combine';
import type { HorizontalIrradiance } from './clear-sky.ts';
import { clearnessIndex, type ErbsOptions } from './decomposition.ts';

export interface DiscOptions extends Omit<ErbsOptions, 'apparentZenith'> {
  /** True zenith, without refraction, shape (n). [°] */
  zenith: Float64Array;
  /** Station pressure. [hPa] */
  pressure?: number;
}

const RADIANS = Math.PI / 180;
const SEA_LEVEL_PRESSURE = 1013.25;
/** Beyond this zenith the model has no direct light. [°] */
const LARGEST_ZENITH = 87;
const LARGEST_AIR_MASS = 12;
/** The model was fitted with a solar constant of 1370 W/m², `extraterrestrialIrradiance` has 1366.1. */
const SOLAR_CONSTANT_RATIO = 1370 / 1366.1;

/**
 * Splits global irradiance by the quasi-physical DISC model: direct light follows from clearness and air mass.
 *
 * Preferred over Erbs where hourly direct irradiance matters, for example for trackers. Negative global irradiance counts as 0.
 *
 * @param options - global irradiance, sun and pressure, columns of shape (n)
 * @returns the three parts, each shape (n). [W/m²] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Maxwell, SERI/TR-215-3087 (1987); held to pvlib at 240 places and instants
 */
export function discDecomposition({ ghi, zenith, extraterrestrial, pressure = SEA_LEVEL_PRESSURE }: DiscOptions): HorizontalIrradiance {
  const global = ghi.map((value) => Math.max(0, value));
  const normal = extraterrestrial.map((value) => value * SOLAR_CONSTANT_RATIO);
  const clearness = clearnessIndex({ ghi: global, apparentZenith: zenith, extraterrestrial: normal });
  const dni = combine(clearness, zenith, normal, (kt, angle, i0) => {
    if (Number.isNaN(kt) || Number.isNaN(i0)) return Number.NaN;
    if (angle > LARGEST_ZENITH) return 0;
    const airMass = Math.min(LARGEST_AIR_MASS, (kastenAirMass(angle) * pressure) / SEA_LEVEL_PRESSURE);
    return Math.max(0, directClearness(kt, airMass) * i0);
  });
  const dhi = combine(global, dni, zenith, (value, direct, angle) =>
    angle > LARGEST_ZENITH ? value : Math.max(0, value - direct * Math.cos(angle * RADIANS)),
  );
  return { ghi: global, dni, dhi };
}

/** Direct normal irradiance as a share of that above the atmosphere. */
function directClearness(kt: number, airMass: number): number {
  const isCloudy = kt <= 0.6;
  const a = isCloudy ? 0.512 + kt * (-1.56 + kt * (2.286 - 2.222 * kt)) : -5.743 + kt * (21.77 + kt * (-27.49 + 11.56 * kt));
  const b = isCloudy ? 0.37 + 0.962 * kt : 41.4 + kt * (-118.5 + kt * (66.05 + 31.9 * kt));
  const c = isCloudy ? -0.28 + kt * (0.932 - 2.048 * kt) : -47.01 + kt * (184.2 + kt * (-222 + 73.81 * kt));
  const clearSky = 0.866 + airMass * (-0.122 + airMass * (0.0121 + airMass * (-0.000653 + 1.4e-5 * airMass)));
  return clearSky - (a + b * Math.exp(c * airMass));
}

/** The relative air mass the model was fitted with. */
function kastenAirMass(zenith: number): number {
  return 1 / (Math.cos(zenith * RADIANS) + 0.15 * (93.885 - zenith) ** -1.253);
}
