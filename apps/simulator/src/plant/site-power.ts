import type { DayFrame, FaultClock } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import type { ActiveFault } from '../faults/fault-windows.ts';
import { type DemoDevice, type DeviceKind, devicesOf } from '../fleet/demo-devices.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import type { GeneratorDay } from '../generator/generator-day.ts';
import type { SiteNoise } from '../noise/channels.ts';
import { inverterDays } from '../pv/inverter-day.ts';
import { type RainMemory, soilingRatio } from '../pv/soiling.ts';
import { type StorageDay, storageDay } from '../storage/battery-day.ts';
import { ambientTemperature, relativeHumidity, type SiteDayInput, stationPressure } from '../weather/ambient.ts';
import { type SolarField, solarField } from '../weather/solar-field.ts';
import { type WindField, windField } from '../weather/wind-field.ts';
import { type TurbineDay, turbineDays } from '../wind/turbine-day.ts';
import { meterPower } from './meter.ts';
import { controlPlant } from './plant-control.ts';
import { energyPrice } from './price.ts';

/** What truly happened on one site on one local day: weather, machines, orders. Sensors come after. */
export interface SitePowerDay {
  plan: SitePlan;
  noise: SiteNoise;
  frame: DayFrame;
  faults: readonly ActiveFault[];
  ambient: Float64Array;
  pressure: Float64Array;
  humidity: Float64Array;
  price: Float64Array;
  /** Share of light through the dirt; 1 is clean. */
  cleanShare: number;
  solar?: SolarField;
  wind?: WindField;
  inverters: GeneratorDay[];
  turbines: TurbineDay[];
  storage?: StorageDay;
  /** Order to the plant; its rating where it was free. [kW] */
  setpointKw: Float64Array;
  meterKw: Float64Array;
}

export function sitePowerDay(input: SiteDayInput & { clock: FaultClock; rainMemory: RainMemory }): SitePowerDay {
  const { plan, noise, frame, faults } = input;
  const devices = devicesOf(plan);
  const ambient = ambientTemperature(input);
  const pressure = stationPressure(input);
  const humidity = relativeHumidity(input);
  const cleanShare = plan.solar ? soilingRatio(input) : 1;
  const solar = plan.solar ? solarField({ ...input, solar: plan.solar }) : undefined;
  const wind = plan.wind ? windField(input) : undefined;

  const inverters =
    plan.solar && solar
      ? inverterDays({ ...input, solar: plan.solar, field: solar, ambient, cleanShare }, ofDeviceKind(devices, 'inverter'))
      : [];
  const turbines =
    plan.wind && wind
      ? turbineDays({ ...input, wind: plan.wind, field: wind, ambient, pressure, humidity }, ofDeviceKind(devices, 'turbine'))
      : [];
  const storage = plan.storage
    ? storageDay({ ...input, storage: plan.storage, ambient }, ofDeviceKind(devices, 'batteryInverter'))
    : undefined;

  const controlled: GeneratorDay[] = [...inverters, ...turbines];
  const batteries = storage?.units ?? [];
  const ratedKw = [...controlled, ...batteries].reduce((sum, generator) => sum + generator.ratedKw, 0);
  const price = energyPrice(input, solar?.sky);
  const otherKw = totalOf(batteries, frame.length);
  const { setpointKw } = controlPlant({ plan, noise, frame, faults, price, controlled, otherKw, ratedKw });
  const generatedKw = totalOf(controlled, frame.length);
  return {
    plan,
    noise,
    frame,
    faults,
    ambient,
    pressure,
    humidity,
    price,
    cleanShare,
    ...(solar ? { solar } : {}),
    ...(wind ? { wind } : {}),
    inverters,
    turbines,
    ...(storage ? { storage } : {}),
    setpointKw,
    meterKw: column(frame.length, (i) => meterPower(at(generatedKw, i) + at(otherKw, i), ratedKw)),
  };
}

/** All generators of a site, in the order of its tree. */
export function generatorsOf({ inverters, turbines, storage }: SitePowerDay): GeneratorDay[] {
  return [...inverters, ...turbines, ...(storage?.units ?? [])];
}

function totalOf(generators: readonly GeneratorDay[], length: number): Float64Array {
  const total = new Float64Array(length);
  for (const { actualKw } of generators) for (let i = 0; i < length; i++) total[i] = at(total, i) + at(actualKw, i);
  return total;
}

function ofDeviceKind(devices: readonly DemoDevice[], kind: DeviceKind): DemoDevice[] {
  return devices.filter((device) => device.kind === kind);
}
