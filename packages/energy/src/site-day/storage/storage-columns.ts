import { combine } from '@solvane/series/combine';
import { eventShare } from '../../events/timeline-columns.ts';
import { exportedPart, importedPart } from '../../rollup/energy-from-power.ts';
import type { CalcType } from '../../signals/calc-types.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import { type CapabilitySums, capabilityAvailability, capabilitySums, powerAvailability } from '../../storage/capability.ts';
import { adherenceSums, dispatchAdherence } from '../../storage/dispatch.ts';
import { roundTripEfficiency } from '../../storage/efficiency.ts';
import { chargeRate } from '../../storage/state-of-charge.ts';
import { feasibleOrderOf } from '../detect/detect.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { type StorageUnit, storageUnits } from '../expect/storage-units.ts';
import { ofDay } from '../layout/frame.ts';
import { onceADay } from '../layout/once-a-day.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { DerivedColumn } from '../outputs.ts';

/**
 * Derived columns of the batteries of a site, and of the site as one battery. What is a ratio of a day's sums has one point a day.
 *
 * @param context - everything known of the day
 * @param losses - of its generators
 * @returns none at a site without batteries
 */
export function storageColumns(context: DetectContext, losses: readonly DeviceLosses[]): DerivedColumn[] {
  const units = storageUnits(context);
  if (units.length === 0 || context.frame.day.count === 0) return [];
  const ofUnits = units.map((unit) => unitOfDay(unit, context, losses));
  return [...ofUnits.flatMap((unit) => unitColumns(unit, context)), ...plantColumns(ofUnits, context), ...spreadColumns(context)];
}

/** A battery over the day, columns of shape (day.count). */
interface DayUnit {
  unit: StorageUnit;
  power: Float64Array;
  /** Never negative. [kWh] */
  charged: Float64Array;
  discharged: Float64Array;
  stateOfCharge: Float64Array;
  usableEnergy: Float64Array;
  /** Usable while its inverter was not stopped. [kWh] */
  connectedEnergy: Float64Array;
  /** Energy in the battery at the end of the day less at its start. [kWh] */
  storedChange: number;
}

function unitOfDay(unit: StorageUnit, { frame, energies }: DetectContext, losses: readonly DeviceLosses[]): DayUnit {
  const { inverter } = unit;
  const slices = losses.find(({ device }) => device === inverter)?.slices ?? [];
  const stopped = eventShare(slices, frame.day, ['Downtime', 'Unknown']);
  const usableEnergy = ofDay(unit.usableEnergy, frame);
  const energy = energies.get(inverter.id)?.values;
  const net = energy ? ofDay(energy, frame) : ofDay(unit.power, frame).map((kw) => kw * frame.stepHours);
  const before = unit.reportedCharge[frame.dayInSpan.start - 1] ?? Number.NaN;
  const reported = ofDay(unit.reportedCharge, frame);
  const last = reported.findLast((percent) => !Number.isNaN(percent)) ?? Number.NaN;
  const from = Number.isNaN(before) ? (reported.find((percent) => !Number.isNaN(percent)) ?? Number.NaN) : before;
  return {
    unit,
    power: ofDay(unit.power, frame),
    charged: importedPart(net),
    discharged: exportedPart(net),
    stateOfCharge: ofDay(unit.stateOfCharge, frame),
    usableEnergy,
    connectedEnergy: combine(usableEnergy, stopped, (kwh, share) => kwh * (1 - share)),
    storedChange: ((last - from) / 100) * (usableEnergy.find((kwh) => !Number.isNaN(kwh)) ?? Number.NaN),
  };
}

function unitColumns(
  { unit, power, charged, discharged, stateOfCharge, usableEnergy, storedChange }: DayUnit,
  { frame }: DetectContext,
): DerivedColumn[] {
  const { inverter, containers, ratedEnergy, health } = unit;
  const columns: DerivedColumn[] = [];
  const [put, putContainer] = [putter(columns, inverter.id), putter(columns, containers[0]?.id ?? '')];
  put('ChargeEnergy', 'Calculated', charged);
  put('DischargeEnergy', 'Calculated', discharged);
  const charge = total(charged);
  const efficiency = roundTripEfficiency({ charge, discharge: total(discharged), storedChange, usableEnergy: usableEnergy[0] ?? 0 });
  put('RoundTripEfficiency', 'Calculated', onceADay(100 * efficiency, charge, frame));
  // Behind one inverter several containers share what it measures: only a single one is told apart.
  if (containers.length !== 1) return columns;
  putContainer('CRate', 'Calculated', chargeRate(power, usableEnergy));
  putContainer('EquivalentFullCycles', 'Calculated', cycles(charged, discharged, ratedEnergy));
  putContainer(
    'StoredEnergy',
    'Calculated',
    combine(stateOfCharge, usableEnergy, (percent, kwh) => (percent / 100) * kwh),
  );
  putContainer('StateOfHealth', 'Calculated', onceADay(100 * health, ratedEnergy, frame));
  return columns;
}

function plantColumns(units: readonly DayUnit[], context: DetectContext): DerivedColumn[] {
  const { site, frame } = context;
  const columns: DerivedColumn[] = [];
  const put = putter(columns, site.id);
  const sum = (pick: (unit: DayUnit) => Float64Array) => units.map(pick).reduce((a, b) => combine(a, b, (x, y) => x + y));
  const rated = units.reduce((all, { unit }) => all + unit.ratedEnergy, 0);
  const usable = sum(({ usableEnergy }) => usableEnergy);
  const stored = sum(({ stateOfCharge, usableEnergy }) => combine(stateOfCharge, usableEnergy, (percent, kwh) => (percent / 100) * kwh));
  const [charged, discharged] = [sum((unit) => unit.charged), sum((unit) => unit.discharged)];
  const power = sum((unit) => unit.power);
  const contract = site.contractedStorage ?? {};

  put('UsableEnergyCapacity', 'Calculated', usable);
  put('StoredEnergy', 'Calculated', stored);
  const percent = combine(stored, usable, (kwh, of) => (of > 0 ? (100 * kwh) / of : Number.NaN));
  put('StateOfCharge', 'Calculated', { values: percent, weights: usable });
  put('CRate', 'Calculated', chargeRate(power, usable));
  put('EquivalentFullCycles', 'Calculated', cycles(charged, discharged, rated));
  const healthy = units.reduce((all, { unit }) => all + unit.health * unit.ratedEnergy, 0);
  put('StateOfHealth', 'Calculated', onceADay((100 * healthy) / rated, rated, frame));
  const charge = total(charged);
  const storedChange = units.reduce((all, unit) => all + unit.storedChange, 0);
  const efficiency = roundTripEfficiency({ charge, discharge: total(discharged), storedChange, usableEnergy: usable[0] ?? 0 });
  put('RoundTripEfficiency', 'Calculated', onceADay(100 * efficiency, charge, frame));

  const connected = sum(({ connectedEnergy }) => connectedEnergy);
  const capacity = capabilitySums(connected, contract.energy ?? rated);
  put('CapacityAvailability', 'Calculated', onceADay(100 * capabilityAvailability(capacity), capacity.contracted * frame.stepHours, frame));
  const inverters = units.map(({ unit }) => unit.inverter);
  const ratedPower = inverters.reduce((all, { capacityAc }) => all + capacityAc, 0);
  const charging = capability('AvailableChargePower', contract.chargePower ?? ratedPower, inverters, context);
  const discharging = capability('AvailableDischargePower', contract.dischargePower ?? ratedPower, inverters, context);
  const asked = Math.max(charging.contracted, discharging.contracted) * frame.stepHours;
  put('PowerAvailability', 'Calculated', onceADay(100 * powerAvailability(charging, discharging), asked, frame));

  const orders = inverters.flatMap((inverter) => feasibleOrderOf(inverter, context) ?? []);
  if (orders.length === inverters.length) {
    const order = orders.map((column) => ofDay(column, frame)).reduce((a, b) => combine(a, b, (x, y) => x + y));
    const adherence = adherenceSums(order, power, ratedPower);
    put('DispatchAdherence', 'Calculated', onceADay(100 * dispatchAdherence(adherence).energy, adherence.ordered * frame.stepHours, frame));
  }
  return columns;
}

/** What the inverters together could take or give. */
function capability(
  apCode: 'AvailableChargePower' | 'AvailableDischargePower',
  contracted: number,
  inverters: readonly { id: string }[],
  { signals, frame }: DetectContext,
): CapabilitySums {
  const known = inverters.flatMap(({ id }) => {
    const values = signals.find(id, apCode)?.values;
    return values ? [ofDay(values, frame)] : [];
  });
  if (known.length < inverters.length) return { available: 0, contracted: 0 };
  return capabilitySums(
    known.reduce((a, b) => combine(a, b, (x, y) => x + y)),
    contracted,
  );
}

/** How far the cells of every container and string lie apart. [mV] */
function spreadColumns({ tree, signals, frame }: DetectContext): DerivedColumn[] {
  return tree.devices.flatMap(({ id }) => {
    const [highest, lowest] = [signals.find(id, 'CellVoltageMax')?.values, signals.find(id, 'CellVoltageMin')?.values];
    if (!highest || !lowest) return [];
    const values = combine(ofDay(highest, frame), ofDay(lowest, frame), (max, min) => 1000 * (max - min));
    return [{ deviceId: id, signalId: signalIdOf('CellVoltageSpread', 'Calculated'), values }];
  });
}

function cycles(charged: Float64Array, discharged: Float64Array, ratedEnergy: number): Float64Array {
  return combine(charged, discharged, (taken, given) => (taken + given) / (2 * ratedEnergy));
}

function total(column: Float64Array): number {
  return column.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
}

function putter(columns: DerivedColumn[], deviceId: string) {
  return (apCode: ApCode, calcType: CalcType, column: Float64Array | Pick<DerivedColumn, 'values' | 'weights'>): void => {
    const point = column instanceof Float64Array ? { values: column } : column;
    if (!point.values.every(Number.isNaN)) columns.push({ deviceId, signalId: signalIdOf(apCode, calcType), ...point });
  };
}
