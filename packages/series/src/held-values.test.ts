import { expect, test } from 'vitest';
import { heldValues, shortestStepMs } from './held-values.ts';

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

test('the length of intervals is the shortest distance: gaps do not change it', () => {
  expect(shortestStepMs(Float64Array.of(0, 40, 50, 90, 500, 510))).toBe(10);
  expect(shortestStepMs(Float64Array.of(0, 30, 60))).toBeNaN();
});
