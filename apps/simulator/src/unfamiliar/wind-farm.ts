import { standardPressure } from '@solvane/energy/weather/standard-atmosphere';
import { at, column } from '../columns/column.ts';
import { modulo } from '../columns/modulo.ts';
import { hash2, normalNoise } from '../noise/hash-noise.ts';
import { normalNoiseColumn, valueNoiseColumn } from '../noise/noise-columns.ts';
import { normalTail } from '../weather/normal-tail.ts';
import type { MinuteClock } from './minute-clock.ts';
import { airTemperature, type PlantLocation } from './solar-park.ts';

/** What the owner of a farm knows of its turbines. */
export interface TurbinePark {
  /** East and north of the plant. [m] */
  layout: readonly (readonly [eastM: number, northM: number])[];
  ratedKw: number;
  hubHeight: number;
}

/** A farm whose turbines have a curve of their own, wakes that widen, and start and stop with hysteresis. */
export interface WindFarmPlan extends TurbinePark {
  seed: number;
  rotorDiameter: number;
  /** Scale of the Weibull distribution. [m/s] */
  windScale: number;
  /** Standard deviation within ten minutes as a share of the mean. */
  turbulence: number;
  /** Wind at which half of the rating is reached. [m/s] */
  halfPowerWind: number;
  /** [°C] */
  meanTemperature: number;
}

/** One-minute means. */
export interface WindFarm {
  /** Free wind at the hub. [m/s] */
  freeWind: Float64Array;
  /** [°] */
  direction: Float64Array;
  /** [°C] */
  ambient: Float64Array;
  turbines: {
    /** Behind the rotor, as the nacelle's anemometer reads it. [m/s] */
    nacelleWind: Float64Array;
    /** What it gives when nothing is wrong with it, negative at standstill. [kW] */
    power: Float64Array;
  }[];
}

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const GAS_CONSTANT = 287.05;
const STANDSTILL_SHARE = 0.003;
/** A turbine judges the wind by a mean over so many minutes, and its rotor follows a gust in so many. */
const CONTROL_MINUTES = 10;
const ROTOR_MINUTES = 1.5;
const [STARTS_ABOVE, STOPS_BELOW, STORMS_ABOVE, CALMS_BELOW] = [3.2, 2.6, 25, 21];

export function windFarm(plan: WindFarmPlan, location: PlantLocation, clock: MinuteClock): WindFarm {
  const { noise, count } = clock;
  const seed = (channel: number) => hash2(plan.seed, 100 + channel);
  const freeWind = windOf(plan, clock);
  const slow = valueNoiseColumn(seed(7), noise, 2 * DAY_S);
  const fast = valueNoiseColumn(seed(8), noise, HOUR_S);
  const direction = column(count, (i) => modulo(240 + 70 * at(slow, i) + 10 * at(fast, i), 360));
  const ambient = airTemperature(plan, location, clock);
  const pressure = 100 * standardPressure(location.altitude + plan.hubHeight);
  const turbines = plan.layout.map((_, turbine) => {
    const gusts = valueNoiseColumn(seed(20 + turbine), noise, 90);
    const shared = valueNoiseColumn(seed(9), noise, 240);
    const wind = column(count, (i) => {
      const swing = plan.turbulence * (0.7 * at(gusts, i) + 0.5 * at(shared, i));
      return at(freeWind, i) * (1 + swing) * (1 - wakeDeficit(plan, turbine, at(direction, i)));
    });
    const sensor = normalNoiseColumn(seed(60 + turbine), noise);
    const gain = 0.97 + 0.01 * normalNoise(seed(10), turbine);
    const nacelleWind = column(count, (i) => Math.max(0, gain * at(wind, i) + 0.1 + 0.015 * at(wind, i) * at(sensor, i)));
    const density = ambient.map((celsius) => pressure / (GAS_CONSTANT * (celsius + 273.15)));
    return { nacelleWind, power: turbinePower(plan, wind, density) };
  });
  return { freeWind, direction, ambient, turbines };
}

function windOf({ seed, windScale }: WindFarmPlan, { noise, count }: MinuteClock): Float64Array {
  const scales = [
    { spacing: 3 * DAY_S, weight: 0.6 },
    { spacing: 14 * HOUR_S, weight: 0.6 },
    { spacing: 3 * HOUR_S, weight: 0.45 },
    { spacing: 1500, weight: 0.25 },
  ].map(({ spacing, weight }, k) => ({ weight, values: valueNoiseColumn(hash2(seed, 100 + k), noise, spacing) }));
  return column(count, (i) => {
    const gaussian = scales.reduce((sum, { weight, values }) => sum + weight * at(values, i), 0);
    return windScale * (-Math.log(normalTail(gaussian))) ** (1 / 2.1);
  });
}

/** Share of the wind that turbines upstream have taken: wider and weaker the further they are away. */
function wakeDeficit({ layout, rotorDiameter }: WindFarmPlan, turbine: number, direction: number): number {
  const own = layout[turbine];
  if (!own) return 0;
  let left = 1;
  for (const [k, [eastM, northM]] of layout.entries()) {
    if (k === turbine) continue;
    const [east, north] = [eastM - own[0], northM - own[1]];
    const distance = Math.hypot(east, north) / rotorDiameter;
    const bearing = (Math.atan2(east, north) * 180) / Math.PI;
    const apart = modulo(direction - bearing + 180, 360) - 180;
    const width = 6 + 12 / distance;
    left *= 1 - 0.22 * Math.min(1, 4 / distance) * Math.exp(-0.5 * (apart / width) ** 2);
  }
  return 1 - left;
}

function turbinePower({ ratedKw, halfPowerWind }: WindFarmPlan, wind: Float64Array, density: Float64Array): Float64Array {
  let [mean, rotor, runs] = [at(wind, 0), at(wind, 0), false];
  const share = (speed: number) => 1 / (1 + Math.exp(-(speed - halfPowerWind) / 1.3));
  const atStart = share(2);
  return column(wind.length, (i) => {
    mean += (at(wind, i) - mean) / CONTROL_MINUTES;
    rotor += (at(wind, i) - rotor) / ROTOR_MINUTES;
    runs = runs ? mean > STOPS_BELOW && mean < STORMS_ABOVE : mean > STARTS_ABOVE && mean < CALMS_BELOW;
    if (!runs) return -STANDSTILL_SHARE * ratedKw;
    const speed = rotor * (at(density, i) / 1.225) ** (1 / 3);
    const power = Math.min(1, (1.03 * (share(speed) - atStart)) / (1 - atStart));
    return Math.max(-STANDSTILL_SHARE, power) * ratedKw;
  });
}
