import { combine } from '@solvane/series/combine';
import { capacityMeasurements } from '../../storage/state-of-health.ts';
import type { DetectContext } from '../detect/detect.ts';
import type { SiteDevice } from '../site.ts';

/** A battery inverter with the battery behind it, columns of shape (span.count). */
export interface StorageUnit {
  inverter: SiteDevice;
  /** Containers below the inverter, by id. */
  containers: readonly SiteDevice[];
  /** When new. [kWh] NaN: nobody stated it */
  ratedEnergy: number;
  /** At the AC terminals, discharge positive. [kW] */
  power: Float64Array;
  dcPower: Float64Array;
  /** At the end of each interval. [%] */
  stateOfCharge: Float64Array;
  /** Of what is connected. [kWh] Reported, else what is left of the rated energy */
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
export function storageUnits(context: DetectContext): StorageUnit[] {
  return context.tree.generators.filter(({ energySource }) => energySource === 'BESS').map((inverter) => storageUnit(inverter, context));
}

/**
 * Capacities measured by the discharges that ended on the day.
 *
 * @param unit - battery
 * @param context - of the day
 * @returns by time. [kWh]
 */
export function capacitiesOfDay(unit: StorageUnit, { frame }: DetectContext): number[] {
  const { dcPower, stateOfCharge, cellTemperatureMin, cellTemperatureMax, inverter } = unit;
  const { start, end } = frame.dayInSpan;
  return capacityMeasurements({
    dcPower,
    stateOfCharge,
    ...(cellTemperatureMin && { cellTemperatureMin }),
    ...(cellTemperatureMax && { cellTemperatureMax }),
    ratedPower: inverter.capacityAc,
    stepHours: frame.stepHours,
  }).flatMap((measured) => (measured.end > start && measured.end <= end ? [measured.capacity] : []));
}

function storageUnit(inverter: SiteDevice, { tree, signals, frame, memory }: DetectContext): StorageUnit {
  const { count } = frame.span;
  const missing = () => new Float64Array(count).fill(Number.NaN);
  const below = tree.devices.filter((device) => device !== inverter && tree.lineageOf(device).includes(inverter.id));
  const containers = below.filter(({ segmentType }) => segmentType === 'BatteryContainer');
  const columns = (devices: readonly SiteDevice[], apCode: string) =>
    devices.flatMap(({ id }) => {
      const values = signals.find(id, apCode)?.values;
      return values ? [values] : [];
    });
  const nearest = (apCode: string) => {
    const own = columns([inverter], apCode);
    return own.length > 0 ? own : columns(containers.length > 0 ? containers : below, apCode);
  };
  const ratedEnergy = statedEnergy(inverter, containers);
  const health = memory.devices.get(inverter.id)?.storage?.capacity ?? Number.NaN;
  const rest = Number.isNaN(health) ? ratedEnergy : health;
  const coldest = nearest('CellTemperatureMin');
  const hottest = nearest('CellTemperatureMax');
  return {
    inverter,
    containers,
    ratedEnergy,
    power: columns([inverter], 'ActivePower')[0] ?? missing(),
    dcPower: columns([inverter], 'DcPower')[0] ?? missing(),
    stateOfCharge: meanOf(nearest('StateOfCharge'), missing),
    usableEnergy: sumOf(nearest('UsableEnergyCapacity'), missing).map((kwh) => (Number.isNaN(kwh) ? rest : kwh)),
    ...(coldest.length > 0 && { cellTemperatureMin: coldest.reduce((a, b) => combine(a, b, Math.min)) }),
    ...(hottest.length > 0 && { cellTemperatureMax: hottest.reduce((a, b) => combine(a, b, Math.max)) }),
    health: health / ratedEnergy,
  };
}

function statedEnergy({ ratedEnergy = Number.NaN }: SiteDevice, containers: readonly SiteDevice[]): number {
  if (!Number.isNaN(ratedEnergy) || containers.length === 0) return ratedEnergy;
  return containers.reduce((sum, container) => sum + (container.ratedEnergy ?? Number.NaN), 0);
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
