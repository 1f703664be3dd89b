import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUnits, type BucketUnit, bucketOf, bucketsIn, countCalendarBuckets, unitStart } from './bucket.ts';
import { intervalGrid, intervalIndex, intervalMiddles, intervalStarts } from './interval.ts';
import { dayBounds, localDay, toIsoDate } from './local-day.ts';
import { HOUR_MS } from './zone.ts';

const UNITS: BucketUnit[] = [
  'minute',
  'fiveMinutes',
  'tenMinutes',
  'quarterHour',
  'halfHour',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
];
const ZONES = [
  'UTC',
  'Europe/Stockholm',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Apia',
];

describe('hours', () => {
  test('the hour an autumn clock shows twice is two buckets, the one a spring clock skips is none', () => {
    const autumn = bucketsIn(dayBounds(localDay(2025, 10, 26), 'Europe/Stockholm'), 'hour', 'Europe/Stockholm');
    expect(autumn.keysMs).toHaveLength(25);
    const spring = bucketsIn(dayBounds(localDay(2025, 3, 30), 'Europe/Stockholm'), 'hour', 'Europe/Stockholm');
    expect(spring.keysMs).toHaveLength(23);
    expect(spring.edgesMs).toHaveLength(24);
  });

  test('a clock put back by half an hour leaves a bucket of half an hour', () => {
    const bucket = bucketOf(Date.parse('2025-04-05T15:10Z'), 'hour', 'Australia/Lord_Howe');
    expect(bucket).toEqual({
      keyMs: Date.parse('2025-04-05T14:30Z'),
      startMs: Date.parse('2025-04-05T15:00Z'),
      endMs: Date.parse('2025-04-05T15:30Z'),
    });
    expect(bucketOf(Date.parse('2025-04-05T14:59Z'), 'hour', 'Australia/Lord_Howe')).toMatchObject({
      keyMs: Date.parse('2025-04-05T14:00Z'),
    });
  });

  test('begin at half past in zones half an hour off', () => {
    expect(bucketOf(Date.parse('2025-06-01T10:45Z'), 'hour', 'Asia/Kolkata').startMs).toBe(Date.parse('2025-06-01T10:30Z'));
    expect(bucketOf(Date.parse('2025-06-01T10:14Z'), 'hour', 'Asia/Kathmandu').startMs).toBe(Date.parse('2025-06-01T09:15Z'));
  });
});

describe('calendar units', () => {
  test.each<[BucketUnit, string, string]>([
    ['week', '2025-12-29', '2026-01-05'],
    ['month', '2026-01-01', '2026-02-01'],
    ['quarter', '2026-01-01', '2026-04-01'],
    ['year', '2026-01-01', '2027-01-01'],
  ])('the %s of New Year noon is %s to %s', (unit, from, to) => {
    const bucket = bucketOf(Date.parse('2026-01-01T12:00Z'), unit, 'UTC');
    expect([bucket.startMs, bucket.endMs]).toEqual([Date.parse(from), Date.parse(to)]);
  });

  test('months keep the day where they have it', () => {
    expect(toIsoDate(addUnits(localDay(2025, 1, 31), 'month', 1))).toBe('2025-02-28');
    expect(toIsoDate(addUnits(localDay(2024, 2, 29), 'year', 1))).toBe('2025-02-28');
    expect(toIsoDate(addUnits(localDay(2025, 3, 31), 'month', -13))).toBe('2024-02-29');
    expect(toIsoDate(addUnits(localDay(2025, 1, 15), 'quarter', -1))).toBe('2024-10-15');
    expect(toIsoDate(addUnits(localDay(2025, 1, 15), 'week', 2))).toBe('2025-01-29');
    expect(toIsoDate(unitStart(localDay(2025, 11, 23), 'week'))).toBe('2025-11-17');
    expect(toIsoDate(unitStart(localDay(2025, 11, 23), 'quarter'))).toBe('2025-10-01');
  });
});

test('buckets follow each other without gap or overlap and hold the instants that name them', () => {
  const zone = fc.constantFrom(...ZONES);
  // Around transitions: the instants where mistakes live.
  const instant = fc.oneof(
    fc.integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2030, 0, 1) }),
    fc.integer({ min: Date.parse('2025-04-05T10:00Z'), max: Date.parse('2025-04-06T20:00Z') }),
    fc.integer({ min: Date.parse('2010-11-07T00:00Z'), max: Date.parse('2010-11-07T06:00Z') }),
    fc.integer({ min: Date.parse('2011-12-29T00:00Z'), max: Date.parse('2011-12-31T20:00Z') }),
  );
  fc.assert(
    fc.property(zone, fc.constantFrom(...UNITS), instant, (where, unit, instantMs) => {
      const bucket = bucketOf(instantMs, unit, where);
      expect(bucket.startMs).toBeLessThanOrEqual(instantMs);
      expect(instantMs).toBeLessThan(bucket.endMs);
      expect(bucketOf(bucket.startMs, unit, where)).toEqual(bucket);
      expect(bucketOf(bucket.endMs - 1, unit, where)).toEqual(bucket);
      const next = bucketOf(bucket.endMs, unit, where);
      expect(next.startMs).toBe(bucket.endMs);
      expect(next.keyMs).toBeGreaterThan(bucket.keyMs);
    }),
    { numRuns: 2000 },
  );
});

test('hours of a day are exactly the day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/Stockholm', 'Asia/Kathmandu', 'Africa/Cairo'),
      fc.integer({ min: 14_000, max: 22_000 }),
      (zone, day) => {
        const period = dayBounds(day, zone);
        const { edgesMs } = bucketsIn(period, 'hour', zone);
        expect([edgesMs[0], edgesMs.at(-1)]).toEqual([period.startMs, period.endMs]);
      },
    ),
  );
});

test('an empty period has no buckets', () => {
  expect(bucketsIn({ startMs: 5, endMs: 5 }, 'day', 'UTC')).toEqual({ keysMs: new Float64Array(0), edgesMs: new Float64Array(0) });
});

describe('native intervals', () => {
  test('of a day are those that share time with it: 138, 144 or 150 of ten minutes', () => {
    for (const [month, day, count] of [
      [3, 30, 138],
      [6, 1, 144],
      [10, 26, 150],
    ] as const) {
      expect(intervalGrid(dayBounds(localDay(2025, month, day), 'Europe/Stockholm'), 600_000).count).toBe(count);
    }
  });

  test('straddle the edges where the zone is off their grid', () => {
    const day = dayBounds(localDay(2025, 6, 1), 'Asia/Kathmandu');
    const grid = intervalGrid(day, 600_000);
    expect(grid).toEqual({ startMs: day.startMs - 300_000, stepMs: 600_000, count: 145 });
    expect(intervalIndex(grid, day.startMs)).toBe(0);
    expect(intervalIndex(grid, day.endMs)).toBe(144);
    expect(intervalIndex(grid, grid.startMs - 1)).toBe(-1);
  });

  test('are labelled by their start; the sun is taken at their middle', () => {
    const grid = intervalGrid({ startMs: 0, endMs: HOUR_MS }, 1_800_000);
    expect([...intervalStarts(grid)]).toEqual([0, 1_800_000]);
    expect([...intervalMiddles(grid)]).toEqual([900_000, 2_700_000]);
    expect(intervalGrid({ startMs: 7, endMs: 7 }, 1000).count).toBe(0);
  });
});

describe('counted without being made', () => {
  test('calendar buckets are as many as there are, in every zone', () => {
    const instant = fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 400 * 24 * HOUR_MS }),
        fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
        fc.constantFrom(...ZONES),
        (startMs, lengthMs, unit, zone) => {
          const period = { startMs, endMs: startMs + lengthMs };
          const skipped = Date.parse('2011-12-30T10:00Z');
          const isSkipped = zone === 'Pacific/Apia' && unit === 'day' && startMs < skipped && period.endMs > skipped;
          expect(countCalendarBuckets(period, unit, zone)).toBe(bucketsIn(period, unit, zone).keysMs.length + (isSkipped ? 1 : 0));
        },
      ),
    );
  });

  test('an empty period has none', () => {
    expect(countCalendarBuckets({ startMs: 5, endMs: 5 }, 'year', 'UTC')).toBe(0);
  });
});
