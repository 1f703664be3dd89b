import { expect, test } from 'vitest';
import { countValid, mean, standardDeviation, sum } from './moments.ts';

const column = (...values: number[]) => Float64Array.from(values);

test('what is missing takes no part', () => {
  const values = column(2, Number.NaN, 4, 6);
  expect([mean(values), sum(values), countValid(values), standardDeviation(values)]).toEqual([4, 12, 3, 2]);
});

test('nothing known is not zero', () => {
  expect([mean(column()), sum(column(Number.NaN)), standardDeviation(column(1))]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(countValid(column(Number.NaN))).toBe(0);
});
