import { countStateOfCharge } from '@solvane/energy/storage/state-of-charge';
import { DAY_MS } from '@solvane/energy/time/zone';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import { isActive, ofKind } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import type { SitePlan, StoragePlan } from '../fleet/site-plan.ts';
import { applyCause, type GeneratorDay, stopWithin } from '../generator/generator-day.ts';
import { deviceSeed } from '../noise/channels.ts';
import { normalNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from '../weather/ambient.ts';
import { MIDNIGHT_SHARE, oneWayEfficiency, type PlannedBlock, plannedBlocks } from './battery-schedule.ts';

const POWER_NOISE = 0.004;
const MS_PER_YEAR = 365.25 * DAY_MS;
/** When what an evening missed is ordered again, local hours. */
const LATE_FROM_HOUR = 20.5;
const LATE_TO_HOUR = 23.5;

interface StorageDayInput extends SiteDayInput {
  storage: StoragePlan;
  ambient: Float64Array;
}

/** The battery side of a site over one day. */
export interface StorageDay {
  /** Order to the whole site, discharge positive. [kW] */
  dispatchKw: Float64Array;
  units: BatteryUnitDay[];
}

/** One battery inverter with the cells behind it. */
export interface BatteryUnitDay extends GeneratorDay {
  dcKw: Float64Array;
  /** At the end of each interval. [%] */
  stateOfCharge: Float64Array;
  /** What it could give or take. [kW] */
  availableKw: Float64Array;
  usableKwh: number;
}

export function storageDay(input: StorageDayInput, inverters: readonly DemoDevice[]): StorageDay {
  const { plan, storage, frame } = input;
  const usableKwh = usableCapacity(plan, storage, frame.startMs) / storage.inverters;
  const orders = ordersOf(input, plannedBlocks(input));
  const units = inverters.map((device) => unitDay(input, device, { orders, usableKwh }));
  const dispatchKw = new Float64Array(frame.length);
  for (const { intervals, orderPerKwh } of orders) {
    for (const i of intervals) dispatchKw[i] = at(dispatchKw, i) + orderPerKwh * usableKwh * storage.inverters;
  }
  return { dispatchKw, units };
}

/** Energy a battery can still hold: the new one less the fade of its age. [kWh] */
function usableCapacity({ commissioningDate }: SitePlan, { capacityKwh, fadePerYear }: StoragePlan, timeMs: number): number {
  const years = Math.max(0, (timeMs - Date.parse(`${commissioningDate}T00:00:00Z`)) / MS_PER_YEAR);
  return capacityKwh * (1 - fadePerYear * years);
}

/** A range of the day with one order and what is really done about it. */
interface Order {
  intervals: readonly number[];
  orderPerKwh: number;
  donePerKwh: number;
  /** Injected fault that explains the difference. */
  cause?: string;
}

/** Blocks as ordered; an evening that misses its order gets the rest ordered again later, so that midnight finds the battery as always. */
function ordersOf({ faults, frame }: StorageDayInput, blocks: readonly PlannedBlock[]): Order[] {
  const missed = ofKind(faults, 'missedDispatch')[0];
  return blocks.flatMap(({ action, intervals, powerPerKwh }): Order[] => {
    const asOrdered = { intervals, orderPerKwh: powerPerKwh, donePerKwh: powerPerKwh };
    const isMissed = (i: number) => missed !== undefined && isActive(missed.window, frame.faultDay, at(frame.localHours, i));
    if (!missed || action !== 'discharge' || !intervals.every(isMissed)) return [asOrdered];
    const late = lateIntervals(frame.localHours);
    const leftPerKwh = (powerPerKwh * missed.effect.share * intervals.length) / late.length;
    return [
      { ...asOrdered, donePerKwh: powerPerKwh * (1 - missed.effect.share), cause: missed.fault.id },
      { intervals: late, orderPerKwh: leftPerKwh, donePerKwh: leftPerKwh },
    ];
  });
}

function unitDay(
  input: StorageDayInput,
  device: DemoDevice,
  { orders, usableKwh }: { orders: readonly Order[]; usableKwh: number },
): BatteryUnitDay {
  const { storage, frame, faults } = input;
  const ratedKw = storage.acKw / storage.inverters;
  const { orderedKw, doneKw } = followed(input, device, { orders, usableKwh, ratedKw });
  const unit: GeneratorDay = { device, ratedKw, undisturbedKw: orderedKw, actualKw: orderedKw, lostKwh: new Map() };
  for (const { cause } of orders) if (cause !== undefined) applyCause(unit, cause, doneKw);
  for (const { fault, window } of ofKind(faults, 'outage', device.id)) {
    stopWithin(unit, fault.id, { window, frame, standstillKw: 0 });
  }
  const efficiency = oneWayEfficiency(storage);
  // All losses sit in the converter: its DC side is what the cells give and take.
  const dcKw = unit.actualKw.map((kw) => (kw > 0 ? kw / efficiency : kw * efficiency));
  return {
    ...unit,
    dcKw,
    stateOfCharge: stateOfCharge(storage, unit.actualKw, usableKwh),
    availableKw: availablePower(input, device, ratedKw),
    usableKwh,
  };
}

/** Orders as a unit carries them out, with the noise of its control. */
function followed(
  { noise, frame }: StorageDayInput,
  { deviceNo }: DemoDevice,
  { orders, usableKwh, ratedKw }: { orders: readonly Order[]; usableKwh: number; ratedKw: number },
): { orderedKw: Float64Array; doneKw: Float64Array } {
  const wobble = normalNoiseColumn(deviceSeed(noise, deviceNo, 'power'), frame.grid);
  const orderedKw = new Float64Array(frame.length);
  const doneKw = new Float64Array(frame.length);
  for (const { intervals, orderPerKwh, donePerKwh } of orders) {
    // Without its mean the noise moves no energy: the block carries exactly what the schedule says.
    const mean = intervals.reduce((sum, i) => sum + at(wobble, i), 0) / intervals.length;
    for (const i of intervals) {
      const deviation = POWER_NOISE * ratedKw * (at(wobble, i) - mean);
      orderedKw[i] = orderPerKwh * usableKwh + deviation;
      doneKw[i] = donePerKwh * usableKwh + deviation;
    }
  }
  return { orderedKw, doneKw };
}

/** What heat and outages leave of a unit's rating. [kW] */
function availablePower({ frame, faults, ambient }: StorageDayInput, { id }: DemoDevice, ratedKw: number): Float64Array {
  const deratings = ofKind(faults, 'heatDerating', id);
  const outages = ofKind(faults, 'outage', id);
  return column(frame.length, (i) => {
    const hour = at(frame.localHours, i);
    if (outages.some(({ window }) => isActive(window, frame.faultDay, hour))) return 0;
    const hot = deratings.find(({ effect, window }) => at(ambient, i) > effect.above && isActive(window, frame.faultDay, hour));
    return ratedKw * (hot?.effect.share ?? 1);
  });
}

/** Counted from local midnight, where it is always the same. [%] */
function stateOfCharge({ roundTripEfficiency }: StoragePlan, actualKw: Float64Array, usableKwh: number): Float64Array {
  const { value } = countStateOfCharge({
    reported: new Float64Array(actualKw.length).fill(Number.NaN),
    power: actualKw,
    usableEnergy: new Float64Array(actualKw.length).fill(usableKwh),
    roundTripEfficiency,
    initial: 100 * MIDNIGHT_SHARE,
    stepHours: STEP_HOURS,
  });
  return value;
}

function lateIntervals(localHours: Float64Array): number[] {
  return [...localHours.keys()].filter((i) => at(localHours, i) >= LATE_FROM_HOUR && at(localHours, i) < LATE_TO_HOUR);
}
