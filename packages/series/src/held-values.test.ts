import { expect, test } from 'vitest';
import { heldValues, usualStepMs } from './held-values.ts';

const HOURLY = { timesMs: Float64Array.of(0, 60, 120), values: Float64Array.of(5, 7, Number.NaN) };

test('a value holds until the next one, and no longer than it may', () => {
  const times = Float64Array.of(-10, 0, 30, 60, 119, 120, 130, 200);
  expect([...heldValues(HOURLY, times, 60)]).toEqual([Number.NaN, 5, 5, 7, 7, Number.NaN, Number.NaN, Number.NaN]);
  expect([...heldValues(HOURLY, Float64Array.of(0, 10, 30), 20)]).toEqual([5, 5, Number.NaN]);
});

test('nothing holds nothing', () => {
  const none = { timesMs: new Float64Array(), values: new Float64Array() };
  expect([...heldValues(none, Float64Array.of(1), 60)]).toEqual([Number.NaN]);
});

test('the usual step is the median one, which gaps do not change', () => {
  expect(usualStepMs(Float64Array.of(0, 10, 20, 500, 510))).toBe(10);
  expect(usualStepMs(Float64Array.of(1))).toBeNaN();
});
