import { commonLength } from '@solvane/series/combine';
import { SEA_LEVEL_PRESSURE, standardPressure } from '../weather/standard-atmosphere.ts';

/** Irradiance on a horizontal plane and its two parts, one value per instant. */
export interface HorizontalIrradiance {
  /** Global horizontal. [W/m²] */
  ghi: Float64Array;
  /** Direct normal: on a plane facing the sun. [W/m²] */
  dni: Float64Array;
  /** Diffuse horizontal. [W/m²] */
  dhi: Float64Array;
}

/** Haze of ordinary inland air, used where a site states no turbidity of its own. */
export const DEFAULT_LINKE_TURBIDITY = 3;

const RADIANS = Math.PI / 180;

export interface IneichenOptions {
  /** shape (n). [°] */
  apparentZenith: Float64Array;
  /** Normal irradiance above the atmosphere, shape (n). [W/m²] */
  extraterrestrial: Float64Array;
  /** Above mean sea level. [m] */
  altitude: number;
  /** Linke turbidity, shape (n) or one for all instants. */
  linkeTurbidity?: Float64Array | number;
}

/**
 * Irradiance under a cloudless sky by Ineichen and Perez.
 *
 * @param options - sun, place and haze
 * @returns global, direct and diffuse irradiance, each shape (n). [W/m²] 0 while the sun is down, NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Ineichen & Perez, Solar Energy 73 (2002); zenith 20°, 10 m, turbidity 3.2, day 172 → 945.119, 885.851, 112.691
 */
export function ineichenClearSky({
  apparentZenith,
  extraterrestrial,
  altitude,
  linkeTurbidity = DEFAULT_LINKE_TURBIDITY,
}: IneichenOptions): HorizontalIrradiance {
  const n = commonLength(apparentZenith, extraterrestrial, ...(typeof linkeTurbidity === 'number' ? [] : [linkeTurbidity]));
  const f1 = Math.exp(-altitude / 8000);
  const f2 = Math.exp(-altitude / 1250);
  const c1 = 5.09e-5 * altitude + 0.868;
  const c2 = 3.92e-5 * altitude + 0.0387;
  const b = 0.664 + 0.163 / f1;
  const pressureRatio = standardPressure(altitude) / SEA_LEVEL_PRESSURE;

  const ghi = new Float64Array(n);
  const dni = new Float64Array(n);
  const dhi = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const zenith = apparentZenith[i] ?? Number.NaN;
    if (zenith >= 90) continue;
    const i0 = extraterrestrial[i] ?? Number.NaN;
    const turbidity = typeof linkeTurbidity === 'number' ? linkeTurbidity : (linkeTurbidity[i] ?? Number.NaN);
    const cosZenith = Math.cos(zenith * RADIANS);
    const airMass = relativeAirMass(zenith) * pressureRatio;
    const global = c1 * i0 * cosZenith * Math.exp(-c2 * airMass * (f1 + f2 * (turbidity - 1)));
    const direct = i0 * b * Math.exp(-0.09 * airMass * (turbidity - 1));
    const directLeftByDiffuse = (global * (1 - (0.1 - 0.2 * Math.exp(-turbidity)) / (0.1 + 0.882 / f1))) / cosZenith;
    const normal = Math.min(direct, directLeftByDiffuse);
    ghi[i] = global;
    dni[i] = normal;
    dhi[i] = global - normal * cosZenith;
  }
  return { ghi, dni, dhi };
}

/**
 * Global horizontal irradiance under a cloudless sky by Haurwitz: for places whose altitude is unknown.
 *
 * @param apparentZenith - shape (n). [°]
 * @returns shape (n). [W/m²] 0 while the sun is down
 * @see Haurwitz, J. Meteorology 2 (1945); zenith 20° → 968.992
 */
export function haurwitzClearSky(apparentZenith: Float64Array): Float64Array {
  return apparentZenith.map((zenith) => {
    if (zenith >= 90) return 0;
    const cosZenith = Math.cos(zenith * RADIANS);
    return 1098 * cosZenith * Math.exp(-0.059 / cosZenith);
  });
}

/**
 * Length of the path through the air, the vertical path at sea level being 1.
 *
 * @param apparentZenith - below 90. [°]
 * @returns relative air mass; NaN below the range of the formula
 * @see Kasten & Young, Applied Optics 28 (1989)
 */
export function relativeAirMass(apparentZenith: number): number {
  return 1 / (Math.cos(apparentZenith * RADIANS) + 0.50572 * (96.07995 - apparentZenith) ** -1.6364);
}
