import { expect, test } from 'vitest';
import { chooseResolution, countPoints } from './resolution.ts';

const DAY_MS = 86_400_000;
const days = (count: number) => ({ startMs: Date.UTC(2025, 0, 1), endMs: Date.UTC(2025, 0, 1) + count * DAY_MS });
const native = { intervalMs: 600_000, maxPoints: 800 };

test.each([
  [1, 'raw'],
  [5, 'raw'],
  [30, 'hour'],
  [200, 'day'],
  [800, 'day'],
  [3_000, 'week'],
  [10_000, 'month'],
])('%s days on 800 pixels are read by %s', (count, resolution) => {
  expect(chooseResolution('auto', days(count), native).resolution).toBe(resolution);
});

test('what is finer than the native interval is answered natively and says so', () => {
  expect(chooseResolution('PT1M', days(1), native)).toEqual({ resolution: 'raw', isNative: true });
  expect(chooseResolution('PT10M', days(1), native)).toEqual({ resolution: 'raw', isNative: false });
  expect(chooseResolution('PT30M', days(1), native)).toEqual({ resolution: 'PT30M', isNative: false });
});

test('days are counted on the local calendar', () => {
  const spring = { startMs: Date.UTC(2025, 2, 29, 23), endMs: Date.UTC(2025, 2, 30, 22) };
  expect(countPoints('day', spring, { intervalMs: 600_000, zone: 'Europe/Stockholm' })).toBe(1);
  expect(countPoints('raw', spring, { intervalMs: 600_000, zone: 'Europe/Stockholm' })).toBe(138);
});

test('ten thousand years of days are counted without visiting each', () => {
  const period = { startMs: Date.UTC(2025, 0, 1), endMs: Date.UTC(12_025, 0, 1) };
  const count = (times: number): number => {
    const begin = process.cpuUsage();
    for (let time = 0; time < times; time += 1) countPoints('day', period, { intervalMs: 600_000, zone: 'Europe/Stockholm' });
    return process.cpuUsage(begin).user / 1_000;
  };
  expect(countPoints('day', period, { intervalMs: 600_000, zone: 'Europe/Stockholm' })).toBe(3_652_426);
  expect(count(100)).toBeLessThan(1_000); // visiting each costs two seconds for one
});
