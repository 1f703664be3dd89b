import { expect, test } from 'vitest';
import { rollingMedian, rollingSum } from './rolling.ts';

const column = (...values: number[]) => Float64Array.from(values);

test('a rolling sum adds the window that ends here', () => {
  expect(rollingSum(column(1, 2, Number.NaN, 4), 2)).toEqual(column(1, 3, 2, 4));
  expect(rollingSum(column(Number.NaN, Number.NaN), 2)).toEqual(column(Number.NaN, Number.NaN));
});

test('a rolling median looks to both sides as far as there is data', () => {
  expect(rollingMedian(column(1, 9, 2, Number.NaN, 4), 3)).toEqual(column(5, 2, 5.5, 3, 4));
});

test('impossible windows are refused', () => {
  expect(() => rollingMedian(column(1), 2)).toThrow(RangeError);
  expect(() => rollingSum(column(1), 0)).toThrow(RangeError);
});
