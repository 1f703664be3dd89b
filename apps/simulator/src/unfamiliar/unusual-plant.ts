import type { ReportedSignal } from '@solvane/energy/site-day/inputs';
import type { SiteConfiguration, SiteDevice } from '@solvane/energy/site-day/site';
import { dayBounds, dayStart, type LocalDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { at } from '../columns/column.ts';
import { type AveragedPlant, averagedPlant } from './averaged-plant.ts';
import { fittedCurves } from './fitted-curves.ts';
import type { InjectedFault } from './injected-fault.ts';
import { MINUTE_MS, minuteClock } from './minute-clock.ts';
import { inverterIds, METER_ID, type MinutePlant, minutePlant, type PlantPlan, STATION_ID, turbineIds } from './minute-plant.ts';
import { plantConfiguration } from './plant-configuration.ts';

/** How a plant is made, what it measures and what is wrong with what it sends. */
export interface UnusualPlantPlan {
  seed: number;
  place: { zone: string; day: LocalDay; latitude: number; longitude: number };
  source: 'solar' | 'wind' | 'both';
  /** Length of a logger's interval. */
  minutes: number;
  /** AC rating of all devices of a source together. [kW] */
  rating: number;
  devices: number;
  resolution: 'exact' | 'float32' | 'coarse';
  /** apCodes that are not measured. */
  missing: readonly string[];
  isSilentAtNight: boolean;
  /** Which devices the meter stands behind. */
  metered: 'none' | 'all' | 'first';
  hasCurve: boolean;
  /** What devices send of their energy: power, or a register that counts exactly or in whole kWh. */
  sends: 'power' | 'register' | 'wholeRegister';
  /** Ratings of the devices are entered. */
  isRated: boolean;
  hasBattery: boolean;
  /** Devices that stand still on the middle day without a word. */
  stopped: 'none' | 'first' | 'all';
  clearness: number;
  /** Of one device, from the beginning of the simulation. */
  gaps: readonly { device: number; start: number; minutes: number }[];
  /** Instants at which the register of a device reads 0. [min] */
  zeroReadings: readonly { device: number; start: number }[];
  /** By which the clock of the first device is late. [min] */
  clockError: number;
  /** What the power of the first device is multiplied by. */
  unitMistake: number;
}

export interface UnusualPlant {
  site: SiteConfiguration;
  averaged: AveragedPlant;
  /** Around the day on which the clocks change, where they do. */
  days: LocalDay[];
  truth: MinutePlant;
  generatorIds: string[];
}

const MARGIN_DAYS = 3;

export function unusualPlant(plan: UnusualPlantPlan): UnusualPlant {
  const { place, minutes } = plan;
  const startMs = Math.floor(dayStart(place.day - MARGIN_DAYS, place.zone) / DAY_MS) * DAY_MS;
  const base = plantPlan(plan);
  const truth = minutePlant(base, minuteClock(startMs, (2 * MARGIN_DAYS + 2) * 1440), stops(plan, base, startMs));
  const whole = averagedPlant(truth, minutes);
  const curves = plan.hasCurve ? fittedCurves(truth.plan, whole, truth.losses) : new Map();
  const entered = plantConfiguration(truth.plan, curves);
  const site = plan.isRated ? entered : { ...entered, devices: entered.devices.map(withoutRating) };
  const signals = new Map(
    [...whole.signals].map(([id, ofDevice]) => [id, asLogged(plan, truth, { id, signals: ofDevice, stepMs: whole.grid.stepMs })]),
  );
  const meter = signals.get(METER_ID);
  if (meter && plan.metered === 'first') signals.set(METER_ID, partlyMetered(meter, signals));
  return {
    site,
    averaged: { grid: whole.grid, signals: withoutEmpty(signals) },
    days: [place.day - 1, place.day, place.day + 1],
    truth,
    generatorIds: [...truth.available.keys()],
  };
}

function plantPlan({ seed, place, source, rating, devices, metered, clearness, hasBattery }: UnusualPlantPlan): PlantPlan {
  const { zone, latitude, longitude } = place;
  const each = rating / devices;
  const base = {
    id: 'plant',
    zone,
    location: { latitude, longitude, altitude: 30 },
    hasMeter: metered !== 'none',
    meterLoss: 0.01,
    ...(hasBattery && { battery: { seed, acKw: 0.4 * rating, capacity: 1.5 * rating, oneWayEfficiency: 0.95 } }),
  };
  const layout = Array.from({ length: devices }, (_, k) => [(k % 3) * 700, Math.floor(k / 3) * 650] as const);
  const turbine = { ratedKw: each, rotorDiameter: 90, hubHeight: 80, windScale: 7.5, turbulence: 0.12, halfPowerWind: 8.8 };
  const inverters = Array.from({ length: devices }, (_, k) => ({ acKw: each, dcKw: each * (1.02 + 0.06 * ((seed + k) % 4)) }));
  const modules = { tilt: 5 + (seed % 30), azimuth: latitude > 0 ? 150 + (seed % 60) : (330 + (seed % 60)) % 360 };
  return {
    ...base,
    ...(source !== 'wind' && {
      solar: { seed, ...modules, inverters, temperatureCoefficient: -0.0038, systemLoss: 0.1, clearness, meanTemperature: 15 },
    }),
    ...(source !== 'solar' && { wind: { seed, layout, ...turbine, meanTemperature: 9 } }),
  };
}

function stops({ stopped, place: { day, zone } }: UnusualPlantPlan, base: PlantPlan, clockStartMs: number): InjectedFault[] {
  const ids = [...inverterIds(base), ...turbineIds(base)];
  const { startMs, endMs } = dayBounds(day, zone);
  const [startMinute, minutes] = [(startMs - clockStartMs) / MINUTE_MS, (endMs - startMs) / MINUTE_MS];
  const meant = stopped === 'none' ? [] : stopped === 'first' ? ids.slice(0, 1) : ids;
  return meant.map((deviceId) => ({ id: deviceId, deviceId, kind: 'stop', startMinute, minutes }));
}

interface LoggedDevice {
  id: string;
  signals: readonly ReportedSignal[];
  stepMs: number;
}

/** What arrives of what a device measured. */
function asLogged(plan: UnusualPlantPlan, truth: MinutePlant, { id, signals, stepMs }: LoggedDevice): ReportedSignal[] {
  const kept = signals.filter(({ apCode }) => !plan.missing.some((missing) => missing === apCode));
  const light = averagedPlant({ clock: truth.clock, series: truth.series }, stepMs / MINUTE_MS)
    .signals.get(STATION_ID)
    ?.find(({ apCode }) => apCode === 'IrradiancePOA')?.raw;
  const first = truth.available.keys().next().value === id;
  const counts = plan.sends !== 'power' && (truth.available.has(id) || id === METER_ID);
  const shift = first ? Math.round((plan.clockError * MINUTE_MS) / stepMs) : 0;
  // Batteries and turbines have work at night, and with them the meter.
  const isOfModules = id === STATION_ID || inverterIds(truth.plan).includes(id);
  const sleeps = plan.isSilentAtNight && (isOfModules || (id === METER_ID && plan.source === 'solar' && !plan.hasBattery));
  const isMeant = ({ device }: { device: number }) => [...truth.series.keys()][device] === id;
  const gaps = plan.gaps.filter(isMeant);
  const zeros = plan.zeroReadings.filter(isMeant).map(({ start }) => Math.floor((start * MINUTE_MS) / stepMs));
  return kept.map(({ apCode, raw }) => {
    const isCounter = counts && apCode === 'ActivePower';
    const measured = isCounter ? register(raw, stepMs) : raw;
    const unit = first && (apCode === 'ActivePower' || isCounter) ? plan.unitMistake : 1;
    const resolution = isCounter && plan.sends === 'wholeRegister' ? 1 : resolutionOf(plan, apCode, truth);
    const logged = Float64Array.from(measured, (_, i) => {
      const isDark = sleeps && light !== undefined && !(at(light, i) > 3);
      const isGap = gaps.some(({ start, minutes }) => i * stepMs >= start * MINUTE_MS && i * stepMs < (start + minutes) * MINUTE_MS);
      if (isDark || isGap) return Number.NaN;
      return isCounter && zeros.includes(i) ? 0 : written(at(measured, i - shift) * unit, resolution);
    });
    return { apCode: isCounter ? 'ExportCounter' : apCode, raw: logged };
  });
}

/** Energy sent out so far, at the end of each interval; a register does not count backwards. */
function register(power: Float64Array, stepMs: number): Float64Array {
  let sum = 4211;
  return power.map((kw) => {
    sum += (Math.max(0, kw) * stepMs) / 3_600_000;
    return sum;
  });
}

function resolutionOf({ resolution, rating, devices }: UnusualPlantPlan, apCode: string, { plan }: MinutePlant): number | 'float32' {
  if (resolution !== 'coarse') return resolution === 'float32' ? 'float32' : 0;
  if (apCode.startsWith('Irradiance')) return 5;
  if (apCode !== 'ActivePower') return plan.wind && apCode === 'NacelleWindSpeed' ? 1 : 0.1;
  return 10 ** Math.floor(Math.log10(rating / devices / 100));
}

function written(value: number, resolution: number | 'float32'): number {
  if (resolution === 'float32') return Math.fround(value);
  return resolution === 0 ? value : Math.round(value / resolution) * resolution;
}

/** The meter of the first device only, beside the others. */
function partlyMetered(meter: readonly ReportedSignal[], signals: ReadonlyMap<string, readonly ReportedSignal[]>): ReportedSignal[] {
  const first = [...signals].find(([id]) => id.startsWith('inv') || id.startsWith('wt'))?.[1] ?? [];
  return meter.map((signal) => first.find(({ apCode }) => apCode === signal.apCode) ?? signal);
}

function withoutRating(device: SiteDevice): SiteDevice {
  return { ...device, capacityAc: Number.NaN, capacityDc: Number.NaN };
}

/** Devices of which nothing arrives have no signals. */
function withoutEmpty(signals: ReadonlyMap<string, ReportedSignal[]>): AveragedPlant['signals'] {
  return new Map([...signals].filter(([, ofDevice]) => ofDevice.length > 0));
}
