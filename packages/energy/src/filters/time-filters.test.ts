import { expect, test } from 'vitest';
import { outsideTimeOfDay, sunElevations } from './time-filters.ts';

const ZONE = 'Europe/Stockholm';
const HOUR_MS = 3_600_000;
const hours = (startMs: number, count: number) => Float64Array.from({ length: count }, (_, i) => startMs + i * HOUR_MS);

test('the part of the day is local time, half open', () => {
  const day = hours(Date.UTC(2025, 5, 23, 22), 24);
  const outside = outsideTimeOfDay(day, ZONE, { fromMinute: 7 * 60, toMinute: 9 * 60 });
  expect([...outside].flatMap((one, i) => (one === 0 ? [i] : []))).toEqual([7, 8]);
});

test('a part over midnight has two ends in one day', () => {
  const day = hours(Date.UTC(2025, 5, 23, 22), 24);
  const outside = outsideTimeOfDay(day, ZONE, { fromMinute: 22 * 60, toMinute: 2 * 60 });
  expect([...outside].flatMap((one, i) => (one === 0 ? [i] : []))).toEqual([0, 1, 22, 23]);
});

test('the hour that clocks show twice counts twice, the skipped one never', () => {
  const part = { fromMinute: 120, toMinute: 180 };
  const inside = (startMs: number, count: number) =>
    count - outsideTimeOfDay(hours(startMs, count), ZONE, part).reduce((sum, one) => sum + one, 0);
  expect(inside(Date.UTC(2025, 9, 25, 22), 25)).toBe(2);
  expect(inside(Date.UTC(2025, 2, 29, 23), 23)).toBe(0);
});

test('the sun is over Madrid at noon in June and below the horizon at midnight', () => {
  const madrid = { latitude: 40.4, longitude: -3.7, altitude: 650 };
  const [noon = 0, midnight = 0] = sunElevations(Float64Array.of(Date.UTC(2025, 5, 21, 12), Date.UTC(2025, 5, 21, 0)), HOUR_MS, madrid);
  expect(noon).toBeCloseTo(72.9, 0);
  expect(midnight).toBeLessThan(-20);
});
