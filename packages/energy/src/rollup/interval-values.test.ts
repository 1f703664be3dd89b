import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intervalValues, pointDurations, registerAtEnds } from './interval-values.ts';

const MINUTE = 60_000;
const NAN = Number.NaN;
const GRID = { startMs: 0, stepMs: 10 * MINUTE, count: 6 };
const pointsAt = (points: readonly (readonly [minute: number, value: number])[]) => ({
  timesMs: Float64Array.from(points, ([minute]) => minute * MINUTE),
  values: Float64Array.from(points, ([, value]) => value),
});
const total = (values: Float64Array) => values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);

test.each([
  ['every minute, with a gap', [0, 1, 2, 30, 31], [1, 1, 1, 1, 1]],
  ['every ten minutes, with a gap', [0, 10, 50, 60], [10, 10, 10, 10]],
  ['every hour, with a gap', [0, 60, 120, 300, 360, 420], [60, 60, 60, 60, 60, 60]],
  ['alone', [7], [10]],
  ['now and then within an interval', [0, 1, 6], [1, 5, 5]],
])('points %s last as long as they stand for', (_when, minutes, expected) => {
  const durations = pointDurations(
    Float64Array.from(minutes, (minute) => minute * MINUTE),
    10 * MINUTE,
  );
  expect([...durations].map((ms) => ms / MINUTE)).toEqual(expected);
});

describe('values of intervals', () => {
  test('of points between their starts weigh the time they share', () => {
    const points = pointsAt([
      [5, 10],
      [15, 20],
      [25, 30],
      [35, 40],
    ]);
    expect(intervalValues(points, GRID, { aggregation: 'avg' })).toEqual(Float64Array.of(10, 15, 25, 35, 40, NAN));
    expect(intervalValues(points, GRID, { aggregation: 'sum' })).toEqual(Float64Array.of(5, 15, 25, 35, 20, NAN));
  });

  test('of a clock that is a little off are those of the interval it is near', () => {
    const points = pointsAt([
      [0.05, 1],
      [9.95, 2],
      [20.1, 3],
    ]);
    expect(intervalValues(points, GRID, { aggregation: 'avg' }).subarray(0, 3)).toEqual(Float64Array.of(1, 2, 3));
  });

  test('are not those of a point that another one is nearer than', () => {
    const points = pointsAt([
      [0, 1],
      [9.95, 50],
      [10, 2],
      [20, 3],
    ]);
    const values = intervalValues(points, GRID, { aggregation: 'avg' });
    expect(values[1]).toBe(2);
    expect(values[0]).toBeCloseTo((9.95 + 2.5) / 10, 9);
  });

  test('keep the energy of every column of energies, whatever its steps', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 50 })), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(steps, (given) => {
        let minute = 100;
        const points = pointsAt(
          given.map(([step, value]) => {
            minute += step;
            return [minute, value] as const;
          }),
        );
        const values = intervalValues(points, { startMs: 0, stepMs: 10 * MINUTE, count: 60 }, { aggregation: 'sum' });
        expect(total(values)).toBeCloseTo(total(points.values), 6);
      }),
    );
  });
});

describe('a register at the ends of intervals', () => {
  test('lies on a line between readings at their own times', () => {
    const readings = pointsAt([
      [4, 10],
      [16, 16],
      [27, 27],
    ]);
    expect(registerAtEnds(readings, GRID)).toEqual(Float64Array.of(13, 20, NAN, NAN, NAN, NAN));
  });

  test('read every hour counts up to the end of the hour it is stamped with', () => {
    const readings = pointsAt([
      [0, 100],
      [60, 160],
      [120, 190],
    ]);
    const column = registerAtEnds(readings, { ...GRID, count: 18 });
    expect([...column.subarray(5)]).toEqual([100, 110, 120, 130, 140, 150, 160, 165, 170, 175, 180, 185, 190]);
  });

  test('has nothing between the readings around a gap, and all of its energy after it', () => {
    const readings = pointsAt([
      [4, 10],
      [14, 11],
      [24, 12],
      [104, 20],
      [114, 21],
    ]);
    const column = registerAtEnds(readings, { ...GRID, count: 11 });
    const rounded = [...column].map((value) => Math.round(value * 1e9) / 1e9);
    expect(rounded).toEqual([10.6, 11.6, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 20.6]);
  });

  test('that was reset holds until it begins again', () => {
    const readings = pointsAt([
      [4, 1000],
      [14, 1001],
      [26, 0.5],
      [34, 2.1],
    ]);
    expect(registerAtEnds(readings, GRID).subarray(0, 3)).toEqual(Float64Array.of(1000.6, 1001, 1.3));
  });
});
