import { columnSpace } from '@solvane/series/columns';
import { commonLength } from '@solvane/series/combine';
import type { EventType } from '../events/event-types.ts';
import { TIME_CATEGORIES, type TimeCategory, timeCategoryIndex } from '../events/time-category.ts';
import { type AllocationOptions, visitAllocation } from '../losses/allocation.ts';
import type { IntervalGrid } from '../time/interval.ts';
import type { Period } from '../time/local-day.ts';

/** A slice of the contract's timeline of a device. */
export interface AccountSlice {
  startMs: number;
  endMs: number;
  eventType: EventType;
  timeCategory: TimeCategory;
  /** Share of its power a degraded device still had, where known. */
  derate?: number;
  /** The contract leaves it out: neither its time nor its energy is counted. */
  isLeftOut?: boolean;
  /** The event that decides. */
  event?: AccountedSlice;
}

/** What a slice is booked for. */
export interface AccountedSlice {
  /** Of the event that decides: smallest id of its raw events. */
  id: string;
  code: string;
  category: string;
}

export type BookedKind = 'seconds' | 'produced' | 'lost';

/** What one device did with its time and energy, one number per time category. Accounts of periods add up. */
export interface CategoryTotals {
  /** shape (14). [s] */
  seconds: Float64Array;
  /** Energy produced meanwhile, shape (14). [kWh] */
  produced: Float64Array;
  /** Energy its events lost, shape (14). [kWh] */
  lost: Float64Array;
  /** Part of the seconds of partial performance that a known derate takes away. [s] */
  derated: number;
}

/** Elapsed time with resource of which nothing can be judged. [s] */
export interface UnknownTime {
  /** Production is not known. */
  noData: number;
  /** Production is known, but nothing to hold it against. */
  withoutExpectation: number;
  /** Neither codes nor a rule could have found a stop: part of the unavailable information. */
  unmonitored: number;
}

export interface DeviceAccount {
  /** All elapsed time. */
  all: CategoryTotals;
  unknown: UnknownTime;
  /** The part of it with too little sun or wind: contracts may leave it out even where an event covers it. */
  lowResource: CategoryTotals;
}

export interface AccountOptions {
  grid: IntervalGrid;
  /** Elapsed part of the period: time outside is not counted. */
  period: Period;
  /** Timeline under the contract, inherited events included: by time, not overlapping. */
  slices: readonly AccountSlice[];
  /** As from `intervalLoss`, shape (n). [kWh] NaN: not known */
  expected: Float64Array;
  produced: Float64Array;
  /** Loss under the contract's overdesign method, shape (n). [kWh] NaN: not known, by production the interval does not count */
  loss: Float64Array;
  /** Order of the interval, shape (n). [kW] */
  setpoint?: Float64Array;
  /** 1 where silence counts as lost, shape (n). */
  lostInSilence?: Uint8Array;
  /** 1 with too little sun or wind, shape (n). */
  lowResource: Uint8Array;
  /** 1 without data, shape (n). */
  noData: Uint8Array;
  /** 1 where neither codes nor a rule could have found a stop, shape (n). Absent: never */
  unmonitored?: Uint8Array;
  /** 1 for a battery without an order, shape (n). */
  idle?: Uint8Array;
  /** 1 where the contract leaves the interval out, e.g. because its values are estimated, shape (n). */
  excluded?: Uint8Array;
  /** Told of every amount that is booked for a slice, [s] or [kWh]. */
  onSlice?: (slice: AccountSlice, kind: BookedKind, amount: number, isLowResource: boolean) => void;
}

/** An unknown code counts as an outage only where this share of the expectation was not reached. */
const UNKNOWN_IS_OUTAGE_BELOW = 0.8;

/**
 * Books every second and kilowatt-hour of a device under one time category.
 *
 * Time without an event is low resource, unavailable information, ready standby or full performance: full only where a stop could have been
 * found. Events that do not matter for production, and unknown codes during normal production, count as no event. Production counts where its
 * expectation is known.
 *
 * @param options - timeline and columns of one device
 * @returns the account, from which every availability definition follows
 * @throws RangeError when the lengths differ
 */
export function deviceAccount(options: AccountOptions): DeviceAccount {
  const { grid, period, slices, produced, lowResource, excluded } = options;
  const n = commonLength(options.expected, produced, options.loss, lowResource, options.noData, ...(excluded ? [excluded] : []));
  const account: DeviceAccount = {
    all: noTotals(),
    lowResource: noTotals(),
    unknown: { noData: 0, withoutExpectation: 0, unmonitored: 0 },
  };
  const book = (interval: number, kind: BookedKind, category: TimeCategory, amount: number, slice?: AccountSlice) => {
    if (slice) options.onSlice?.(slice, kind, amount, lowResource[interval] === 1);
    const at = timeCategoryIndex(category);
    account.all[kind][at] = (account.all[kind][at] ?? 0) + amount;
    if (lowResource[interval] === 1) account.lowResource[kind][at] = (account.lowResource[kind][at] ?? 0) + amount;
  };
  const bookTime = (interval: number, category: TimeCategory, lengthMs: number, slice?: AccountSlice) => {
    if (lengthMs <= 0) return;
    book(interval, 'seconds', category, lengthMs / 1000, slice);
    const kwh = produced[interval] ?? Number.NaN;
    if (!Number.isNaN(kwh + (options.loss[interval] ?? Number.NaN)))
      book(interval, 'produced', category, (kwh * lengthMs) / grid.stepMs, slice);
  };

  let first = 0;
  let earliest = slices[first];
  for (let i = 0; i < n; i++) {
    const startMs = Math.max(period.startMs, grid.startMs + i * grid.stepMs);
    const endMs = Math.min(period.endMs, grid.startMs + (i + 1) * grid.stepMs);
    if (endMs <= startMs || excluded?.[i] === 1) continue;
    while (earliest && earliest.endMs <= startMs) earliest = slices[++first];
    let uncoveredMs = endMs - startMs;
    for (let at = first, slice = earliest; slice && slice.startMs < endMs; slice = slices[++at]) {
      const lengthMs = Math.min(endMs, slice.endMs) - Math.max(startMs, slice.startMs);
      if (slice.isLeftOut) uncoveredMs -= lengthMs;
      if (slice.isLeftOut || !countsAsEvent(slice, i, options)) continue;
      uncoveredMs -= lengthMs;
      bookTime(i, slice.timeCategory, lengthMs, slice);
      bookDerate(account, slice, lengthMs / 1000, lowResource[i] === 1);
    }
    bookTime(i, categoryWithoutEvent(i, options), uncoveredMs);
    bookUnknown(account.unknown, i, uncoveredMs / 1000, options);
  }

  visitAllocation(allocationOf(options), (interval, at, energy) => {
    const slice = slices[at];
    if (!slice || slice.isLeftOut || excluded?.[interval] === 1) return;
    const isEvent = countsAsEvent(slice, interval, options);
    const lost = energy * shareInside(interval, grid, period);
    book(interval, 'lost', isEvent ? slice.timeCategory : 'FP', lost, isEvent ? slice : undefined);
  });
  return account;
}

/**
 * Loss of each interval that a sheet holds against the contractor.
 *
 * @param options - as for the account
 * @param unavailableShare - share of a category that counts as unavailable, 0 to 1; 0 for excluded ones
 * @returns shape (n). [kWh] NaN where the loss is not known
 * @throws RangeError when the lengths differ
 */
export function contractualLoss(options: AccountOptions, unavailableShare: (category: TimeCategory) => number): Float64Array {
  const { slices, loss, excluded } = options;
  const charged = new Float64Array(loss.length);
  for (let i = 0; i < loss.length; i++) if (Number.isNaN(loss[i])) charged[i] = Number.NaN;
  visitAllocation(allocationOf(options), (interval, at, energy) => {
    const slice = slices[at];
    if (!slice || slice.isLeftOut || excluded?.[interval] === 1 || !countsAsEvent(slice, interval, options)) return;
    charged[interval] = (charged[interval] ?? 0) + energy * unavailableShare(slice.timeCategory);
  });
  return charged;
}

/**
 * Account of two periods of one device.
 *
 * @param a - account
 * @param b - account of other time
 * @returns their sum
 */
export function addAccounts(a: DeviceAccount, b: DeviceAccount): DeviceAccount {
  return {
    all: addTotals(a.all, b.all),
    lowResource: addTotals(a.lowResource, b.lowResource),
    unknown: {
      noData: a.unknown.noData + b.unknown.noData,
      withoutExpectation: a.unknown.withoutExpectation + b.unknown.withoutExpectation,
      unmonitored: a.unknown.unmonitored + b.unknown.unmonitored,
    },
  };
}

function addTotals(a: CategoryTotals, b: CategoryTotals): CategoryTotals {
  const add = (x: Float64Array, y: Float64Array) => x.map((value, i) => value + (y[i] ?? 0));
  return {
    seconds: add(a.seconds, b.seconds),
    produced: add(a.produced, b.produced),
    lost: add(a.lost, b.lost),
    derated: a.derated + b.derated,
  };
}

function noTotals(): CategoryTotals {
  const zeros = columnSpace(3, TIME_CATEGORIES.length);
  return { seconds: zeros(), produced: zeros(), lost: zeros(), derated: 0 };
}

function bookDerate(account: DeviceAccount, { timeCategory, derate }: AccountSlice, seconds: number, isLowResource: boolean): void {
  if (timeCategory !== 'PP' || derate === undefined) return;
  const taken = (1 - derate) * seconds;
  account.all.derated += taken;
  if (isLowResource) account.lowResource.derated += taken;
}

function countsAsEvent({ eventType, timeCategory }: AccountSlice, interval: number, { expected, produced }: AccountOptions): boolean {
  if (timeCategory === 'FP') return false;
  return eventType !== 'Unknown' || (produced[interval] ?? 0) < UNKNOWN_IS_OUTAGE_BELOW * (expected[interval] ?? 0);
}

function bookUnknown(
  unknown: UnknownTime,
  interval: number,
  uncovered: number,
  { grid, loss, produced, lowResource, unmonitored }: AccountOptions,
): void {
  if (lowResource[interval] === 1) return;
  if (unmonitored?.[interval] === 1) unknown.unmonitored += uncovered;
  if (!Number.isNaN(loss[interval])) return;
  if (Number.isNaN(produced[interval])) unknown.noData += grid.stepMs / 1000;
  else unknown.withoutExpectation += grid.stepMs / 1000;
}

function categoryWithoutEvent(interval: number, { lowResource, noData, unmonitored, idle }: AccountOptions): TimeCategory {
  if (lowResource[interval] === 1) return 'LR';
  if (noData[interval] === 1 || unmonitored?.[interval] === 1) return 'IU';
  return idle?.[interval] === 1 ? 'RS' : 'FP';
}

function shareInside(interval: number, grid: IntervalGrid, period: Period): number {
  const startMs = grid.startMs + interval * grid.stepMs;
  return Math.max(0, Math.min(period.endMs, startMs + grid.stepMs) - Math.max(period.startMs, startMs)) / grid.stepMs;
}

function allocationOf({ grid, expected, loss, slices, setpoint, lostInSilence }: AccountOptions): AllocationOptions {
  return { grid, expected, loss, slices, ...(setpoint && { setpoint }), ...(lostInSilence && { lostInSilence }) };
}
