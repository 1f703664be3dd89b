import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correlation } from './correlation.ts';

test('a straight line correlates fully, its mirror fully the other way, a constant not at all', () => {
  const x = Float64Array.of(1, 2, 3, Number.NaN, 5);
  expect(correlation(x, Float64Array.of(2, 4, 6, 8, 10))).toEqual({ pairs: 4, r: expect.closeTo(1, 12) });
  expect(correlation(x, Float64Array.of(-2, -4, -6, -8, -10)).r).toBeCloseTo(-1, 12);
  expect(correlation(x, new Float64Array(5).fill(7)).r).toBeNaN();
  expect(correlation(Float64Array.of(1), Float64Array.of(1)).r).toBeNaN();
});

test("r of Anscombe's first set is 0.81642", () => {
  const x = Float64Array.of(10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5);
  const y = Float64Array.of(8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68);
  expect(correlation(x, y).r).toBeCloseTo(0.81642, 5);
});

test('only pairs that count are used', () => {
  const [x, y] = [Float64Array.of(0, 1, 2, 3), Float64Array.of(9, 1, 2, 3)];
  expect(correlation(x, y, (a, b) => a > 0 && b > 0)).toEqual({ pairs: 3, r: expect.closeTo(1, 12) });
});

test('neither order, offset nor scale change it', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 5_000 })), { minLength: 3, maxLength: 60 });
  fc.assert(
    fc.property(pairs, (rows) => {
      const x = Float64Array.from(rows, ([a]) => a);
      const y = Float64Array.from(rows, ([, b]) => b);
      const { r } = correlation(x, y);
      fc.pre(!Number.isNaN(r));
      expect(correlation(y, x).r).toBeCloseTo(r, 9);
      expect(
        correlation(
          x.map((value) => 3 * value + 1e6),
          y,
        ).r,
      ).toBeCloseTo(r, 6);
      expect(correlation(x.toReversed(), y.toReversed()).r).toBeCloseTo(r, 9);
    }),
  );
});
