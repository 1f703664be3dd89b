import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastSquares, regressionLine } from './least-squares.ts';

test('exact data give their own factors back', () => {
  const coordinate = fc.double({ min: -100, max: 100, noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.tuple(coordinate, coordinate, coordinate), ([a, b, c]) => {
      const x = Float64Array.from({ length: 20 }, (_, i) => i - 7);
      const ones = x.map(() => 1);
      const squares = x.map((value) => value * value);
      const found = leastSquares(
        [ones, x, squares],
        x.map((value) => a + b * value + c * value * value),
      );
      [a, b, c].forEach((wanted, i) => {
        expect(found?.[i]).toBeCloseTo(wanted, 7);
      });
    }),
  );
});

test('points with a missing value are left out', () => {
  const x = Float64Array.of(1, 2, 3, 4);
  expect(leastSquares([x], Float64Array.of(2, Number.NaN, 6, 8))?.[0]).toBeCloseTo(2, 12);
});

test('columns that say the same have no factors', () => {
  const x = Float64Array.of(1, 2, 3, 4);
  expect(leastSquares([x, x.map((value) => 3 * value)], x)).toBeUndefined();
  expect(leastSquares([x.map(() => 0)], x)).toBeUndefined();
  expect(leastSquares([x, x.map((value) => value * value)], Float64Array.of(1, Number.NaN, Number.NaN, Number.NaN))).toBeUndefined();
});

test('a regression line knows how much it explains', () => {
  const line = regressionLine(Float64Array.of(0, 1, 2, Number.NaN), Float64Array.of(1, 3, 5, 9));
  expect(line).toEqual({ slope: 2, intercept: 1, r2: 1, pointCount: 3 });
  expect(regressionLine(Float64Array.of(1, 1), Float64Array.of(2, 3))).toBeUndefined();
  expect(regressionLine(Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2))?.r2).toBeCloseTo(0.25, 12);
});
