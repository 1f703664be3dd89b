import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AvailabilitySheet, SheetCell } from '../../availability/availability-sheets.ts';
import { TIME_CATEGORIES, type TimeCategory } from '../../events/time-category.ts';
import type { AvailabilityView } from '../site.ts';
import { type AccountedEvent, type Amounts, addDayAccounts, type DayAccount, eventInView, viewSumsOf } from './day-account.ts';
import { addViewSums, shareOfView } from './view-sums.ts';

const SOURCES = ['PV', 'Wind', 'BESS'] as const;
const share = fc.double({ min: 0, max: 1, noNaN: true });
const cell: fc.Arbitrary<SheetCell> = fc.oneof(fc.constantFrom('A', 'U', 'X'), share);
const sheet = fc.record(
  Object.fromEntries(TIME_CATEGORIES.map((category) => [category, cell])),
) as unknown as fc.Arbitrary<AvailabilitySheet>;
const view: fc.Arbitrary<AvailabilityView> = fc.record({
  name: fc.constant('Technical' as const),
  basis: fc.constantFrom('time' as const, 'production' as const),
  sheets: fc.record({ PV: sheet, Wind: sheet, BESS: sheet }),
});
const energy = fc.double({ min: 0, max: 1e6, noNaN: true });
/** The part with low resource is a part of the whole. */
const amounts: fc.Arbitrary<Amounts> = fc
  .tuple(energy, energy, energy, share, share, share)
  .map(([hours, produced, lost, a, b, c]) => [hours, produced, lost, a * hours, b * produced, c * lost]);
const event: fc.Arbitrary<AccountedEvent> = fc.record({
  ownerId: fc.constantFrom('wt-1', 'wt-2'),
  id: fc.constantFrom('e1', 'e2', 'e3'),
  code: fc.constant('E1'),
  category: fc.constant('Pitch'),
  eventType: fc.constant('Downtime' as const),
  timeCategory: fc.constantFrom(...TIME_CATEGORIES),
  source: fc.constantFrom(...SOURCES),
  startMs: fc.constant(0),
  endMs: fc.constant(1),
  devices: fc.integer({ min: 1, max: 9 }),
  amounts,
});
/** What is booked for a category is that of its events and of time without one. */
const account: fc.Arbitrary<DayAccount> = fc
  .tuple(
    fc.uniqueArray(event, { maxLength: 12, selector: keyOf }),
    fc.array(fc.tuple(fc.constantFrom(...SOURCES), fc.constantFrom(...TIME_CATEGORIES), amounts), { minLength: 1, maxLength: 20 }),
  )
  .map(([events, rest]) => {
    const sources: DayAccount['sources'] = {};
    const add = (source: (typeof SOURCES)[number], category: TimeCategory, more: Amounts) => {
      const ofSource = sources[source] ?? {};
      sources[source] = ofSource;
      const before = ofSource[category] ?? [0, 0, 0, 0, 0, 0];
      ofSource[category] = before.map((amount, at) => amount + (more[at] ?? 0)) as unknown as Amounts;
    };
    for (const each of events) add(each.source, each.timeCategory, each.amounts);
    for (const each of rest) add(...each);
    return { sources, events, unknown: { noData: 0, withoutExpectation: 0, unmonitored: 0 } };
  });

function keyOf({ ownerId, id, timeCategory, source }: AccountedEvent): string {
  return [ownerId, id, timeCategory, source].join(' ');
}

test('steps from 100 % are the result of any account under any sheet', () => {
  fc.assert(
    fc.property(account, view, (of, definition) => {
      const sums = viewSumsOf(of, definition);
      const whole = sums.available + sums.unavailable;
      fc.pre(whole > 1);
      const points = Object.values(sums.unavailableBy).map((amount) => (100 * amount) / whole);
      const result = 100 * shareOfView(sums, []);
      expect(Math.abs(100 - points.reduce((sum, each) => sum + each, 0) - result)).toBeLessThan(1e-9);
    }),
  );
});

test('events never take more from a category than its step', () => {
  fc.assert(
    fc.property(account, view, (of, definition) => {
      const { unavailableBy } = viewSumsOf(of, definition);
      for (const category of TIME_CATEGORIES) {
        const taken = of.events
          .filter(({ timeCategory }) => timeCategory === category)
          .reduce((sum, each) => sum + eventInView(each, definition).unavailable, 0);
        expect(taken).toBeLessThanOrEqual((unavailableBy[category] ?? 0) * (1 + 1e-12) + 1e-6);
      }
    }),
  );
});

test('a view of a month is the sum of the views of its days', () => {
  fc.assert(
    fc.property(fc.array(account, { minLength: 1, maxLength: 5 }), view, (days, definition) => {
      const ofMonth = viewSumsOf(addDayAccounts(days), definition);
      const [ofDays] = addViewSums(days.map((day) => [viewSumsOf(day, definition)]));
      const scale = 1e-9 * Math.max(1, ofMonth.available + ofMonth.unavailable);
      expect(Math.abs(ofMonth.available - (ofDays?.available ?? Number.NaN))).toBeLessThan(scale);
      expect(Math.abs(ofMonth.unavailable - (ofDays?.unavailable ?? Number.NaN))).toBeLessThan(scale);
    }),
  );
});
