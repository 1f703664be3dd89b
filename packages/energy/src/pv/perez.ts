import { commonLength } from '@solvane/series/combine';
import { relativeAirMass } from './clear-sky.ts';
import { cosineOfIncidence, DEFAULT_ALBEDO, type PlaneIrradiance, type TranspositionOptions } from './transposition.ts';

/** The parts of `PlaneIrradiance` and the band above the horizon, each shape (n). [W/m²] */
export interface PerezIrradiance extends PlaneIrradiance {
  /** Negative under skies that are darker at the horizon than overhead. */
  horizon: Float64Array;
}

/** Upper ends of the first seven of eight classes of sky clearness. */
const CLEARNESS_LIMITS = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2] as const;

/** Circumsolar brightening by class: constant, per brightness, per zenith angle in radians. All sites, 1990. */
const CIRCUMSOLAR: readonly (readonly [number, number, number])[] = [
  [-0.008, 0.588, -0.062],
  [0.13, 0.683, -0.151],
  [0.33, 0.487, -0.221],
  [0.568, 0.187, -0.295],
  [0.873, -0.392, -0.362],
  [1.132, -1.237, -0.412],
  [1.06, -1.6, -0.359],
  [0.678, -0.327, -0.25],
];

/** Horizon brightening by class, as above. */
const HORIZON: readonly (readonly [number, number, number])[] = [
  [-0.06, 0.072, -0.022],
  [-0.019, 0.066, -0.029],
  [0.055, -0.064, -0.026],
  [0.109, -0.152, -0.014],
  [0.226, -0.462, 0.001],
  [0.288, -0.823, 0.056],
  [0.264, -1.127, 0.131],
  [0.156, -1.377, 0.251],
];

const RADIANS = Math.PI / 180;
const COS_85 = Math.cos(85 * RADIANS);
const CLEARNESS_OF_ZENITH = 1.041;

/**
 * Irradiance on a tilted plane by Perez: the diffuse sky is an even dome, a bright zone around the sun and a band above the horizon.
 *
 * @param options - sun, horizontal irradiance and plane; reflection applies to the beam alone
 * @returns total and its five parts, each shape (n). [W/m²] Without diffuse light the sky adds nothing; NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Perez, Ineichen, Seals, Michalsky & Stewart, Solar Energy 44 (1990), coefficients of all sites; held to pvlib at 240 places and instants
 */
export function perezPlaneIrradiance({
  sun,
  irradiance: { ghi, dni, dhi },
  extraterrestrial,
  plane,
  albedo = DEFAULT_ALBEDO,
}: Omit<TranspositionOptions, 'reflection'>): PerezIrradiance {
  const n = commonLength(sun.apparentZenith, sun.azimuth, ghi, dni, dhi, extraterrestrial);
  const cosIncidence = cosineOfIncidence(sun, plane);
  const column = () => new Float64Array(n);
  const parts = { total: column(), beam: column(), isotropic: column(), circumsolar: column(), horizon: column(), ground: column() };
  for (let i = 0; i < n; i++) {
    const tilt = (typeof plane.tilt === 'number' ? plane.tilt : (plane.tilt[i] ?? Number.NaN)) * RADIANS;
    const zenith = sun.apparentZenith[i] ?? Number.NaN;
    const diffuse = dhi[i] ?? Number.NaN;
    const facing = Math.max(cosIncidence[i] ?? Number.NaN, 0);
    const { circumsolar: f1, horizon: f2 } = brightening({
      zenith,
      direct: dni[i] ?? Number.NaN,
      diffuse,
      extraterrestrial: extraterrestrial[i] ?? Number.NaN,
    });
    parts.beam[i] = (dni[i] ?? Number.NaN) * facing;
    parts.isotropic[i] = (diffuse * (1 - f1) * (1 + Math.cos(tilt))) / 2;
    parts.circumsolar[i] = (diffuse * f1 * facing) / Math.max(Math.cos(zenith * RADIANS), COS_85);
    parts.horizon[i] = diffuse * f2 * Math.sin(tilt);
    parts.ground[i] = ((ghi[i] ?? Number.NaN) * albedo * (1 - Math.cos(tilt))) / 2;
    const sky = Math.max(0, (parts.isotropic[i] ?? 0) + (parts.circumsolar[i] ?? 0) + (parts.horizon[i] ?? 0));
    parts.total[i] = (parts.beam[i] ?? Number.NaN) + sky + (parts.ground[i] ?? Number.NaN);
  }
  return parts;
}

interface SkyState {
  /** Apparent. [°] */
  zenith: number;
  /** [W/m²] */
  direct: number;
  diffuse: number;
  extraterrestrial: number;
}

/** Shares of the diffuse light around the sun and above the horizon; 0 without diffuse light or with the sun below the horizon. */
function brightening({ zenith, direct, diffuse, extraterrestrial }: SkyState): { circumsolar: number; horizon: number } {
  if (diffuse <= 0 || zenith >= 90) return { circumsolar: 0, horizon: 0 };
  const angle = zenith * RADIANS;
  const cubic = CLEARNESS_OF_ZENITH * angle ** 3;
  const clearness = ((diffuse + direct) / diffuse + cubic) / (1 + cubic);
  if (Number.isNaN(clearness)) return { circumsolar: Number.NaN, horizon: Number.NaN };
  const above = CLEARNESS_LIMITS.findIndex((limit) => clearness < limit);
  const sky = above < 0 ? CLEARNESS_LIMITS.length : above;
  const brightness = (diffuse * relativeAirMass(zenith)) / extraterrestrial;
  const factor = ([constant, perBrightness, perAngle]: readonly [number, number, number]) =>
    constant + perBrightness * brightness + perAngle * angle;
  return {
    circumsolar: Math.max(0, factor(CIRCUMSOLAR[sky] ?? [Number.NaN, 0, 0])),
    horizon: factor(HORIZON[sky] ?? [Number.NaN, 0, 0]),
  };
}
