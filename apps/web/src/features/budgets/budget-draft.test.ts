import type { BudgetRow } from '@solvane/contract/models';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  capacityFactor,
  changedYears,
  emptyMonth,
  energyOf,
  fieldsOf,
  hoursOf,
  problemOf,
  sumOf,
  toMonths,
  toRows,
  withCell,
  withCopiedYear,
  yearsOf,
} from './budget-draft.ts';

const row = (part: Partial<BudgetRow> = {}): BudgetRow => ({
  ...{ year: 2026, month: 1, energyKwh: 1_234_567.891, energyP75Kwh: 1_100_000, energyP90Kwh: null, resource: 154.3, windSpeed: null },
  ...{ cellTemperature: 38, performanceRatio: 84.1, availability: 98.5, pricePerMwh: 45 },
  ...part,
});

test('what is stored comes back unchanged, in kWh, light or energy of the wind', () => {
  fc.assert(
    // Below a milliwatt hour the smallest numbers there are have no digits to lose.
    fc.property(fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e9, noNaN: true })), (value) => {
      const energyKwh = Number(value.toPrecision(12));
      for (const type of ['PV', 'Wind', 'Hybrid'] as const) {
        const rows = [row({ energyKwh, resource: energyKwh })];
        expect(toRows(toMonths({ rows }, type), type)).toEqual(rows);
      }
    }),
  );
});

test('a month is added by its first value and gone with its last one', () => {
  const one = withCell([], { year: 2027, month: 3 }, { energy: 12 });
  expect(one).toEqual([{ ...emptyMonth(2027, 3), energy: 12 }]);
  expect(withCell(one, { year: 2027, month: 3 }, { energy: null })).toEqual([]);
});

test('texts, bounds, a missing energy and rising quantiles are named at their cell', () => {
  const month = { ...emptyMonth(2027, 3), energy: 100, p75: 95, p90: 90 };
  expect(problemOf(month, 'p90')).toBeUndefined();
  expect(problemOf({ ...month, p90: 96 }, 'p90')).toBe('quantiles');
  expect(problemOf({ ...month, p75: null, p90: 101 }, 'p90')).toBe('quantiles');
  expect(problemOf({ ...month, p75: 101 }, 'p75')).toBe('quantiles');
  expect(problemOf({ ...month, availability: 101 }, 'availability')).toBe('outOfRange');
  expect(problemOf({ ...month, price: 'abc' }, 'price')).toBe('notANumber');
  expect(problemOf({ ...month, energy: null }, 'energy')).toBe('missing');
  expect(problemOf(emptyMonth(2027, 4), 'energy')).toBeUndefined();
});

test('a year is copied with its energies changed, and whole years are saved or removed', () => {
  const before = toMonths({ rows: [row(), row({ month: 2 }), row({ year: 2027, month: 5 })] }, 'PV');
  const after = withCopiedYear(before, { from: 2026, to: 2027, energyPercent: -0.5 });
  expect(after.map(({ id }) => id)).toEqual(['2026-01', '2026-02', '2027-01', '2027-02']);
  expect(after[2]?.energy).toBeCloseTo(1228.395051545, 6);
  expect([after[2]?.p75, after[2]?.irradiation, after[2]?.p90]).toEqual([1094.5, 154.3, null]);
  expect(changedYears(after, before)).toEqual({ saved: [2027], removed: [] });
  expect(changedYears(after.slice(0, 2), before)).toEqual({ saved: [], removed: [2027] });
  expect(yearsOf(after, 2026)).toEqual([2026, 2027, 2028]);
  expect(sumOf(after, 2026, 'p90')).toEqual({ sum: 0, months: 0 });
});

test('a capacity factor counts the hours that a month has at the site', () => {
  expect([1, 3, 10].map((month) => hoursOf({ year: 2026, month }, 'Europe/Stockholm'))).toEqual([744, 743, 745]);
  expect(hoursOf({ year: 2026, month: 12 }, 'UTC')).toBe(744);
  expect(capacityFactor(743, 10_000, 743)).toBeCloseTo(10, 12);
  expect(energyOf(10, 10_000, 743)).toBe(743);
  expect(capacityFactor(743, null, 743)).toBeNull();
  expect(capacityFactor(null, 10_000, 743)).toBeNull();
});

test('each kind of site has the columns that mean something there', () => {
  expect(fieldsOf('BESS')).toEqual(['energy', 'p75', 'p90', 'availability', 'price']);
  expect(fieldsOf('Wind')).toContain('windEnergy');
  expect(fieldsOf('PV')).not.toContain('windSpeed');
});
