import { localDay } from '@solvane/energy/time/local-day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Columns } from '../../signal-tables.ts';
import { daysOfMonth, HELD_COLUMNS, MonthRollUps, monthOf } from './month-roll-ups.ts';

const MARCH = 2026 * 12 + 2;
const BLOCK_FIRST = 512;

type Row = { slot: number; day: number } & Partial<Record<(typeof HELD_COLUMNS)[number], number>>;

function toRows(rows: readonly Row[]): Columns {
  const column = (of: (row: Row) => number) => Float64Array.from(rows, of);
  const byName = new Map([
    ['series', column(({ slot }) => BLOCK_FIRST + slot)],
    ['bucket', column(({ day }) => day)],
    ...HELD_COLUMNS.map((name): [string, Float64Array] => [name, column((row) => row[name] ?? 0)]),
  ]);
  return { rowCount: rows.length, byName };
}

/** A day of ten minutes of a plant without a gap, but for `lost` of them. */
function plantDay(slot: number, day: number, lost = 0): Row {
  const count = 144 - lost;
  const total = count * (slot + 0.1 * day);
  const seconds = 600 * count;
  return { slot, day, count, seconds, weight: seconds, total, weighted: 600 * total, min: slot - 0.1, max: slot + 0.1 * day };
}

function readBack(month: MonthRollUps, slot: number, days: { first: number; last: number }): Row[] {
  const room = 40;
  const columns = new Map(HELD_COLUMNS.map((name) => [name, new Float64Array(room)]));
  const into = { series: new Float64Array(room), buckets: new Float64Array(room), columns };
  const end = month.copy(slot, days, { into, at: 3 });
  return Array.from({ length: end - 3 }, (_, i) => {
    const numbers = HELD_COLUMNS.map((name) => [name, columns.get(name)?.[3 + i]]);
    return { slot, day: into.buckets[3 + i] ?? Number.NaN, ...Object.fromEntries(numbers) };
  });
}

test('months are numbered without a gap, over the ends of years and before 1970', () => {
  for (const day of [localDay(1969, 12, 31), localDay(1970, 1, 1), localDay(2024, 2, 29), localDay(2026, 3, 1), localDay(1901, 1, 31)]) {
    const { first, last } = daysOfMonth(monthOf(day));
    expect(first <= day && day <= last).toBe(true);
    expect([monthOf(first), monthOf(last), monthOf(last + 1)]).toEqual([monthOf(day), monthOf(day), monthOf(day) + 1]);
  }
});

test('gives back every roll-up of every chunk of days, of its own month only', () => {
  const { first, last } = daysOfMonth(MARCH);
  const number = fc.oneof(fc.constantFrom(0, 1, 86_400), fc.double());
  const row = fc.record({ slot: fc.constantFrom(0, 1, 77, 255), day: fc.integer({ min: first - 20, max: last + 20 }) });
  const numbers = fc.record(Object.fromEntries(HELD_COLUMNS.map((name) => [name, name === 'count' ? fc.nat(144) : number])));
  const given = fc.array(fc.tuple(row, numbers), { maxLength: 40 });
  const cut = fc.integer({ min: first - 3, max: last + 3 });
  fc.assert(
    fc.property(given, cut, cut, (pairs, one, other) => {
      const rows = [...new Map(pairs.map(([own, columns]) => [`${own.slot} ${own.day}`, { ...own, ...columns } as Row])).values()];
      const month = new MonthRollUps(MARCH, toRows(rows), []);
      const days = { first: Math.min(one, other), last: Math.max(one, other) };
      for (const slot of [0, 1, 2, 77, 255]) {
        const expected = rows
          .filter((each) => each.slot === slot && each.day >= Math.max(first, days.first) && each.day <= Math.min(last, days.last))
          .sort((left, right) => left.day - right.day);
        const cached = readBack(month, slot, days);
        expect(cached.map(({ day }) => day)).toEqual(expected.map(({ day }) => day));
        cached.forEach((each, i) => {
          for (const name of HELD_COLUMNS) expectClose(each[name], expected[i]?.[name]);
        });
      }
    }),
  );
});

/** Sums of values times seconds are told as seconds times sums of values. */
function expectClose(told = Number.NaN, expected = Number.NaN): void {
  if (!(Math.abs(told - expected) <= 1e-12 * Math.abs(expected))) expect(told + 0).toBe(expected + 0);
}

test('takes three doubles and a count for a day of a plant that sends without weights of its own, and nothing for series without any', () => {
  const { first } = daysOfMonth(MARCH);
  const rows = Array.from({ length: 31 * 100 }, (_, i) => plantDay(i % 100, first + Math.floor(i / 100), i % 7));
  const { bytes } = new MonthRollUps(MARCH, toRows(rows), []);
  expect(bytes).toBeLessThan(31 * 100 * 28 + 4_096);
  expect(new MonthRollUps(MARCH, toRows([]), []).bytes).toBeLessThan(4_096);
});
