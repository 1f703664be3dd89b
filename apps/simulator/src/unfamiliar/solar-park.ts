import { clearSkyModel } from '@solvane/energy/pv/clear-sky-model';
import { erbsDecomposition } from '@solvane/energy/pv/decomposition';
import { planeIrradiance } from '@solvane/energy/pv/transposition';
import { at, column } from '../columns/column.ts';
import { hash2, normalNoise } from '../noise/hash-noise.ts';
import { normalNoiseColumn, valueNoiseColumn } from '../noise/noise-columns.ts';
import { MINUTE_MS, type MinuteClock } from './minute-clock.ts';

export interface PlantLocation {
  latitude: number;
  longitude: number;
  /** [m] */
  altitude: number;
}

/** What the owner of a park knows of its modules and inverters. */
export interface ModulePark {
  tilt: number;
  azimuth: number;
  /** AC and DC rating of each inverter. [kW] */
  inverters: readonly { acKw: number; dcKw: number }[];
  /** [1/°C] */
  temperatureCoefficient: number;
  /** Between modules and inverter, 0 to 1. */
  systemLoss: number;
}

/** Modules and inverters that follow none of the models the engine expects by. */
export interface SolarParkPlan extends ModulePark {
  seed: number;
  /** Added to the state of the sky: positive is sunnier. */
  clearness: number;
  /** [°C] */
  meanTemperature: number;
}

/** One-minute means. */
export interface SolarPark {
  /** [W/m²] */
  ghi: Float64Array;
  plane: Float64Array;
  /** [°C] */
  ambient: Float64Array;
  moduleTemperature: Float64Array;
  /** [m/s] */
  breeze: Float64Array;
  /** What each inverter gives when nothing is wrong with it, negative at night. [kW] */
  inverters: Float64Array[];
}

const DAY_S = 86_400;
const HOUR_S = 3600;
/** Modules warm up and cool down with this time constant. [min] */
const THERMAL_MINUTES = 6;
const STANDBY_SHARE = 0.0005;

export function solarPark(plan: SolarParkPlan, location: PlantLocation, clock: MinuteClock): SolarPark {
  const { startMs, count, noise } = clock;
  const seed = (channel: number) => hash2(plan.seed, channel);
  const startsMs = column(count, (i) => startMs + i * MINUTE_MS);
  const { sun, irradiance, extraterrestrial } = clearSkyModel({ startsMs, stepMs: MINUTE_MS, location });
  const index = clearSkyIndex(plan, clock);
  const ghi = column(count, (i) => at(index, i) * at(irradiance.ghi, i));
  const light = erbsDecomposition({ ghi, apparentZenith: sun.apparentZenith, extraterrestrial });
  const plane = planeIrradiance({ sun, irradiance: light, extraterrestrial, plane: plan }).total;
  const ambient = airTemperature(plan, location, clock);
  const breeze = valueNoiseColumn(seed(6), noise, 1800).map((value) => Math.max(0.2, 3 + 1.5 * value));
  const moduleTemperature = warmedModules({ plane, ambient, breeze });
  const inverters = plan.inverters.map(({ acKw, dcKw }, k) => {
    const spread = 1 + 0.005 * normalNoise(seed(20), k);
    const wobble = normalNoiseColumn(seed(30 + k), noise);
    return column(count, (i) => {
      const watts = at(plane, i);
      if (!(watts > 3)) return -STANDBY_SHARE * acKw;
      const temperature = 1 + plan.temperatureCoefficient * (at(moduleTemperature, i) + 2 - 25);
      const inLowLight = 1 - 0.04 * Math.exp(-watts / 80);
      const dc = ((dcKw * watts) / 1000) * temperature * inLowLight * (1 - plan.systemLoss) * spread * (1 + 0.003 * at(wobble, i));
      return Math.min(acKw, converted(dc, acKw));
    });
  });
  return { ghi, plane, ambient, moduleTemperature, breeze, inverters };
}

/** Air around a plant: a day, a few days of weather, no seasons. [°C] */
export function airTemperature(
  { seed, meanTemperature }: Pick<SolarParkPlan, 'seed' | 'meanTemperature'>,
  { longitude }: PlantLocation,
  { startMs, count, noise }: MinuteClock,
): Float64Array {
  const weather = valueNoiseColumn(hash2(seed, 5), noise, 2 * DAY_S);
  return column(count, (i) => {
    const solarHour = (startMs + i * MINUTE_MS) / 3_600_000 + longitude / 15;
    return meanTemperature + 5 * Math.sin((2 * Math.PI * (solarHour - 9)) / 24) + 2.5 * at(weather, i);
  });
}

/** Share of the cloudless light that arrives: days without a cloud, grey days, and days on which clouds pass every few minutes. */
function clearSkyIndex({ seed, clearness }: SolarParkPlan, { count, noise }: MinuteClock): Float64Array {
  const sky = valueNoiseColumn(hash2(seed, 1), noise, 1.5 * DAY_S);
  const fields = valueNoiseColumn(hash2(seed, 2), noise, 1800);
  const edges = valueNoiseColumn(hash2(seed, 3), noise, 200);
  const depth = valueNoiseColumn(hash2(seed, 4), noise, HOUR_S);
  return column(count, (i) => {
    const state = at(sky, i) + clearness;
    if (state > 0.4) return 1 + 0.008 * at(depth, i);
    const behind = Math.min(0.6, Math.max(0.08, 0.32 + 0.1 * at(depth, i)));
    if (state < -1.1) return behind;
    const gap = at(fields, i) + 0.7 * at(edges, i) + 1.5 * state + 0.6;
    const open = 1 / (1 + Math.exp(-gap / 0.12));
    // Light from the edge of a cloud comes on top of that of the sun.
    return behind + (0.99 + 0.05 * Math.exp(-gap * gap) - behind) * open;
  });
}

function warmedModules({ plane, ambient, breeze }: Pick<SolarPark, 'plane' | 'ambient' | 'breeze'>): Float64Array {
  let temperature = at(ambient, 0);
  return column(plane.length, (i) => {
    const steady = at(ambient, i) + Math.max(0, at(plane, i)) / (24 + 5 * at(breeze, i));
    temperature += (steady - temperature) / THERMAL_MINUTES;
    return temperature;
  });
}

/** An inverter's own losses: constant, proportional and quadratic. */
function converted(dc: number, acKw: number): number {
  return dc - 0.003 * acKw - 0.01 * dc - (0.012 * dc * dc) / acKw;
}
