import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median, medianAbsoluteDeviation, quantile, sortedValues } from './quantile.ts';

const column = (...values: number[]) => Float64Array.from(values);

test('quantiles lie on straight lines between ordered values', () => {
  expect(quantile(column(40, 10, 30, 20), 0.5)).toBe(25);
  expect(quantile(column(40, 10, 30, 20), 0.9)).toBeCloseTo(37, 12);
  expect([0, 1].map((share) => quantile(column(3, 1, 2), share))).toEqual([1, 3]);
});

test('missing values do not count', () => {
  expect(median(column(Number.NaN, 5, Number.NaN, 7))).toBe(6);
  expect(median(column(Number.NaN))).toBeNaN();
  expect(sortedValues(column(2, Number.NaN, -1))).toEqual(column(-1, 2));
});

test('one wild value does not move the median absolute deviation', () => {
  expect(medianAbsoluteDeviation(column(812, 798, 805, 430))).toBe(7);
});

test('a share beyond the ends is a mistake', () => {
  expect(() => quantile(column(1), 1.1)).toThrow(RangeError);
});

test('a quantile never leaves the range of its values and rises with its share', () => {
  const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (list, a, b) => {
      const data = Float64Array.from(list);
      const [low, high] = [quantile(data, Math.min(a, b)), quantile(data, Math.max(a, b))];
      expect(low).toBeGreaterThanOrEqual(Math.min(...list));
      expect(high).toBeLessThanOrEqual(Math.max(...list));
      expect(low).toBeLessThanOrEqual(high + 1e-9);
    }),
  );
});
