import type { AvailabilitySheet, SheetCell } from '../../availability/availability-sheets.ts';
import { availableShare } from '../../availability/availability-sheets.ts';
import type { CategoryTotals, UnknownTime } from '../../availability/device-account.ts';
import type { EventType } from '../../events/event-types.ts';
import { TIME_CATEGORIES, type TimeCategory } from '../../events/time-category.ts';
import type { EnergySource } from '../../signals/signal-row.ts';
import type { AvailabilityView } from '../site.ts';
import type { DeviceAvailability } from './site-availability.ts';
import { NOTHING_UNKNOWN, ratingOf, type ViewSums } from './view-sums.ts';

/**
 * What is booked for a time category or an event: rating times hours, produced and lost energy; then the same of the part with too little sun or
 * wind. [kWh]
 */
export type Amounts = readonly [hours: number, produced: number, lost: number, lowHours: number, lowProduced: number, lowLost: number];

/** Part of a day account that one event stands for. */
export interface AccountedEvent {
  /** Device whose event it is. */
  ownerId: string;
  /** Smallest id of its raw events. */
  id: string;
  code: string;
  category: string;
  eventType: EventType;
  timeCategory: TimeCategory;
  source: EnergySource;
  /** Part of it inside of the day. */
  startMs: number;
  endMs: number;
  /** Generators it was booked for. */
  devices: number;
  amounts: Amounts;
}

/** Every rated hour and kilowatt-hour of a site by kind of generator and time category: any sheet can be applied to it. */
export interface DayAccount {
  sources: Partial<Record<EnergySource, Partial<Record<TimeCategory, Amounts>>>>;
  events: readonly AccountedEvent[];
  /** Rating times hours of which nothing can be judged. [kWh] */
  unknown: UnknownTime;
}

const SECONDS_PER_HOUR = 3600;
const NO_AMOUNTS: Amounts = [0, 0, 0, 0, 0, 0];

/**
 * Account of a site from those of its generators: time weighs by rating, energy adds up.
 *
 * @param availability - of every generator on the day
 * @returns categories and events that were booked nothing are absent
 */
export function siteDayAccount(availability: readonly DeviceAvailability[]): DayAccount {
  const rating = ratingOf(availability);
  const sources: DayAccount['sources'] = {};
  const events = new Map<string, AccountedEvent>();
  const unknown = { ...NOTHING_UNKNOWN };
  for (const each of availability) {
    const source = each.device.energySource;
    const ratedHours = rating(each) / SECONDS_PER_HOUR;
    const { all, lowResource, unknown: ofDevice } = each.account;
    for (const name of ['noData', 'withoutExpectation', 'unmonitored'] as const) unknown[name] += ofDevice[name] * ratedHours;
    const ofSource = sources[source] ?? {};
    sources[source] = ofSource;
    for (const [at, category] of TIME_CATEGORIES.entries()) {
      const amounts = amountsAt(all, lowResource, { at, ratedHours });
      if (amounts.some((amount) => amount !== 0)) ofSource[category] = addAmounts(ofSource[category] ?? NO_AMOUNTS, amounts);
    }
    for (const { ownerId, event, eventType, timeCategory, startMs, endMs, ...booked } of each.booked) {
      const key = [ownerId, event.id, timeCategory, source].join(' ');
      const before = events.get(key);
      const amounts: Amounts = [
        booked.seconds * ratedHours,
        booked.produced,
        booked.lost,
        booked.lowSeconds * ratedHours,
        booked.lowProduced,
        booked.lowLost,
      ];
      events.set(key, {
        ...{ ownerId, ...event, eventType, timeCategory, source },
        startMs: Math.min(startMs, before?.startMs ?? startMs),
        endMs: Math.max(endMs, before?.endMs ?? endMs),
        devices: (before?.devices ?? 0) + 1,
        amounts: addAmounts(before?.amounts ?? NO_AMOUNTS, amounts),
      });
    }
  }
  return { sources, events: [...events.values()], unknown };
}

/**
 * Account over several days. An event that lasts over midnight is one entry again.
 *
 * @param days - of one site, by time
 * @returns their sum
 */
export function addDayAccounts(days: readonly DayAccount[]): DayAccount {
  const sources: DayAccount['sources'] = {};
  const events = new Map<string, AccountedEvent>();
  const unknown = { ...NOTHING_UNKNOWN };
  for (const day of days) {
    for (const name of ['noData', 'withoutExpectation', 'unmonitored'] as const) unknown[name] += day.unknown[name];
    for (const [source, ofSource] of entriesOf(day.sources)) {
      const total = sources[source] ?? {};
      sources[source] = total;
      for (const [category, amounts] of entriesOf(ofSource)) total[category] = addAmounts(total[category] ?? NO_AMOUNTS, amounts);
    }
    for (const event of day.events) {
      const key = eventKey(event);
      const before = events.get(key);
      events.set(
        key,
        before
          ? {
              ...before,
              endMs: Math.max(before.endMs, event.endMs),
              devices: Math.max(before.devices, event.devices),
              amounts: addAmounts(before.amounts, event.amounts),
            }
          : event,
      );
    }
  }
  return { sources, events: [...events.values()], unknown };
}

/**
 * Names an event of an account under one time category.
 *
 * @param event - of any account of the site
 */
export function eventKey({ ownerId, id, timeCategory, source }: AccountedEvent): string {
  return [ownerId, id, timeCategory, source].join(' ');
}

/**
 * What a view of a contract makes of an account.
 *
 * @param account - of a site over any period
 * @param view - definition
 * @returns as `siteViewSums` of the same days. By time: rating times hours [kWh]; by production: produced and lost energy [kWh]
 */
export function viewSumsOf(account: DayAccount, { name, basis, sheets }: AvailabilityView): ViewSums {
  const total: ViewSums = { name, basis, available: 0, unavailable: 0, unavailableBy: {} };
  for (const [source, categories] of entriesOf(account.sources)) {
    for (const [category, amounts] of entriesOf(categories)) {
      const { available, unavailable } = countedOf(amounts, { category, sheet: sheets[source], basis });
      total.available += available;
      total.unavailable += unavailable;
      if (unavailable !== 0) total.unavailableBy[category] = (total.unavailableBy[category] ?? 0) + unavailable;
    }
  }
  const { noData, withoutExpectation, unmonitored } = account.unknown;
  if (noData + withoutExpectation + unmonitored > 0) total.unknown = { ...account.unknown };
  return total;
}

/**
 * What an event takes from a view, and what stays available while it lasts.
 *
 * @param event - of an account
 * @param view - definition
 * @returns parts of the sums of the view. [kWh]
 */
export function eventInView(
  { amounts, timeCategory, source }: AccountedEvent,
  { basis, sheets }: Pick<AvailabilityView, 'basis' | 'sheets'>,
): { available: number; unavailable: number } {
  return countedOf(amounts, { category: timeCategory, sheet: sheets[source], basis });
}

interface Counting {
  category: TimeCategory;
  sheet: AvailabilitySheet;
  basis: AvailabilityView['basis'];
}

/** With low resource left out, its part of each category counts neither way. */
function countedOf(amounts: Amounts, { category, sheet, basis }: Counting): { available: number; unavailable: number } {
  const cell: SheetCell = sheet[category];
  const share = availableShare(cell);
  if (Number.isNaN(share)) return { available: 0, unavailable: 0 };
  const [hours, produced, lost, lowHours, lowProduced, lowLost] = amounts;
  const isLowOut = sheet.LR === 'X';
  if (basis === 'time') {
    const counted = hours - (isLowOut ? lowHours : 0);
    return { available: counted * share, unavailable: counted * (1 - share) };
  }
  return { available: produced - (isLowOut ? lowProduced : 0), unavailable: (lost - (isLowOut ? lowLost : 0)) * (1 - share) };
}

function amountsAt(all: CategoryTotals, low: CategoryTotals, { at, ratedHours }: { at: number; ratedHours: number }): Amounts {
  const of = (totals: CategoryTotals) => [(totals.seconds[at] ?? 0) * ratedHours, totals.produced[at] ?? 0, totals.lost[at] ?? 0] as const;
  return [...of(all), ...of(low)];
}

function addAmounts(a: Amounts, b: Amounts): Amounts {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]];
}

function entriesOf<K extends string, V>(record: Partial<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
