import { bucketOf } from '@solvane/energy/time/bucket';
import { DAY_MS } from '@solvane/energy/time/zone';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportParts } from './export-parts.ts';

const PERIOD = { startMs: Date.UTC(2025, 0, 15, 7), endMs: Date.UTC(2026, 3, 2, 5) };
const few = { period: PERIOD, intervalMs: 600_000, seriesCount: 100, pointsPerPart: 20_000 };

test('the parts are the period, in order and without a gap', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(undefined, 'quarterHour', 'hour', 'day', 'week', 'month', 'year'),
      fc.constantFrom('UTC', 'Europe/Stockholm', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.integer({ min: 1, max: 5_000 }),
      (unit, zone, seriesCount) => {
        const parts = [...exportParts({ ...few, unit, zones: [zone], seriesCount })];
        expect(parts[0]?.startMs).toBe(PERIOD.startMs);
        expect(parts.at(-1)?.endMs).toBe(PERIOD.endMs);
        for (const [index, part] of parts.entries()) {
          expect(part.endMs).toBeGreaterThan(part.startMs);
          if (index > 0) expect(part.startMs).toBe(parts[index - 1]?.endMs);
          if (index > 0 && unit !== undefined) expect(bucketOf(part.startMs, unit, zone).startMs).toBe(part.startMs);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a long period of many series is read in many parts, a short one in one', () => {
  expect([...exportParts({ ...few, unit: undefined, zones: ['UTC'] })].length).toBeGreaterThan(200);
  expect([...exportParts({ ...few, unit: 'hour', zones: ['Europe/Stockholm'] })].length).toBeGreaterThan(40);
  const day = { startMs: PERIOD.startMs, endMs: PERIOD.startMs + DAY_MS };
  expect([...exportParts({ ...few, period: day, unit: undefined, zones: ['UTC'] })]).toEqual([day]);
});

test('buckets of several zones are read at once: no instant cuts none of them', () => {
  expect([...exportParts({ ...few, unit: 'day', zones: ['Europe/Stockholm', 'Asia/Kathmandu'] })]).toEqual([PERIOD]);
});
