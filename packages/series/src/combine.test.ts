import { expect, test } from 'vitest';
import { combine, commonLength } from './combine.ts';

const column = (...values: number[]) => Float64Array.from(values);

test('a formula meets the values of the same point in every column', () => {
  const [a, b, c, d, e] = [column(1, 2), column(10, 20), column(100, 200), column(1000, 2000), column(1e4, 2e4)];
  expect(combine(a, (x) => -x)).toEqual(column(-1, -2));
  expect(combine(a, b, (x, y) => x + y)).toEqual(column(11, 22));
  expect(combine(a, b, c, (x, y, z) => x + y + z)).toEqual(column(111, 222));
  expect(combine(a, b, c, d, (x, y, z, u) => x + y + z + u)).toEqual(column(1111, 2222));
  expect(combine(a, b, c, d, e, (x, y, z, u, v) => x + y + z + u + v)).toEqual(column(11111, 22222));
});

test('a missing value stays missing', () => {
  expect(combine(column(1, Number.NaN), column(Number.NaN, 2), (x, y) => x * y)).toEqual(column(Number.NaN, Number.NaN));
});

test('columns of different length are refused', () => {
  expect(() => combine(column(1), column(1, 2), (x, y) => x + y)).toThrow(RangeError);
  expect(() => commonLength(column(1), column(1), column())).toThrow(RangeError);
  expect(commonLength()).toBe(0);
});
