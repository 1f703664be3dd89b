import { combine } from '@solvane/series/combine';
import { QUALITY_FLAGS } from '../../quality/flags.ts';
import type { SignalQuality } from '../../quality/site.ts';
import { countStateOfCharge, stateOfChargeFromEnergy } from '../../storage/state-of-charge.ts';
import { capacityMeasurements } from '../../storage/state-of-health.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect-context.ts';

/** AC to AC, where it is not stated. */
const DEFAULT_ROUND_TRIP = 0.86;

/** A battery inverter with the battery behind it, columns of shape (span.count). */
export interface StorageUnit {
  inverter: SiteDevice;
  /** Containers below the inverter, by id. */
  containers: readonly SiteDevice[];
  /** When new. [kWh] NaN: not stated */
  ratedEnergy: number;
  /** At the AC terminals, discharge positive. [kW] */
  power: Float64Array;
  dcPower: Float64Array;
  /** At the end of each interval. [%] Reported, else stored energy over usable, else counted since the last report */
  stateOfCharge: Float64Array;
  /** The same without what was counted: counting takes the losses for granted. [%] */
  reportedCharge: Float64Array;
  /** As the battery itself states it: all else takes the capacity for granted. [%] */
  statedCharge: Float64Array;
  /** Of what is connected. [kWh] Reported, else measured by discharges, else what is stated */
  usableEnergy: Float64Array;
  /** Coldest and hottest cell. [°C] Absent: not measured */
  cellTemperatureMin?: Float64Array;
  cellTemperatureMax?: Float64Array;
  /** What is left of the rated energy, 0 to 1; NaN: not known. */
  health: number;
}

/**
 * The batteries of a site.
 *
 * @param context - validated signals and what was learned
 * @returns one per battery inverter, by id
 */
export function storageUnits(context: ExpectContext): StorageUnit[] {
  return context.tree.generators.filter(({ energySource }) => energySource === 'BESS').map((inverter) => storageUnit(inverter, context));
}

/**
 * Capacities measured by the discharges that ended on the day.
 *
 * @param unit - battery
 * @param context - of the day
 * @returns by time. [kWh]
 */
export function capacitiesOfDay(unit: StorageUnit, { frame }: ExpectContext): number[] {
  const { dcPower, statedCharge, cellTemperatureMin, cellTemperatureMax, inverter } = unit;
  const { start, end } = frame.dayInSpan;
  return capacityMeasurements({
    dcPower,
    stateOfCharge: statedCharge,
    ...(cellTemperatureMin && { cellTemperatureMin }),
    ...(cellTemperatureMax && { cellTemperatureMax }),
    ratedPower: inverter.capacityAc,
    stepHours: frame.stepHours,
  }).flatMap((measured) => (measured.end > start && measured.end <= end ? [measured.capacity] : []));
}

/**
 * One battery.
 *
 * @param inverter - of the battery
 * @param context - validated signals and what was learned
 */
export function storageUnit(inverter: SiteDevice, { tree, signals, frame, memory }: ExpectContext): StorageUnit {
  const { start, end } = frame.spanInWindow;
  const missing = (count = end - start) => new Float64Array(count).fill(Number.NaN);
  const below = tree.devices.filter((device) => device !== inverter && tree.lineageOf(device).includes(inverter.id));
  const containers = below.filter(({ segmentType }) => segmentType === 'BatteryContainer');
  const columns = (devices: readonly SiteDevice[], apCode: string, valuesOf = ({ values }: SignalQuality) => values) =>
    devices.flatMap(({ id }) => {
      const signal = signals.find(id, apCode);
      return signal ? [valuesOf(signal)] : [];
    });
  const nearest = (apCode: string, valuesOf?: (signal: SignalQuality) => Float64Array) => {
    const own = columns([inverter], apCode, valuesOf);
    return own.length > 0 ? own : columns(containers.length > 0 ? containers : below, apCode, valuesOf);
  };
  const beforeSpan = ({ good }: SignalQuality) => good.subarray(0, start);
  const ratedEnergy = statedEnergy('ratedEnergy', inverter, containers);
  const usableWhenNew = statedEnergy('usableEnergy', inverter, containers);
  const measured = memory.devices.get(inverter.id)?.storage?.capacity ?? Number.NaN;
  const known = [measured, usableWhenNew, ratedEnergy].find((kwh) => !Number.isNaN(kwh)) ?? Number.NaN;
  const usableEnergy = filled(sumOf(nearest('UsableEnergyCapacity'), missing), known);
  const power = columns([inverter], 'ActivePower')[0] ?? missing();
  const statedCharge = meanOf(nearest('StateOfCharge'), missing);
  const stored = stateOfChargeFromEnergy(sumOf(nearest('StoredEnergy'), missing), usableEnergy);
  const battery = { roundTripEfficiency: inverter.roundTripEfficiency ?? DEFAULT_ROUND_TRIP, stepHours: frame.stepHours };
  const before = countStateOfCharge({
    reported: meanOf(nearest('StateOfCharge', beforeSpan), () => missing(start)),
    power: columns([inverter], 'ActivePower', beforeSpan)[0] ?? missing(start),
    usableEnergy: filled(missing(start), usableEnergy[0] ?? Number.NaN),
    ...battery,
  }).value;
  const counted = countStateOfCharge({
    reported: orElse(meanOf(nearest('StateOfCharge', withoutHeld), missing), stored),
    power,
    usableEnergy,
    initial: before.at(-1) ?? Number.NaN,
    ...battery,
  }).value;
  const coldest = nearest('CellTemperatureMin');
  const hottest = nearest('CellTemperatureMax');
  return {
    inverter,
    containers,
    ratedEnergy,
    power,
    dcPower: columns([inverter], 'DcPower')[0] ?? missing(),
    stateOfCharge: orElse(counted, statedCharge),
    reportedCharge: orElse(statedCharge, stored),
    statedCharge,
    usableEnergy,
    ...(coldest.length > 0 && { cellTemperatureMin: coldest.reduce((a, b) => combine(a, b, Math.min)) }),
    ...(hottest.length > 0 && { cellTemperatureMax: hottest.reduce((a, b) => combine(a, b, Math.max)) }),
    health: measured / ratedEnergy,
  };
}

/** The last report, held for an hour, knows less than counting: power went on. */
function withoutHeld({ values, flags }: SignalQuality): Float64Array {
  return values.map((value, i) => (((flags[i] ?? 0) & QUALITY_FLAGS.PERSISTED) === 0 ? value : Number.NaN));
}

function filled(column: Float64Array, substitute: number): Float64Array {
  return column.map((value) => (Number.isNaN(value) ? substitute : value));
}

function orElse(column: Float64Array, other: Float64Array): Float64Array {
  return combine(column, other, (value, substitute) => (Number.isNaN(value) ? substitute : value));
}

/** Of the inverter, else of its containers together. [kWh] */
function statedEnergy(name: 'ratedEnergy' | 'usableEnergy', inverter: SiteDevice, containers: readonly SiteDevice[]): number {
  const own = inverter[name] ?? Number.NaN;
  if (!Number.isNaN(own) || containers.length === 0) return own;
  return containers.reduce((sum, container) => sum + (container[name] ?? Number.NaN), 0);
}

function sumOf(columns: readonly Float64Array[], missing: () => Float64Array): Float64Array {
  return columns.length === 0 ? missing() : columns.reduce((a, b) => combine(a, b, (x, y) => x + y));
}

/** Of those that report; containers of one inverter are alike. */
function meanOf(columns: readonly Float64Array[], missing: () => Float64Array): Float64Array {
  const [only, ...others] = columns;
  if (!only) return missing();
  if (others.length === 0) return only;
  return only.map((_, i) => {
    const known = columns.flatMap((column) => (Number.isNaN(column[i] ?? Number.NaN) ? [] : [column[i] ?? Number.NaN]));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}
