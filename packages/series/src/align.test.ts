import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignToGrid, firstAtOrAfter, pairByTime } from './align.ts';

const column = (...values: number[]) => Float64Array.from(values);
const grid = { startMs: 1000, stepMs: 10, count: 3 };

test('rows go to the step their time lies in; a step without a row stays missing', () => {
  expect(alignToGrid(column(1029, 1000), column(3, 1), grid)).toEqual(column(1, Number.NaN, 3));
});

test('of two rows of a step the one received last holds', () => {
  expect(alignToGrid(column(1000, 1005), column(1, 2), grid)).toEqual(column(2, Number.NaN, Number.NaN));
});

test('rows outside the grid are left out', () => {
  expect(alignToGrid(column(999, 1030, Number.NaN), column(1, 2, 3), grid)).toEqual(column(Number.NaN, Number.NaN, Number.NaN));
  expect(() => alignToGrid(column(1), column(), grid)).toThrow(RangeError);
});

test('two series meet at the times both have a value', () => {
  const a = { timesMs: column(1, 2, 3, 5), values: column(10, Number.NaN, 30, 50) };
  const b = { timesMs: column(2, 3, 4, 5, 6), values: column(200, 300, 400, 500, 600) };
  expect(pairByTime(a, b)).toEqual({ timesMs: column(3, 5), x: column(30, 50), y: column(300, 500) });
});

test('the first time not before another is found like by looking through all', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), fc.integer({ min: -5, max: 60 }), (times, wanted) => {
      const sorted = Float64Array.from(times).sort();
      const index = sorted.findIndex((time) => time >= wanted);
      expect(firstAtOrAfter(sorted, wanted)).toBe(index < 0 ? sorted.length : index);
    }),
  );
});
