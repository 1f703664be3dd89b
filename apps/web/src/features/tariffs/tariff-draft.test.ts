import type { TariffWire } from '@solvane/contract/models';
import { expect, test } from 'vitest';
import {
  asIfFrom,
  calendarCell,
  calendarOf,
  instantOf,
  newItem,
  problemsOf,
  rowProblem,
  seriesOf,
  type TariffItem,
  timeText,
  toItems,
  toTariff,
  withCalendar,
  withSeries,
} from './tariff-draft.ts';

const ZONE = 'Europe/Stockholm';
const item = (part: Partial<TariffItem> = {}): TariffItem => ({
  ...newItem({ fromMs: 0, currency: 'EUR', taken: new Set() }),
  price: 45,
  ...part,
});

test('what is stored comes back unchanged, whatever kind of price it is', () => {
  const prices = Array.from({ length: 12 * 7 * 24 }, (_, i) => (i % 3 === 0 ? null : i / 7));
  const items: TariffWire[] = [
    { validFromMs: 0, currency: 'EUR', price: { kind: 'fixed', price: -4.5 } },
    { validFromMs: 1_000, currency: 'EUR', price: { kind: 'calendar', prices } },
    {
      validFromMs: 2_000,
      currency: 'EUR',
      // Both hours that are called 02:30 when summer time ends.
      price: {
        kind: 'series',
        points: [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)].map((fromMs) => ({ fromMs, price: 1 })),
      },
    },
  ];
  expect(toItems({ items }, ZONE).map((each) => toTariff(each, ZONE))).toEqual(items);
});

test('times are of the site: one that summer time leaves out is refused, the second of two carries its offset', () => {
  expect(instantOf('2026-07-01 12:00', ZONE)).toBe(Date.UTC(2026, 6, 1, 10));
  expect(instantOf('2026-03-29 02:30', ZONE)).toBeUndefined();
  expect(instantOf('2026-10-25 02:30', ZONE)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  expect(timeText(Date.UTC(2026, 9, 25, 1, 30), ZONE)).toContain('+01:00');
  expect(timeText(Date.UTC(2026, 6, 1, 10), ZONE)).toBe('2026-07-01 12:00');
  expect(instantOf('soon', ZONE)).toBeUndefined();
});

test('a calendar is changed for one month or for all; where months differ nothing is shown for all', () => {
  const cells = [{ day: 6, hour: 23, value: 12 }];
  const all = withCalendar(item({ kind: 'calendar' }), cells, null);
  expect(calendarOf(all).filter((price) => price === 12)).toHaveLength(12);
  expect(calendarCell(calendarOf(all), { month: null, day: 6, hour: 23 })).toBe(12);
  const july = withCalendar(all, [{ day: 6, hour: 23, value: 9 }], 7);
  expect(calendarCell(calendarOf(july), { month: null, day: 6, hour: 23 })).toBeUndefined();
  expect(calendarCell(calendarOf(july), { month: 7, day: 6, hour: 23 })).toBe(9);
  expect(calendarCell(calendarOf(july), { month: 8, day: 6, hour: 23 })).toBe(12);
});

test('rows of a series are added, changed and gone with their last text; they rise in time', () => {
  const two = withSeries(item({ kind: 'series' }), [
    { row: 0, part: { from: '2026-01-01 00:00', price: 40 } },
    { row: 1, part: { from: '2026-01-01 01:00' } },
  ]);
  expect(seriesOf(two)).toEqual([
    { from: '2026-01-01 00:00', price: 40 },
    { from: '2026-01-01 01:00', price: null },
  ]);
  expect(problemsOf(two, [two], ZONE)).toEqual([]);
  const falling = withSeries(two, [{ row: 1, part: { from: '2025-12-31 23:00' } }]);
  expect(rowProblem(seriesOf(falling), 1, ZONE)).toBe('order');
  expect(seriesOf(withSeries(two, [{ row: 1, part: { from: '' } }]))).toHaveLength(1);
});

test('prices of a site have one currency, their own beginnings and a value', () => {
  const first = item();
  const second = item({ id: 'b', fromMs: 1, currency: 'SEK', price: null });
  expect(problemsOf(second, [first, second], ZONE)).toEqual(['noPrice', 'currencies']);
  const third = item({ id: 'c', currency: 'eur', price: 'x' });
  expect(problemsOf(third, [first, third], ZONE)).toEqual(['notANumber', 'currency', 'currencies', 'twice']);
  expect(problemsOf(item({ kind: 'calendar' }), [], ZONE)).toEqual(['empty']);
  expect(problemsOf(item({ price: 2e6 }), [], ZONE)).toEqual(['outOfRange']);
});

test('a price that begins later is tried from the previewed days on', () => {
  const [old, later] = [item({ id: 'a' }), item({ id: 'b', fromMs: 5_000, price: 60 })];
  const tried = asIfFrom([old, later], new Set(['b']), 1_000);
  expect(tried.map(({ id, fromMs }) => [id, fromMs])).toEqual([
    ['a', 0],
    ['b', 1_000],
  ]);
  expect(asIfFrom([old, later], new Set(['a']), 1_000)).toEqual([old, later]);
});
