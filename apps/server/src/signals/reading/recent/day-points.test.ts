import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayPoints, type SortedPoints, toDays } from './day-points.ts';

const DAY_MS = 86_400_000;
const BLOCK_FIRST = 512;

interface Point {
  slot: number;
  timeMs: number;
  value: number;
}

function toSorted(points: readonly Point[]): SortedPoints {
  const sorted = [...new Map(points.map((point) => [`${point.slot} ${point.timeMs}`, point])).values()].sort(
    (left, right) => left.slot - right.slot || left.timeMs - right.timeMs,
  );
  return {
    series: Float64Array.from(sorted, ({ slot }) => BLOCK_FIRST + slot),
    timesMs: Float64Array.from(sorted, ({ timeMs }) => timeMs),
    values: Float64Array.from(sorted, ({ value }) => value),
  };
}

function readBack(day: DayPoints | undefined, slot: number, period: { startMs: number; endMs: number }): [number, number][] {
  if (day === undefined) throw new Error('There is no such day');
  const room = day.room(slot, period);
  const into = { timesMs: new Float64Array(room), values: new Float64Array(room) };
  const count = day.copy(slot, period, { into, at: 0 });
  expect(count).toBeLessThanOrEqual(room);
  return Array.from(into.timesMs.subarray(0, count), (timeMs, i) => [timeMs, into.values[i] ?? Number.NaN]);
}

describe('a day of points in memory', () => {
  test('gives back every point of every period bit for bit, on the grid and beside it, before 1970 and after', () => {
    const stepMs = fc.constantFrom(600_000, 600_000, 600_000, 60_000, 3_600_000, 1_000, 1, 7 * 60_000);
    const seriesOf = fc
      .record({ slot: fc.constantFrom(0, 1, 2, 77, 254, 255), stepMs, places: fc.uniqueArray(fc.nat(400), { maxLength: 60 }) })
      .chain(({ slot, stepMs: step, places }) =>
        fc
          .array(fc.double({ noNaN: true }), { minLength: places.length, maxLength: places.length })
          .map((values) => places.map((place, i): Point => ({ slot, timeMs: place * step, value: values[i] ?? 0 }))),
      );
    const cut = fc.integer({ min: -DAY_MS, max: 4 * DAY_MS });
    fc.assert(
      fc.property(fc.array(seriesOf, { maxLength: 8 }), fc.constantFrom(-9_000, -1, 0, 20_514), cut, cut, (groups, day, one, other) => {
        const points = groups.flat().map((point) => ({ ...point, timeMs: point.timeMs + day * DAY_MS }));
        const inside = points.filter(({ timeMs }) => timeMs < (day + 3) * DAY_MS);
        const sorted = toSorted(inside);
        const days = toDays(sorted, { first: day, last: day + 2 });
        const period = { startMs: day * DAY_MS + Math.min(one, other), endMs: day * DAY_MS + Math.max(one, other) };
        for (const slot of [0, 1, 2, 3, 77, 254, 255]) {
          const cached = [day, day + 1, day + 2].flatMap((each) => readBack(days.get(each), slot, period));
          const stored = [...sorted.series.keys()]
            .filter((row) => sorted.series[row] === BLOCK_FIRST + slot)
            .map((row): [number, number] => [sorted.timesMs[row] ?? 0, sorted.values[row] ?? 0])
            .filter(([timeMs]) => timeMs >= period.startMs && timeMs < period.endMs);
          expect(cached).toEqual(stored);
        }
      }),
    );
  });

  test('takes a double for each point of a plant that sends every ten minutes', () => {
    const points = Array.from({ length: 256 * 144 }, (_, i) => ({ slot: i % 256, timeMs: Math.floor(i / 256) * 600_000, value: i }));
    expect(toDays(toSorted(points), { first: 0, last: 0 }).get(0)?.bytes).toBeLessThan(256 * 144 * 8 + 4_096);
  });

  test('takes two doubles for each point where there are few, however fine their grid', () => {
    const points = Array.from({ length: 1_000 }, (_, i) => ({ slot: i % 10, timeMs: i * 61_001, value: i }));
    expect(toDays(toSorted(points), { first: 0, last: 0 }).get(0)?.bytes).toBeLessThan(1_000 * 16 + 4_096);
  });

  test('keeps one signal that comes when it likes beside the others, and they stay on their grid', () => {
    const regular = Array.from({ length: 255 * 144 }, (_, i) => ({ slot: i % 255, timeMs: Math.floor(i / 255) * 600_000, value: i }));
    const irregular = Array.from({ length: 50 }, (_, i) => ({ slot: 255, timeMs: i * 100_003, value: i }));
    expect(toDays(toSorted([...regular, ...irregular]), { first: 0, last: 0 }).get(0)?.bytes).toBeLessThan(256 * 144 * 8 + 4_096);
  });
});
