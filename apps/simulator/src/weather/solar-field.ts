import type { HorizontalIrradiance } from '@solvane/energy/pv/clear-sky';
import { type ClearSkyModel, clearSkyModel, type ModulePlane } from '@solvane/energy/pv/clear-sky-model';
import { erbsDecomposition } from '@solvane/energy/pv/decomposition';
import { isDaylight } from '@solvane/energy/pv/sun-position';
import { trackerPlane, trackerRotation } from '@solvane/energy/pv/tracker';
import { type PlaneOrientation, planeIrradiance } from '@solvane/energy/pv/transposition';
import { STEP_MS } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import type { SolarPlan } from '../fleet/site-plan.ts';
import { siteSeed } from '../noise/channels.ts';
import { valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from './ambient.ts';
import { CLEAR_ABOVE, MIXED_ABOVE, skyState } from './sky.ts';

/** Sun and light over one site and day, as they truly are. */
export interface SolarField {
  clearSky: ClearSkyModel;
  /** State of the sky: above 0 clear. */
  sky: Float64Array;
  /** On the ground under the real sky. */
  irradiance: HorizontalIrradiance;
  /** In the plane of the modules that stand as planned. [W/m²] */
  plane: Float64Array;
  /** Rotation the trackers aim at; absent on fixed racks. [°] */
  rotation?: Float64Array;
  windSpeed: Float64Array;
  /** 1 while the sun is up, else 0. */
  isDay: Uint8Array;
}

const CLOUD_SPACING = 1200;
const BREEZE_SPACING = 6 * 3600;

export function solarField(input: SiteDayInput & { solar: SolarPlan }): SolarField {
  const { plan, noise, frame, solar } = input;
  const { latitude, longitude, altitude } = plan;
  const clearSky = clearSkyModel({ startsMs: frame.startsMs, stepMs: STEP_MS, location: { latitude, longitude, altitude } });
  const sky = skyState(input);
  const clouds = valueNoiseColumn(siteSeed(noise, 'clouds'), frame.grid, CLOUD_SPACING);
  const index = column(frame.length, (i) => clearSkyIndex(at(sky, i), at(clouds, i)));
  const irradiance = irradianceUnder(clearSky, { sky, index });
  const rotation = solar.mounting.kind === 'tracker' ? trackerRotation(clearSky.sun, solar.mounting) : undefined;
  const breeze = valueNoiseColumn(siteSeed(noise, 'breeze'), frame.grid, BREEZE_SPACING);
  return {
    clearSky,
    sky,
    irradiance,
    plane: onPlane({ clearSky, irradiance }, orientation(solar, rotation)),
    ...(rotation ? { rotation } : {}),
    windSpeed: breeze.map((value) => Math.max(0, 2.5 + 1.2 * value)),
    isDay: Uint8Array.from(clearSky.sun.apparentZenith, (zenith) => (isDaylight(zenith) ? 1 : 0)),
  };
}

/** Light on any other plane of the same site, such as that of a tracker that does not turn. [W/m²] */
export function onPlane({ clearSky, irradiance }: Pick<SolarField, 'clearSky' | 'irradiance'>, plane: PlaneOrientation): Float64Array {
  return planeIrradiance({ sun: clearSky.sun, irradiance, extraterrestrial: clearSky.extraterrestrial, plane }).total;
}

/** The modules of a site for the clear-sky model. */
export function modulePlane({ mounting }: SolarPlan): ModulePlane {
  return mounting.kind === 'fixed' ? mounting : { kind: 'tracker', groundCoverRatio: mounting.groundCoverRatio };
}

function clearSkyIndex(sky: number, cloud: number): number {
  let index = 0.33 + 0.12 * cloud;
  if (sky > CLEAR_ABOVE) index = 1 + 0.012 * cloud;
  else if (sky > MIXED_ABOVE) index = 0.72 + 0.22 * cloud;
  return Math.min(1.12, Math.max(0.05, index));
}

/** Under a clear sky the direct part dims with the whole; clouds take it out first. */
function irradianceUnder(clearSky: ClearSkyModel, { sky, index }: { sky: Float64Array; index: Float64Array }): HorizontalIrradiance {
  const { sun, extraterrestrial, irradiance: cloudless } = clearSky;
  const ghi = column(index.length, (i) => at(index, i) * at(cloudless.ghi, i));
  const split = erbsDecomposition({ ghi, apparentZenith: sun.apparentZenith, extraterrestrial });
  const isClear = (i: number) => at(sky, i) > CLEAR_ABOVE;
  return {
    ghi,
    dni: column(ghi.length, (i) => (isClear(i) ? at(index, i) * at(cloudless.dni, i) : at(split.dni, i))),
    dhi: column(ghi.length, (i) => (isClear(i) ? at(index, i) * at(cloudless.dhi, i) : at(split.dhi, i))),
  };
}

function orientation({ mounting }: SolarPlan, rotation: Float64Array | undefined): PlaneOrientation {
  if (mounting.kind === 'fixed') return mounting;
  return trackerPlane(rotation ?? new Float64Array(0));
}
