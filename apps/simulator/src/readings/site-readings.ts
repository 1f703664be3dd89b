import type { LocalDay } from '@solvane/energy/time/local-day';
import { type DayFrame, STEP_MS } from '../calendar/day-frame.ts';
import { at, column, roundTo } from '../columns/column.ts';
import { isActive, ofKind } from '../faults/fault-windows.ts';
import { containerOfString, type DemoDevice, deviceId } from '../fleet/demo-devices.ts';
import { type DemoSignal, rawSignalsOf } from '../fleet/demo-signals.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { deviceSeed, gapSeed } from '../noise/channels.ts';
import { normalNoiseColumn, uniformNoiseColumn } from '../noise/noise-columns.ts';
import { type DemoWorld, powerDayOf } from '../plant/demo-world.ts';
import { registerReadings } from '../plant/registers.ts';
import { generatorsOf, type SitePowerDay } from '../plant/site-power.ts';
import type { BatteryUnitDay } from '../storage/battery-day.ts';
import * as solarReadings from './solar-readings.ts';
import * as storageReadings from './storage-readings.ts';
import * as windReadings from './wind-readings.ts';

/** Chance that a single interval of a series never arrives. */
const GAP_CHANCE = 0.003;

/** What the devices of a site reported for one local day: one column per raw series, NaN where nothing arrived. */
export interface SiteReadings {
  frame: DayFrame;
  signals: readonly DemoSignal[];
  columns: Float64Array[];
}

const signalsBySite = new Map<string, DemoSignal[]>();

/** The raw series of a site, in the order of `SiteReadings.columns`. */
export function signalsOfSite(plan: SitePlan): readonly DemoSignal[] {
  const known = signalsBySite.get(plan.id) ?? rawSignalsOf(plan);
  signalsBySite.set(plan.id, known);
  return known;
}

export function siteReadings(world: DemoWorld, plan: SitePlan, day: LocalDay): SiteReadings {
  const signals = signalsOfSite(plan);
  const power = powerDayOf(world, plan, day);
  const shift = ofKind(power.faults, 'clockShift')[0];
  if (!shift) return { frame: power.frame, signals, columns: columnsOf(world, power, signals) };

  // A logger whose clock is fast stamps what it measured earlier; at the moment it jumps, nothing carries the skipped times.
  const steps = (shift.effect.minutes * 60_000) / STEP_MS;
  const today = columnsOf(world, power, signals);
  const yesterday =
    power.frame.faultDay > shift.window.fromDay
      ? columnsOf(world, powerDayOf(world, plan, day - 1), signals)
      : signals.map(() => new Float64Array(0));
  return {
    frame: power.frame,
    signals,
    columns: today.map((values, c) => {
      if (signals[c]?.device.kind === 'site') return values;
      const before = yesterday[c] ?? new Float64Array(0);
      return column(values.length, (i) => (i >= steps ? at(values, i - steps) : at(before, before.length - steps + i)));
    }),
  };
}

function columnsOf(world: DemoWorld, power: SitePowerDay, signals: readonly DemoSignal[]): Float64Array[] {
  return signals.map((signal) => {
    const values = roundTo(measured(world, power, signal), signal.decimals);
    dropGaps(values, power, signal);
    return values;
  });
}

/** Lost intervals and lost messages. Prices, satellites and weather providers do not come through the plant's line. */
function dropGaps(values: Float64Array, { noise, frame, faults }: SitePowerDay, { device, signalNo }: DemoSignal): void {
  const chance = uniformNoiseColumn(gapSeed(noise, device.deviceNo, signalNo), frame.grid);
  for (let i = 0; i < frame.length; i++) if (at(chance, i) < GAP_CHANCE) values[i] = Number.NaN;
  if (device.kind === 'site') return;
  for (const { window } of ofKind(faults, 'communicationLoss', device.id)) {
    for (let i = 0; i < frame.length; i++) if (isActive(window, frame.faultDay, at(frame.localHours, i))) values[i] = Number.NaN;
  }
}

function measured(world: DemoWorld, power: SitePowerDay, signal: DemoSignal): Float64Array {
  const { device } = signal;
  switch (device.kind) {
    case 'site':
      return siteSignal(power, signal);
    case 'meter':
    case 'pcc':
    case 'controller':
      return gridSignal(world, power, signal);
    case 'weatherStation':
    case 'mast':
      return weatherSignal(power, signal);
    case 'planeOfArray':
    case 'tracker':
      return planeSignal(power, signal);
    case 'inverter':
    case 'turbine':
    case 'batteryInverter':
      return generatorSignal(world, power, signal);
    case 'batteryContainer':
    case 'batteryString':
      return containerSignal(power, signal);
  }
}

function siteSignal(power: SitePowerDay, { apCode }: DemoSignal): Float64Array {
  if (apCode === 'Price') return power.price.slice();
  if (apCode === 'AuxiliaryPower') return storageReadings.auxiliaryReading(power);
  if (apCode === 'DispatchSetpoint' && power.storage) return power.storage.dispatchKw.slice();
  if (apCode === 'IrradiancePOA' && power.solar) return solarReadings.satelliteReading(power, power.solar);
  if (apCode === 'WindSpeed' && power.wind && power.plan.wind) return windReadings.externalWindReading(power, power.wind, power.plan.wind);
  return unknown(power, apCode);
}

function gridSignal(world: DemoWorld, power: SitePowerDay, { apCode, device }: DemoSignal): Float64Array {
  const { plan, frame, noise, meterKw } = power;
  switch (apCode) {
    case 'ActivePower': {
      if (device.kind === 'meter') return meterKw.slice();
      const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'sensor'), frame.grid);
      return column(frame.length, (i) => at(meterKw, i) * (1 + 0.0005 * at(wobble, i)));
    }
    case 'ExportCounter':
    case 'ImportCounter':
      return registerReadings(world, { plan, day: frame.day, deviceId: device.id, register: apCode });
    case 'CurtailmentSetpoint':
      return power.setpointKw.slice();
    case 'ExportLimit':
      return new Float64Array(frame.length).fill(plan.exportLimitKw ?? Number.NaN);
    case 'DispatchSetpoint':
      return power.storage?.dispatchKw.slice() ?? unknown(power, apCode);
    default:
      return unknown(power, apCode);
  }
}

function weatherSignal(power: SitePowerDay, { apCode, device }: DemoSignal): Float64Array {
  const { solar, wind, noise, frame } = power;
  if (device.kind === 'mast' && wind) {
    if (apCode === 'WindSpeed') return windReadings.mastWindReading(power, wind, device);
    if (apCode === 'WindDirection') return windReadings.mastDirectionReading(power, wind, device);
  }
  if (apCode === 'AmbientTemperature') return ambientReading(power, device);
  if (apCode === 'BarometricPressure') return power.pressure.slice();
  if (apCode === 'RelativeHumidity') {
    const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'thirdSensor'), frame.grid);
    return column(frame.length, (i) => Math.min(100, at(power.humidity, i) + 0.3 * at(wobble, i)));
  }
  if (!solar) return unknown(power, apCode);
  switch (apCode) {
    case 'IrradianceGHI':
      return solarReadings.horizontalReading(power, solar, device);
    case 'IrradiancePOA':
      return solarReadings.planeReading(power, solar, device);
    case 'ModuleTemperature':
      return solarReadings.moduleTemperatureReading(power, solar, device);
    case 'WindSpeed':
      return solarReadings.breezeReading(power, solar, device);
    case 'Rainfall':
      return solarReadings.rainReading(power);
    case 'SnowDepth':
      return solarReadings.snowReading(power);
    default:
      return unknown(power, apCode);
  }
}

function planeSignal(power: SitePowerDay, { apCode, device }: DemoSignal): Float64Array {
  const { solar } = power;
  if (!solar) return unknown(power, apCode);
  if (apCode === 'IrradiancePOA') return solarReadings.planeReading(power, solar, device);
  if (apCode === 'ModuleTemperature') return solarReadings.moduleTemperatureReading(power, solar, device);
  if (apCode === 'TrackerAngle' && solar.rotation) return solarReadings.trackerReading(power, solar.rotation, device);
  return unknown(power, apCode);
}

function generatorSignal(world: DemoWorld, power: SitePowerDay, signal: DemoSignal): Float64Array {
  const { apCode, device } = signal;
  const generator = generatorsOf(power).find((each) => each.device.id === device.id);
  if (!generator) return unknown(power, apCode);
  if (apCode === 'ActivePower') return generator.actualKw.slice();
  if (apCode === 'DcPower' && generator.dcKw) return generator.dcKw.slice();
  if (apCode === 'ExportCounter') {
    return registerReadings(world, { plan: power.plan, day: power.frame.day, deviceId: device.id, register: apCode });
  }
  return device.kind === 'turbine' ? turbineSignal(power, signal) : batteryInverterSignal(power, signal);
}

function turbineSignal(power: SitePowerDay, { apCode, device }: DemoSignal): Float64Array {
  const turbine = power.turbines.find((each) => each.device.id === device.id);
  if (!turbine) return unknown(power, apCode);
  switch (apCode) {
    case 'NacelleWindSpeed':
      return windReadings.nacelleWindReading(power, turbine);
    case 'NacelleWindDirection':
      return windReadings.nacelleDirectionReading(power, turbine);
    case 'WindVane':
      return turbine.vane.slice();
    case 'PitchAngleA':
      return windReadings.pitchReading(power, turbine, 'A');
    case 'PitchAngleB':
      return windReadings.pitchReading(power, turbine, 'B');
    case 'PitchAngleC':
      return windReadings.pitchReading(power, turbine, 'C');
    case 'GearOilTemperature':
      return windReadings.gearOilReading(power, turbine);
    case 'AmbientTemperature':
      return ambientReading(power, device);
    default:
      return unknown(power, apCode);
  }
}

function batteryInverterSignal(power: SitePowerDay, { apCode, device }: DemoSignal): Float64Array {
  const unit = unitOf(power, device.index);
  switch (apCode) {
    case 'StateOfCharge':
      return unit.stateOfCharge.slice();
    case 'AvailableChargePower':
    case 'AvailableDischargePower':
      return unit.availableKw.slice();
    case 'InverterTemperature':
      return storageReadings.inverterTemperatureReading(power, unit);
    default:
      return unknown(power, apCode);
  }
}

function containerSignal(power: SitePowerDay, { apCode, device }: DemoSignal): Float64Array {
  const container = device.kind === 'batteryString' ? containerOfString(power.plan, device.index) : device.index;
  const unit = unitOf(power, container);
  switch (apCode) {
    case 'StateOfCharge':
      return unit.stateOfCharge.slice();
    case 'CellVoltageMax':
      return storageReadings.cellVoltageReading(power, unit, { device, which: 'max' });
    case 'CellVoltageMin':
      return storageReadings.cellVoltageReading(power, unit, { device, which: 'min' });
    case 'CellTemperatureMax':
      return storageReadings.cellTemperatureReading(power, unit, { device, which: 'max' });
    case 'CellTemperatureMin':
      return storageReadings.cellTemperatureReading(power, unit, { device, which: 'min' });
    case 'UsableEnergyCapacity':
      return new Float64Array(power.frame.length).fill(unit.usableKwh);
    case 'DcCurrent':
      return storageReadings.stringCurrentReading(power, unit, { device, strings: power.plan.storage?.stringsPerContainer ?? 1 });
    default:
      return unknown(power, apCode);
  }
}

function ambientReading({ noise, frame, ambient }: SitePowerDay, { deviceNo }: DemoDevice): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, deviceNo, 'thirdSensor'), frame.grid);
  return column(frame.length, (i) => at(ambient, i) + 0.1 * at(wobble, i));
}

function unitOf(power: SitePowerDay, index: number): BatteryUnitDay {
  const id = deviceId(power.plan, 'batteryInverter', index);
  const unit = power.storage?.units.find(({ device }) => device.id === id);
  if (!unit) throw new RangeError(`Site ${power.plan.id} has no battery inverter ${index}`);
  return unit;
}

function unknown({ plan }: SitePowerDay, apCode: string): never {
  throw new RangeError(`Site ${plan.id} has nothing that makes ${apCode}`);
}
