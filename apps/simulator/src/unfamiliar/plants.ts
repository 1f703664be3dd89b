import type { InjectedFault } from './injected-fault.ts';
import type { PlantPlan } from './minute-plant.ts';
import { LIMIT_CODE, STOP_CODE } from './plant-configuration.ts';

/** A roof in the south, three inverters with different modules. */
export const SOLAR_PLANT: PlantPlan = {
  id: 'solar',
  zone: 'UTC',
  location: { latitude: 41.2, longitude: 1.1, altitude: 240 },
  solar: {
    seed: 71,
    tilt: 12,
    azimuth: 231,
    inverters: [
      { acKw: 60, dcKw: 66 },
      { acKw: 60, dcKw: 74 },
      { acKw: 36, dcKw: 38 },
    ],
    temperatureCoefficient: -0.0041,
    systemLoss: 0.11,
    clearness: 0.2,
    meanTemperature: 17,
  },
};

export const WIND_PLANT: PlantPlan = {
  id: 'wind',
  zone: 'UTC',
  location: { latitude: 54.4, longitude: -1.4, altitude: 120 },
  wind: {
    seed: 33,
    layout: [
      [0, 0],
      [420, 60],
      [80, 390],
      [520, 470],
    ],
    ratedKw: 2350,
    rotorDiameter: 92,
    hubHeight: 78,
    windScale: 7.4,
    turbulence: 0.12,
    halfPowerWind: 8.9,
    meanTemperature: 8,
  },
};

export const HYBRID_PLANT: PlantPlan = {
  id: 'hybrid',
  zone: 'UTC',
  location: { latitude: -33.1, longitude: 138.4, altitude: 60 },
  solar: {
    seed: 5,
    tilt: 20,
    azimuth: 0,
    inverters: [
      { acKw: 2500, dcKw: 2900 },
      { acKw: 2500, dcKw: 2900 },
    ],
    temperatureCoefficient: -0.0035,
    systemLoss: 0.09,
    clearness: 0.6,
    meanTemperature: 22,
  },
  battery: { seed: 8, acKw: 1500, capacity: 5200, oneWayEfficiency: 0.94 },
  hasMeter: true,
  meterLoss: 0.015,
};

const HOUR = 60;
const DAY = 24 * HOUR;

/** Stated and silent ones, each longer than any interval needs to show it; minutes from the beginning of the first day. */
export const SOLAR_FAULTS: readonly InjectedFault[] = [
  { id: 'stop', deviceId: 'inv-1', kind: 'stop', code: STOP_CODE, startMinute: 4 * DAY + 8 * HOUR + 20, minutes: 7 * HOUR + 10 },
  { id: 'limit', deviceId: 'inv-2', kind: 'limit', share: 0.3, code: LIMIT_CODE, startMinute: 7 * DAY + 8 * HOUR, minutes: 6 * HOUR },
  { id: 'silent stop', deviceId: 'inv-3', kind: 'stop', startMinute: 11 * DAY + 9 * HOUR + 35, minutes: 50 * HOUR },
  { id: 'silent derate', deviceId: 'inv-1', kind: 'derate', share: 0.6, startMinute: 25 * DAY, minutes: 4 * DAY },
];

export const WIND_FAULTS: readonly InjectedFault[] = [
  { id: 'stop', deviceId: 'wt-1', kind: 'stop', code: STOP_CODE, startMinute: 5 * DAY + 3 * HOUR + 17, minutes: 19 * HOUR + 20 },
  { id: 'limit', deviceId: 'wt-2', kind: 'limit', share: 0.2, code: LIMIT_CODE, startMinute: 8 * DAY + 2 * HOUR, minutes: 30 * HOUR },
  { id: 'silent stop', deviceId: 'wt-3', kind: 'stop', startMinute: 12 * DAY + 5 * HOUR + 35, minutes: 52 * HOUR },
  { id: 'silent derate', deviceId: 'wt-4', kind: 'derate', share: 0.5, startMinute: 25 * DAY, minutes: 4 * DAY },
];

export const HYBRID_FAULTS: readonly InjectedFault[] = [
  { id: 'stop', deviceId: 'inv-1', kind: 'stop', code: STOP_CODE, startMinute: 6 * DAY, minutes: 6 * HOUR },
  { id: 'silent stop', deviceId: 'inv-2', kind: 'stop', startMinute: 9 * DAY + 1 * HOUR + 5, minutes: 47 * HOUR },
];
