import { expect, test } from 'vitest';
import { powerResolution } from './fleet-power.ts';

const HOUR_MS = 3_600_000;

test('the line is as fine as all sites are, hourly over weeks, daily over years', () => {
  expect(powerResolution({ startMs: 0, endMs: 24 * HOUR_MS }, 600_000).resolution).toBe('PT10M');
  expect(powerResolution({ startMs: 0, endMs: 24 * HOUR_MS }, 900_000).resolution).toBe('PT15M');
  expect(powerResolution({ startMs: 0, endMs: 90 * 24 * HOUR_MS }, 600_000).resolution).toBe('hour');
  expect(powerResolution({ startMs: 0, endMs: 3_000 * 24 * HOUR_MS }, 600_000).resolution).toBe('day');
});
