import type { HorizontalIrradiance } from './clear-sky.ts';
import { DEFAULT_LINKE_TURBIDITY, ineichenClearSky } from './clear-sky.ts';
import { erbsDecomposition } from './decomposition.ts';
import { extraterrestrialIrradiance } from './extraterrestrial.ts';
import type { Location, SunPositions } from './sun-position.ts';
import { sunPositions } from './sun-position.ts';
import type { SingleAxisTracker } from './tracker.ts';
import { trackerPlane, trackerRotation } from './tracker.ts';
import type { PlaneOrientation } from './transposition.ts';
import { DEFAULT_ALBEDO, planeIrradiance } from './transposition.ts';

/** Modules of a site: a fixed rack, or rows turning with the sun. */
export type ModulePlane = ({ kind: 'fixed'; tilt: number; azimuth: number } | ({ kind: 'tracker' } & SingleAxisTracker)) & {
  albedo?: number;
};

/** The cloudless sky over one site, computed once for all its devices. */
export interface ClearSkyModel {
  /** Instants per interval; long intervals are sampled every ten minutes because irradiance bends within them. */
  partsPerInterval: number;
  /** At those instants, shape (intervals · parts). */
  sun: SunPositions;
  extraterrestrial: Float64Array;
  irradiance: HorizontalIrradiance;
}

export interface ClearSkyModelOptions {
  /** Interval starts, shape (n). */
  startsMs: Float64Array;
  stepMs: number;
  location: Location;
  /** January to December; absent: DEFAULT_LINKE_TURBIDITY all year. */
  linkeTurbidityByMonth?: readonly number[];
}

const SAMPLED_FROM_MS = 30 * 60_000;
const SAMPLE_MS = 10 * 60_000;

/**
 * Sun and cloudless sky over a site for a run of intervals.
 *
 * @param options - intervals and place
 * @returns the model; see `clearSkyHorizontal` and `clearSkyOnPlane` for values per interval
 */
export function clearSkyModel({ startsMs, stepMs, location, linkeTurbidityByMonth }: ClearSkyModelOptions): ClearSkyModel {
  const partsPerInterval = stepMs >= SAMPLED_FROM_MS ? Math.round(stepMs / SAMPLE_MS) : 1;
  const partMs = stepMs / partsPerInterval;
  const timesMs = new Float64Array(startsMs.length * partsPerInterval);
  for (let i = 0; i < timesMs.length; i++) {
    timesMs[i] = (startsMs[Math.floor(i / partsPerInterval)] ?? Number.NaN) + ((i % partsPerInterval) + 0.5) * partMs;
  }
  const sun = sunPositions({ timesMs, location });
  const extraterrestrial = extraterrestrialIrradiance(timesMs);
  let irradiance: HorizontalIrradiance | undefined;
  return {
    partsPerInterval,
    sun,
    extraterrestrial,
    // For a park of turbines the position of the sun is needed, the sky is not.
    get irradiance() {
      irradiance ??= ineichenClearSky({
        apparentZenith: sun.apparentZenith,
        extraterrestrial,
        altitude: location.altitude,
        linkeTurbidity: turbidityAt(timesMs, linkeTurbidityByMonth),
      });
      return irradiance;
    },
  };
}

function turbidityAt(timesMs: Float64Array, byMonth: readonly number[] | undefined): Float64Array {
  if (byMonth === undefined) return new Float64Array(timesMs.length).fill(DEFAULT_LINKE_TURBIDITY);
  return timesMs.map((timeMs) => byMonth[new Date(timeMs).getUTCMonth()] ?? DEFAULT_LINKE_TURBIDITY);
}

/**
 * Horizontal irradiance of the cloudless sky as interval means.
 *
 * @param model - of the site
 * @returns global, direct and diffuse irradiance, each shape (intervals). [W/m²]
 */
export function clearSkyHorizontal({ irradiance, partsPerInterval }: ClearSkyModel): HorizontalIrradiance {
  return {
    ghi: meanOfParts(irradiance.ghi, partsPerInterval),
    dni: meanOfParts(irradiance.dni, partsPerInterval),
    dhi: meanOfParts(irradiance.dhi, partsPerInterval),
  };
}

/**
 * Irradiance of the cloudless sky in the plane of modules as interval means.
 *
 * @param model - of the site
 * @param plane - of the modules
 * @returns shape (intervals). [W/m²]
 */
export function clearSkyOnPlane(model: ClearSkyModel, plane: ModulePlane): Float64Array {
  return turnedInto(plane, model.irradiance, model);
}

/**
 * Irradiance in the plane of modules where only the horizontal one is measured: split by the clearness of the sky, then turned into the plane.
 *
 * @param model - of the site
 * @param plane - of the modules
 * @param ghi - global horizontal irradiance as interval means, shape (intervals). [W/m²]
 * @returns shape (intervals). [W/m²] NaN where the input is NaN
 * @throws RangeError when the lengths differ
 * @see Erbs et al. (1982), Hay and Davies (1980); 600 W/m² at zenith 40°, day 172, on 30° to the south → 703.5738
 */
export function irradianceOnPlane(model: Sunlight, plane: ModulePlane, ghi: Float64Array): Float64Array {
  const { sun, extraterrestrial, partsPerInterval } = model;
  const ofParts = partsPerInterval === 1 ? ghi : extraterrestrial.map((_, i) => ghi[Math.floor(i / partsPerInterval)] ?? Number.NaN);
  return turnedInto(plane, erbsDecomposition({ ghi: ofParts, apparentZenith: sun.apparentZenith, extraterrestrial }), model);
}

type Sunlight = Pick<ClearSkyModel, 'sun' | 'extraterrestrial' | 'partsPerInterval'>;

function turnedInto(
  plane: ModulePlane,
  irradiance: HorizontalIrradiance,
  { sun, extraterrestrial, partsPerInterval }: Sunlight,
): Float64Array {
  const { total } = planeIrradiance({
    sun,
    irradiance,
    extraterrestrial,
    plane: planeOrientation(sun, plane),
    albedo: plane.albedo ?? DEFAULT_ALBEDO,
  });
  return meanOfParts(total, partsPerInterval);
}

/**
 * How the modules are turned at each position of the sun.
 *
 * @param sun - shape (n)
 * @param plane - of the modules
 * @returns the numbers of a fixed rack, or columns of shape (n) for a tracker that follows its target. [°]
 */
export function planeOrientation(sun: SunPositions, plane: ModulePlane): PlaneOrientation {
  if (plane.kind === 'fixed') return plane;
  return trackerPlane(trackerRotation(sun, plane), plane.axisAzimuth);
}

function meanOfParts(values: Float64Array, partsPerInterval: number): Float64Array {
  if (partsPerInterval === 1) return values;
  const means = new Float64Array(values.length / partsPerInterval);
  values.forEach((value, i) => {
    const at = Math.floor(i / partsPerInterval);
    means[at] = (means[at] ?? 0) + value / partsPerInterval;
  });
  return means;
}
