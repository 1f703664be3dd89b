import { expect, test } from 'vitest';
import { columnSpace, either, hasGap, isEmpty, percentOf, scaled } from './columns.ts';

test('a scaled column keeps its gaps', () => {
  expect([...scaled(Float64Array.of(600, Number.NaN, -30), 0.25)]).toEqual([150, Number.NaN, -7.5]);
});

test('a share of nothing, and of nothing known, is no share', () => {
  const whole = Float64Array.of(200, 0, -1, Number.NaN, 50);
  expect([...percentOf(Float64Array.of(50, 50, 50, 50, Number.NaN), whole)]).toEqual([25, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
});

test('a column with one value is neither empty nor whole', () => {
  const column = Float64Array.of(Number.NaN, 0);
  expect(hasGap(column)).toBe(true);
  expect(isEmpty(column)).toBe(false);
  expect(isEmpty(Float64Array.of(Number.NaN))).toBe(true);
  expect(hasGap(Float64Array.of(0))).toBe(false);
});

test('one of two flags is enough', () => {
  expect([...either(Uint8Array.of(0, 0, 1, 1), Uint8Array.of(0, 1, 0, 1))]).toEqual([0, 1, 1, 1]);
});

test('columns of one room are zeros apart from each other, also those there was no room for', () => {
  const zeros = columnSpace(2, 3);
  const columns = [zeros(), zeros(), zeros()];
  columns.forEach((column, k) => {
    column.fill(k + 1);
  });
  expect(columns.map((column) => [...column])).toEqual([
    [1, 1, 1],
    [2, 2, 2],
    [3, 3, 3],
  ]);
  expect(columnSpace(0, 0)()).toHaveLength(0);
});
