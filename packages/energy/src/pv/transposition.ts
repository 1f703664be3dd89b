import { commonLength } from '@solvane/series/combine';
import type { HorizontalIrradiance } from './clear-sky.ts';
import type { SunPositions } from './sun-position.ts';

/** How a plane of modules is turned; columns for trackers, numbers for fixed racks. */
export interface PlaneOrientation {
  /** 0 lies flat. [°] */
  tilt: Float64Array | number;
  /** Direction the plane looks, clockwise from north. [°] */
  azimuth: Float64Array | number;
}

export interface TranspositionOptions {
  sun: Pick<SunPositions, 'apparentZenith' | 'azimuth'>;
  irradiance: HorizontalIrradiance;
  /** Normal irradiance above the atmosphere, shape (n). [W/m²] */
  extraterrestrial: Float64Array;
  plane: PlaneOrientation;
  /** Share of light the ground throws back. */
  albedo?: number;
  /** Weakens the beam by reflection at flat angles: for modelled, never for measured irradiance. */
  reflection?: 'none' | 'ashrae';
}

/** Irradiance on the plane by origin, each shape (n). [W/m²] */
export interface PlaneIrradiance {
  total: Float64Array;
  beam: Float64Array;
  isotropic: Float64Array;
  circumsolar: Float64Array;
  ground: Float64Array;
}

/** Grass and dry soil. */
export const DEFAULT_ALBEDO = 0.2;

const RADIANS = Math.PI / 180;
/** cos 89°: keeps the circumsolar part finite at sunrise. */
const SMALLEST_COS_ZENITH = 0.01745;

/**
 * Irradiance on a tilted plane by Hay and Davies: the diffuse sky is a bright zone around the sun plus an even rest.
 *
 * @param options - sun, horizontal irradiance and plane
 * @returns total and its four parts, each shape (n). [W/m²] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Hay & Davies (1980); 600 W/m² split by Erbs, zenith 40°, sun azimuth 200°, tilt 30° south → 703.5738
 */
export function planeIrradiance({
  sun,
  irradiance: { ghi, dni, dhi },
  extraterrestrial,
  plane,
  albedo = DEFAULT_ALBEDO,
  reflection = 'none',
}: TranspositionOptions): PlaneIrradiance {
  const n = commonLength(sun.apparentZenith, sun.azimuth, ghi, dni, dhi, extraterrestrial);
  const cosIncidence = cosineOfIncidence(sun, plane);
  const tilt = plane.tilt;
  const parts = {
    total: new Float64Array(n),
    beam: new Float64Array(n),
    isotropic: new Float64Array(n),
    circumsolar: new Float64Array(n),
    ground: new Float64Array(n),
  };
  for (let i = 0; i < n; i++) {
    const direct = dni[i] ?? Number.NaN;
    const diffuse = dhi[i] ?? Number.NaN;
    const cosTilt = Math.cos((typeof tilt === 'number' ? tilt : (tilt[i] ?? Number.NaN)) * RADIANS);
    const facing = Math.max(cosIncidence[i] ?? Number.NaN, 0);
    const anisotropy = Math.min(1, direct / (extraterrestrial[i] ?? Number.NaN));
    const cosZenith = Math.max(Math.cos((sun.apparentZenith[i] ?? Number.NaN) * RADIANS), SMALLEST_COS_ZENITH);

    const beam = direct * facing * (reflection === 'ashrae' ? ashraeIncidenceModifier(facing) : 1);
    const isotropic = (diffuse * (1 - anisotropy) * (1 + cosTilt)) / 2;
    const circumsolar = (diffuse * anisotropy * facing) / cosZenith;
    const ground = ((ghi[i] ?? Number.NaN) * albedo * (1 - cosTilt)) / 2;
    parts.beam[i] = beam;
    parts.isotropic[i] = isotropic;
    parts.circumsolar[i] = circumsolar;
    parts.ground[i] = ground;
    parts.total[i] = beam + isotropic + circumsolar + ground;
  }
  return parts;
}

/**
 * Irradiance on a tilted plane under an even sky: the simplest model, low under clear skies because it knows no brightness around the sun.
 *
 * @param options - sun, horizontal irradiance and plane; reflection applies to the beam alone
 * @returns total and its parts, each shape (n), no circumsolar light. [W/m²] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Liu & Jordan, Solar Energy 7 (1963); held to pvlib at 240 places and instants
 */
export function isotropicPlaneIrradiance(options: Omit<TranspositionOptions, 'extraterrestrial'>): PlaneIrradiance {
  // Without light above the atmosphere no part of the diffuse sky gathers around the sun.
  return planeIrradiance({ ...options, extraterrestrial: new Float64Array(options.irradiance.dni.length).fill(Number.POSITIVE_INFINITY) });
}

/**
 * Cosine of the angle between the sun and the normal of a plane; negative while the sun stands behind the plane.
 *
 * @param sun - apparent zenith and azimuth, each shape (n). [°]
 * @param plane - numbers or columns of shape (n). [°]
 * @returns shape (n)
 * @throws RangeError when the lengths differ
 */
export function cosineOfIncidence(sun: Pick<SunPositions, 'apparentZenith' | 'azimuth'>, plane: PlaneOrientation): Float64Array {
  const { tilt, azimuth } = plane;
  const n = commonLength(sun.apparentZenith, sun.azimuth, ...[tilt, azimuth].filter((each) => typeof each !== 'number'));
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const beta = (typeof tilt === 'number' ? tilt : (tilt[i] ?? Number.NaN)) * RADIANS;
    const planeAzimuth = typeof azimuth === 'number' ? azimuth : (azimuth[i] ?? Number.NaN);
    const zenith = (sun.apparentZenith[i] ?? Number.NaN) * RADIANS;
    const turn = ((sun.azimuth[i] ?? Number.NaN) - planeAzimuth) * RADIANS;
    out[i] = Math.cos(beta) * Math.cos(zenith) + Math.sin(beta) * Math.sin(zenith) * Math.cos(turn);
  }
  return out;
}

/**
 * Share of the beam that enters the glass.
 *
 * @param cosIncidence - cosine of the angle of incidence
 * @returns 0 to 1; 0 behind the plane
 * @see ASHRAE 93 with b0 = 0.05; 15.1104° → 0.998209
 */
export function ashraeIncidenceModifier(cosIncidence: number): number {
  return cosIncidence > 0 ? Math.max(0, 1 - 0.05 * (1 / cosIncidence - 1)) : 0 * cosIncidence;
}
