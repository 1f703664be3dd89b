import { expect, test } from 'vitest';
import { dewPoint } from './dew-point.ts';

test('moist air condenses at its own temperature, dry air far below it', () => {
  const [half, full, dry, none, unknown] = dewPoint(Float64Array.of(20, 12.5, 30, 20, Number.NaN), Float64Array.of(50, 100, 20, 0, 50));
  expect(half).toBeCloseTo(9.26, 2);
  expect(full).toBeCloseTo(12.5, 12);
  expect(dry).toBeCloseTo(4.62, 1);
  expect([none, unknown]).toEqual([Number.NaN, Number.NaN]);
});
