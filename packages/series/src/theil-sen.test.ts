import fc from 'fast-check';
import { expect, test } from 'vitest';
import { theilSenLine } from './theil-sen.ts';

const days = Float64Array.from({ length: 10 }, (_, i) => i);
const falling = Float64Array.of(1, 0.998, 0.997, 0.996, 0.993, 0.992, 0.991, 0.989, 0.988, 0.986);

test('a slow decline has the median of its pairwise slopes', () => {
  const line = theilSenLine(days, falling);
  expect(line?.slope).toBeCloseTo(-0.0015, 12);
  expect(line?.intercept).toBeCloseTo(0.99925, 12);
  expect(line?.slopeLow).toBeLessThan(-0.0015);
  expect(line?.slopeHigh).toBeGreaterThan(-0.0015);
  expect(line?.slopeHigh).toBeLessThan(0);
});

test('wild and missing points do not bend the line', () => {
  const spoiled = falling.slice();
  spoiled[4] = 0.2;
  spoiled[7] = Number.NaN;
  const line = theilSenLine(days, spoiled);
  expect(line?.slope).toBeCloseTo(-0.0015, 3);
  expect(line?.pointCount).toBe(9);
});

test('there is no line through a single place', () => {
  expect(theilSenLine(Float64Array.of(1), Float64Array.of(1))).toBeUndefined();
  expect(theilSenLine(Float64Array.of(1, 1), Float64Array.of(1, 2))).toBeUndefined();
});

test('the slope lies inside its interval', () => {
  const ys = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(ys, (list) => {
      const line = theilSenLine(
        Float64Array.from(list, (_, i) => i),
        Float64Array.from(list),
      );
      expect(line?.slopeLow).toBeLessThanOrEqual((line?.slope ?? Number.NaN) + 1e-9);
      expect(line?.slopeHigh).toBeGreaterThanOrEqual((line?.slope ?? Number.NaN) - 1e-9);
    }),
  );
});
