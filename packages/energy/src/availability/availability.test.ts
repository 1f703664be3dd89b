import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CATEGORY_SETS } from '../events/category-sets.ts';
import { TIME_CATEGORIES, type TimeCategory } from '../events/time-category.ts';
import type { ClassifiedEvent } from '../events/timeline.ts';
import {
  type AvailabilitySums,
  availabilityOf,
  productionAvailability,
  productionAvailabilitySums,
  siteTimeSums,
  timeAvailabilitySums,
} from './availability.ts';
import { type AvailabilitySheet, STANDARD_VIEWS, type StandardView, standardSheet } from './availability-sheets.ts';
import { accountSlices, contractTimeline } from './contract-view.ts';
import {
  type AccountOptions,
  type AccountSlice,
  addAccounts,
  contractualLoss,
  type DeviceAccount,
  deviceAccount,
} from './device-account.ts';
import { availableCapacity, lowLight, lowWind } from './low-resource.ts';
import { eventDelayMs, reliability } from './reliability.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

type ByCategory = Partial<Record<TimeCategory, number>>;

function accountOf({
  hours = {},
  produced = {},
  lost = {},
  derated = 0,
}: {
  hours?: ByCategory;
  produced?: ByCategory;
  lost?: ByCategory;
  derated?: number;
}): DeviceAccount {
  const of = (values: ByCategory, factor = 1) => Float64Array.from(TIME_CATEGORIES, (category) => (values[category] ?? 0) * factor);
  const none = of({});
  return {
    all: { seconds: of(hours, 3600), produced: of(produced), lost: of(lost), derated: derated * 3600 },
    lowResource: { seconds: none, produced: none, lost: none, derated: 0 },
    unknown: { noData: 0, withoutExpectation: 0, unmonitored: 0 },
  };
}

const sheetOf = (view: StandardView, basis: 'time' | 'production', isSolar = false) => standardSheet({ view, basis, isSolar });
const byView = (availability: (view: StandardView) => number) =>
  Object.fromEntries(STANDARD_VIEWS.map((view) => [view, availability(view)]));

describe('time-based availability', () => {
  const month = accountOf({ hours: { FP: 600, PP: 20, TS: 2, LR: 40, EN: 6, RQ: 12, GE: 5, SM: 10, PCA: 4, FO: 12, SU: 3, FM: 0, IU: 6 } });

  test('depends on what a view holds against the plant', () => {
    const availability = byView((view) => availabilityOf(timeAvailabilitySums(month, { sheet: sheetOf(view, 'time') })));
    expect(differences(availability, { Total: 660 / 714, Operational: 683 / 714, Technical: 685 / 701 })).toEqual([]);
    expect(differences(availability, { Total: 0.92437, Operational: 0.956583, Technical: 0.977175 }, printed(6))).toEqual([]);
  });

  test('of a site weighs devices by their rating', () => {
    const hours = ([available, unavailable]: [number, number], capacity: number) => ({ sums: { available, unavailable }, capacity });
    const site = siteTimeSums([hours([300, 6], 1000), hours([306, 0], 1000), hours([290, 10], 500)]);
    expect(differences(availabilityOf(site), 0.985564, printed(6))).toEqual([]);
  });

  test('can count partial performance by its derate', () => {
    const derated = accountOf({ hours: { FP: 600, PP: 20, FO: 30 }, derated: 10 });
    const sheet = sheetOf('Total', 'time');
    expect(
      differences(availabilityOf(timeAvailabilitySums(derated, { sheet, usesDegradedEquivalent: true })), 0.938462, printed(6)),
    ).toEqual([]);
    expect(differences(availabilityOf(timeAvailabilitySums(derated, { sheet })), 620 / 650)).toEqual([]);
  });

  test('may count a category in part', () => {
    const sheet: AvailabilitySheet = { ...sheetOf('Total', 'time'), SM: 0.5 };
    expect(
      differences(timeAvailabilitySums(accountOf({ hours: { FP: 90, SM: 10 } }), { sheet }), {
        available: 95 * 3600,
        unavailable: 5 * 3600,
      }),
    ).toEqual([]);
  });

  test('is unknown when no time counts', () => {
    expect(availabilityOf(timeAvailabilitySums(accountOf({ hours: { IU: 5 } }), { sheet: sheetOf('Total', 'time') }))).toBeNaN();
  });
});

describe('production-based availability', () => {
  const month = accountOf({
    produced: { FP: 1000 },
    lost: { PP: 15, TS: 1, EN: 8, RQ: 14, GE: 6, SM: 9, PCA: 5, FO: 22, SU: 2 },
  });

  test('is production against what could have been', () => {
    const availability = byView((view) => availabilityOf(productionAvailabilitySums(month, sheetOf(view, 'production'))));
    expect(differences(availability, { Total: 1000 / 1082, Operational: 1000 / 1054, Technical: 1000 / 1042 })).toEqual([]);
    expect(differences(availability, { Total: 0.924214, Operational: 0.948767, Technical: 0.959693 }, printed(6))).toEqual([]);
  });

  test('leaves out both production and loss of excluded time', () => {
    const sums = productionAvailabilitySums(
      accountOf({ produced: { FP: 90, FM: 5 }, lost: { FM: 40, FO: 10 } }),
      sheetOf('Operational', 'production'),
    );
    expect(sums).toEqual({ available: 90, unavailable: 10 });
  });

  test('is not told from almost no production', () => {
    expect(productionAvailability({ available: 0.9, unavailable: 0 }, 1000)).toBeNaN();
    expect(productionAvailability({ available: 0.9, unavailable: 0.1 }, 1000)).toBeCloseTo(0.9, 12);
  });
});

/** Six hours of a device: expected 100 kWh each. */
function sixHours(slices: AccountSlice[], produced: number[], more: Partial<AccountOptions> = {}): AccountOptions {
  const expected = new Float64Array(6).fill(100);
  const made = Float64Array.from(produced);
  return {
    grid: { startMs: 0, stepMs: HOUR, count: 6 },
    period: { startMs: 0, endMs: 6 * HOUR },
    slices,
    expected,
    produced: made,
    loss: expected.map((wanted, i) => Math.max(0, wanted - (made[i] ?? 0))),
    lowResource: new Uint8Array(6),
    noData: new Uint8Array(6),
    ...more,
  };
}

const slice = (
  startHour: number,
  endHour: number,
  timeCategory: TimeCategory,
  eventType: AccountSlice['eventType'] = 'Downtime',
): AccountSlice => ({
  startMs: startHour * HOUR,
  endMs: endHour * HOUR,
  eventType,
  timeCategory,
});

describe('account of a device', () => {
  const booked = (totals: Float64Array, factor = 1) =>
    Object.fromEntries(
      TIME_CATEGORIES.map((category, i) => [category, (totals[i] ?? 0) / factor] as const).filter(([, value]) => value !== 0),
    );

  test('books time, production and loss under one category each', () => {
    const options = sixHours([slice(1, 2.5, 'FO'), slice(4, 5, 'SM')], [100, 0, 50, 100, 20, 100]);
    const { all } = deviceAccount(options);
    expect(booked(all.seconds, 3600)).toEqual({ FP: 3.5, FO: 1.5, SM: 1 });
    expect(booked(all.produced)).toEqual({ FP: 325, FO: 25, SM: 20 });
    expect(booked(all.lost)).toEqual({ FO: 150, SM: 80 });
  });

  test('says why nothing happened', () => {
    const flags = (...hours: number[]) => Uint8Array.from({ length: 6 }, (__, i) => (hours.includes(i) ? 1 : 0));
    const options = sixHours([], new Array(6).fill(100), { lowResource: flags(0, 1), noData: flags(1, 2), idle: flags(2, 3) });
    expect(booked(deviceAccount(options).all.seconds, 3600)).toEqual({ LR: 2, IU: 1, RS: 1, FP: 2 });
  });

  test('takes messages and unknown codes during production for no event', () => {
    const unknown = (hour: number) => slice(hour, hour + 1, 'FO', 'Unknown');
    const options = sixHours([slice(0, 1, 'FP', 'Warning'), unknown(2), unknown(4)], [100, 100, 85, 100, 79, 100]);
    const { all } = deviceAccount(options);
    expect(booked(all.seconds, 3600)).toEqual({ FP: 5, FO: 1 });
    expect(booked(all.lost)).toEqual({ FP: 15, FO: 21 });
  });

  test('counts only time that has passed and is not left out', () => {
    const excluded = Uint8Array.of(1, 0, 0, 0, 0, 0);
    const options = sixHours([slice(0, 6, 'FO')], new Array(6).fill(0), { period: { startMs: 0, endMs: 2.5 * HOUR }, excluded });
    expect(booked(deviceAccount(options).all.seconds, 3600)).toEqual({ FO: 1.5 });
  });

  test('lets a contract leave out the night even where an event covers it', () => {
    const lowResource = Uint8Array.of(1, 1, 0, 0, 0, 0);
    const account = deviceAccount(sixHours([slice(0, 3, 'FO')], [0, 0, 0, 100, 100, 100], { lowResource }));
    const hours = (sums: AvailabilitySums) => [sums.available / 3600, sums.unavailable / 3600];
    expect(hours(timeAvailabilitySums(account, { sheet: sheetOf('Total', 'time') }))).toEqual([3, 3]);
    expect(hours(timeAvailabilitySums(account, { sheet: sheetOf('Total', 'time', true) }))).toEqual([3, 1]);
    expect(productionAvailabilitySums(account, sheetOf('Total', 'production', true))).toEqual({ available: 300, unavailable: 100 });
  });

  test('knows how much a derate takes away', () => {
    const account = deviceAccount(sixHours([{ ...slice(0, 2, 'PP', 'Degraded'), derate: 0.75 }], [75, 75, 100, 100, 100, 100]));
    expect(account.all.derated).toBe(0.5 * 3600);
  });

  test('of a period does not depend on how it was split, and availability stays between 0 and 1', () => {
    const piece = fc.record({
      category: fc.constantFrom(...TIME_CATEGORIES),
      start: fc.nat({ max: 5 * 60 }),
      length: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        fc.array(fc.nat({ max: 120 }), { minLength: 6, maxLength: 6 }),
        fc.nat({ max: 6 }),
        (pieces, made, cut) => {
          let clock = 0;
          const slices = pieces.map(({ category, start, length }) => {
            const startMs = (clock + (start % 30)) * MINUTE;
            clock += (start % 30) + length;
            return { startMs, endMs: clock * MINUTE, eventType: 'Downtime' as const, timeCategory: category };
          });
          const options = sixHours(slices, made);
          const whole = deviceAccount(options);
          const part = (startMs: number, endMs: number) => deviceAccount({ ...options, period: { startMs, endMs } });
          const joined = addAccounts(part(0, cut * HOUR), part(cut * HOUR, 6 * HOUR));
          expect(differences(joined.all, { ...whole.all }, { absolute: 1e-6 })).toEqual([]);
          expect(
            differences(
              whole.all.seconds.reduce((sum, seconds) => sum + seconds, 0),
              6 * 3600,
              { absolute: 1e-6 },
            ),
          ).toEqual([]);
          for (const view of STANDARD_VIEWS) {
            const availability = availabilityOf(timeAvailabilitySums(whole, { sheet: sheetOf(view, 'time') }));
            if (!Number.isNaN(availability)) expect(availability).toBeGreaterThanOrEqual(0);
            if (!Number.isNaN(availability)) expect(availability).toBeLessThanOrEqual(1 + 1e-12);
          }
        },
      ),
    );
  });

  test('tells what of each interval is charged to the contractor', () => {
    const options = sixHours([slice(0, 1, 'FO'), slice(1, 2, 'GE'), slice(2, 3, 'SM')], [0, 10, 20, 100, 100, 100]);
    const share = (category: TimeCategory) => ({ FO: 1, SM: 0.5 })[category as 'FO' | 'SM'] ?? 0;
    expect(contractualLoss(options, share)).toEqual(column(100, 0, 40, 0, 0, 0));
  });
});

describe('contract view', () => {
  const event = (id: string, category: string, eventType: ClassifiedEvent['eventType'], priority: number): ClassifiedEvent => ({
    id,
    deviceId: 'WT-1',
    code: id,
    startMs: 0,
    endMs: HOUR,
    isOpen: false,
    rawEventIds: [id],
    category,
    eventType,
    priority,
  });
  const stop = event('stop', 'Turbine fault', 'Downtime', 900);
  const grid = event('grid', 'Grid outage', 'Downtime', 950);
  const categories = DEFAULT_CATEGORY_SETS.Wind;

  test('decides overlaps by its own category ranks, whatever the priorities of codes', () => {
    expect(contractTimeline([stop, grid], categories).map(({ code }) => code)).toEqual(['grid']);
    const swapped = categories.map((category) => ({ ...category, rank: category.name === 'Turbine fault' ? 0 : category.rank }));
    expect(contractTimeline([stop, grid], swapped).map(({ code }) => code)).toEqual(['stop']);
  });

  test('books slices under the time category of their category, else of their type', () => {
    const custom = event('own', 'Own category', 'Curtailment', 1);
    expect(accountSlices(contractTimeline([grid], categories), categories)[0]?.timeCategory).toBe('GE');
    expect(accountSlices(contractTimeline([custom], categories), categories)[0]?.timeCategory).toBe('RQ');
  });
});

describe('low resource', () => {
  test('is night and dim light for PV, calm for wind', () => {
    expect([...lowLight(column(49, 50, 500, _), column(60, 60, 91, 60))]).toEqual([1, 0, 1, 0]);
    expect([...lowWind(column(2.9, 3, _), 3)]).toEqual([1, 0, 0]);
  });

  test('capacity is there while nothing stops it', () => {
    expect(availableCapacity(column(0, 0.25, 1), 2000)).toEqual(column(2000, 1500, 0));
  });
});

describe('reliability', () => {
  test('counts forced outages, close ones once', () => {
    const outage = (startMinute: number, endMinute: number, category: TimeCategory = 'FO') =>
      slice(startMinute / 60, endMinute / 60, category);
    const slices = [outage(0, 60), outage(90, 100), outage(200, 204), outage(300, 320), outage(400, 500, 'SM')];
    expect(differences(reliability(slices, 720 * 3600), { failures: 2, meanTimeToRepair: 0.75, meanTimeBetweenFailures: 360 })).toEqual([]);
    expect(differences(reliability([], 720 * 3600), { failures: 0, meanTimeToRepair: _, meanTimeBetweenFailures: _ })).toEqual([]);
  });

  test('an event waits for its first reset', () => {
    expect(eventDelayMs(100, [50, 400, 250])).toBe(150);
    expect(eventDelayMs(100, [50])).toBeUndefined();
  });
});

describe('what is not known', () => {
  const sheet = (basis: 'time' | 'production') => sheetOf('Total', basis);

  test('leaves intervals without production or expectation out of both sides by production', () => {
    const options = sixHours([slice(3, 5, 'FO')], [100, 100, _, 0, 0, 80], { loss: column(0, 0, _, 100, _, 20) });
    const account = deviceAccount({ ...options, noData: Uint8Array.of(0, 0, 1, 0, 0, 0) });
    expect(productionAvailabilitySums(account, sheet('production'))).toEqual({ available: 280, unavailable: 100 });
    expect(account.unknown).toEqual({ noData: 3600, withoutExpectation: 3600, unmonitored: 0 });
  });

  test('is unavailable information by time where no stop could have been found', () => {
    const options = sixHours([slice(4, 5, 'FO')], [90, 90, 90, 90, 0, 90], { unmonitored: Uint8Array.of(1, 1, 0, 0, 1, 0) });
    const account = deviceAccount(options);
    expect(timeAvailabilitySums(account, { sheet: sheet('time') })).toEqual({ available: 3 * 3600, unavailable: 3600 });
    expect(account.unknown.unmonitored).toBe(2 * 3600);
  });

  test('is not charged to a contract', () => {
    const options = sixHours([slice(0, 6, 'FO')], [_, 0, 0, 0, 0, 0], { loss: column(_, 100, 100, 100, 100, 100) });
    expect(contractualLoss(options, () => 1)).toEqual(column(_, 100, 100, 100, 100, 100));
  });
});
