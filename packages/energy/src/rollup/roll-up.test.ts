import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketsIn } from '../time/bucket.ts';
import { type IntervalGrid, intervalGrid } from '../time/interval.ts';
import { dayBounds, localDay, localDaysOf } from '../time/local-day.ts';
import { judgeCompleteness } from './completeness.ts';
import { rollUp } from './roll-up.ts';
import { concatRollups, mergeRollups } from './rollup-rows.ts';
import { aggregateRollup, completenessOf, directionOf, estimatedShareOf, meanOf, scaledSumOf, sumOf } from './rollup-values.ts';

const MISSING = Number.NaN;
const TEN_MINUTES = 600_000;
const HOUR = 3_600_000;
const column = (...values: number[]) => Float64Array.from(values);
const tenMinutes = (count: number, startMs = 0): IntervalGrid => ({ startMs, stepMs: TEN_MINUTES, count });
const oneHour = column(0, HOUR);

describe('an hour of ten-minute means', () => {
  const rows = rollUp({ grid: tenMinutes(6), values: column(600, 720, 660, MISSING, 480, 540), kind: 'mean', edgesMs: oneHour });

  test('has the energy and the mean of what is known', () => {
    expect(sumOf(rows)).toEqual(column(500));
    expect(meanOf(rows)).toEqual(column(600));
    expect(completenessOf(rows)[0]).toBeCloseTo(0.833333, 6);
    expect(scaledSumOf(rows)[0]).toBeCloseTo(600, 9);
  });

  test('keeps extremes, first and last', () => {
    expect([rows.min[0], rows.max[0], rows.first[0], rows.last[0], rows.lastMs[0]]).toEqual([480, 720, 600, 540, 5 * TEN_MINUTES]);
    expect(aggregateRollup(rows, 'min')).toEqual(column(480));
    expect(aggregateRollup(rows, 'last')).toEqual(column(540));
    expect(() => aggregateRollup(rows, 'ratio')).toThrow(RangeError);
  });
});

test('sums add up, and an interval in two hours counts in each by its time there', () => {
  const rows = rollUp({ grid: tenMinutes(2, HOUR - 900_000), values: column(10, 10), kind: 'sum', edgesMs: column(0, HOUR, 2 * HOUR) });
  expect(sumOf(rows)).toEqual(column(15, 5));
});

test('nothing known is not zero', () => {
  const rows = rollUp({ grid: tenMinutes(6), values: new Float64Array(6).fill(MISSING), kind: 'mean', edgesMs: column(0, HOUR, 2 * HOUR) });
  for (const values of [sumOf(rows), meanOf(rows), scaledSumOf(rows), aggregateRollup(rows, 'max'), directionOf(rows, { isTurn: false })]) {
    expect([...values]).toEqual([MISSING, MISSING]);
  }
  expect(completenessOf(rows)[0]).toBe(0);
});

test('a night hour of a solar signal is complete and stands; its share of a day counts daylight only', () => {
  const grid = tenMinutes(12);
  const expected = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1);
  const values = column(0, 0, 0, 0, 0, 0, 0, 0, 0, MISSING, 60, 60);
  const hours = rollUp({ grid, values, kind: 'mean', expected, edgesMs: column(0, HOUR, 2 * HOUR) });
  expect([...completenessOf(hours)]).toEqual([1, 2 / 3]);
  const both = rollUp({ grid, values, kind: 'mean', expected, edgesMs: column(0, 2 * HOUR) });
  expect(completenessOf(both)[0]).toBeCloseTo(2 / 3, 12);
  expect(sumOf(both)[0]).toBeCloseTo(20, 12);
});

test('estimated time and flags are kept', () => {
  const rows = rollUp({
    grid: tenMinutes(4),
    values: column(1, 2, 3, MISSING),
    kind: 'mean',
    estimated: Uint8Array.of(0, 1, 0, 0),
    flags: Int32Array.of(0, 65_536, 0, 1),
    edgesMs: oneHour,
  });
  expect(estimatedShareOf(rows)[0]).toBeCloseTo(1 / 3, 12);
  expect(rows.flags[0]).toBe(65_537);
});

test('directions have a mean direction; relative ones a turn', () => {
  const rows = rollUp({ grid: tenMinutes(2), values: column(350, 330), kind: 'mean', isAngle: true, edgesMs: oneHour });
  expect(directionOf(rows, { isTurn: false })[0]).toBeCloseTo(340, 9);
  expect(aggregateRollup(rows, 'circ', { isTurn: true })[0]).toBeCloseTo(-20, 9);
});

test('a column belongs to its grid', () => {
  expect(() => rollUp({ grid: tenMinutes(2), values: column(1), kind: 'mean', edgesMs: oneHour })).toThrow(RangeError);
});

test.each([
  [3, 30, 13_800],
  [6, 1, 14_400],
  [10, 26, 15_000],
])('600 kW through the day 2025-%i-%i in Stockholm are %d kWh', (month, day, energy) => {
  const period = dayBounds(localDay(2025, month, day), 'Europe/Stockholm');
  const grid = intervalGrid(period, TEN_MINUTES);
  const rows = rollUp({
    grid,
    values: new Float64Array(grid.count).fill(600),
    kind: 'mean',
    edgesMs: column(period.startMs, period.endMs),
  });
  expect(sumOf(rows)[0]).toBeCloseTo(energy, 9);
});

describe('roll-ups of roll-ups', () => {
  // Whole numbers and whole seconds: sums are exact in any order.
  const values = fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -50, max: 5000 }) }, { weight: 1, arbitrary: fc.constant(MISSING) }),
    {
      minLength: 1,
      maxLength: 400,
    },
  );
  const zone = fc.constantFrom('Europe/Stockholm', 'Asia/Kathmandu', 'Australia/Lord_Howe');
  const startTenths = fc.integer({
    min: Date.parse('2025-03-20T00:00Z') / TEN_MINUTES,
    max: Date.parse('2025-11-05T00:00Z') / TEN_MINUTES,
  });

  test('by hour, then by day, are the roll-up by day', () => {
    fc.assert(
      fc.property(values, zone, startTenths, (list, where, tenth) => {
        const grid = tenMinutes(list.length, tenth * TEN_MINUTES);
        const period = { startMs: grid.startMs, endMs: grid.startMs + grid.count * TEN_MINUTES };
        const days = bucketsIn(period, 'day', where);
        const hours = bucketsIn({ startMs: days.edgesMs[0] ?? 0, endMs: days.edgesMs.at(-1) ?? 0 }, 'hour', where);
        const input = {
          grid,
          values: Float64Array.from(list),
          kind: 'mean' as const,
          flags: Int32Array.from(list, (_, i) => 1 << (i % 28)),
        };
        const direct = rollUp({ ...input, edgesMs: days.edgesMs });
        const dayOfHour = localDaysOf(hours.edgesMs.slice(0, -1), where).map((day, _, all) => day - (all[0] ?? 0));
        const viaHours = mergeRollups(rollUp({ ...input, edgesMs: hours.edgesMs }), dayOfHour, days.keysMs.length);
        expect(viaHours).toEqual(direct);
      }),
    );
  });

  test('do not depend on the order of their parts', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 399 }), (list, cut) => {
        const edges = column(0, 400 * TEN_MINUTES);
        const part = (from: number, to: number) => {
          const kept = list.slice(from, to);
          return rollUp({
            grid: tenMinutes(kept.length, from * TEN_MINUTES),
            values: Float64Array.from(kept),
            kind: 'mean',
            edgesMs: edges,
          });
        };
        const [early, late] = [part(0, cut), part(cut, list.length)];
        const bucket = Int32Array.of(0, 0);
        const whole = part(0, list.length);
        expect(mergeRollups(concatRollups([early, late]), bucket, 1)).toEqual(whole);
        expect(mergeRollups(concatRollups([late, early]), bucket, 1)).toEqual(whole);
      }),
    );
  });

  test('leave out rows of no bucket and refuse buckets that are not there', () => {
    const rows = rollUp({ grid: tenMinutes(6), values: column(1, 1, 1, 1, 1, 1), kind: 'mean', edgesMs: oneHour });
    expect(mergeRollups(rows, Int32Array.of(-1), 1).validSeconds[0]).toBe(0);
    expect(() => mergeRollups(rows, Int32Array.of(1), 1)).toThrow(RangeError);
  });
});

test('energy is neither created nor destroyed where intervals straddle the days of a zone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 300 }), (list) => {
      const grid = tenMinutes(list.length, Date.parse('2025-04-05T00:00Z'));
      const period = { startMs: grid.startMs, endMs: grid.startMs + grid.count * TEN_MINUTES };
      const { edgesMs } = bucketsIn(period, 'day', 'Asia/Kathmandu');
      const total = sumOf(rollUp({ grid, values: Float64Array.from(list), kind: 'sum', edgesMs })).reduce(
        (sum, value) => sum + (value || 0),
        0,
      );
      expect(total).toBeCloseTo(
        list.reduce((sum, value) => sum + value, 0),
        6,
      );
    }),
  );
});

describe('completeness', () => {
  test.each([
    [4 / 6, 'hour', 'partial'],
    [2 / 6, 'hour', 'none'],
    [0.5, 'hour', 'partial'],
    [0.8, 'hour', 'full'],
    [130 / 144, 'day', 'full'],
    [0.9 - 1e-12, 'month', 'full'],
    [0.89, 'year', 'partial'],
    [MISSING, 'day', 'none'],
  ] as const)('%d of a %s is %s', (completeness, unit, trust) => {
    expect(judgeCompleteness(completeness, unit)).toBe(trust);
  });

  test('limits can be chosen', () => {
    expect(judgeCompleteness(0.4, 'day', { showMin: 0.3, fullMinHour: 0.4, fullMinDay: 0.4 })).toBe('full');
  });
});
