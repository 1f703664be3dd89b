import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barSlots, linePath, type PlotGeometry } from './line-path.ts';
import { givenLine, HOUR_MS, MINUTE_MS } from './lines.testing.ts';
import { indexAt, valueAt } from './time-series.ts';

const START_MS = Date.UTC(2025, 5, 24);

function geometryOf(hours: number, width: number): PlotGeometry {
  return { view: { startMs: START_MS, endMs: START_MS + hours * HOUR_MS }, width, zeroY: 100, perUnit: -1, columnWidth: 1 };
}

/** Corners by range: the pen is lifted between them. */
function rangesOf(path: Float64Array): [number, number][][] {
  const all: [number, number][][] = [[]];
  for (let index = 0; index < path.length; index += 2) {
    const [x, y] = [path[index] ?? 0, path[index + 1] ?? 0];
    if (Number.isNaN(x)) all.push([]);
    else all.at(-1)?.push([x, y]);
  }
  return all.filter((range) => range.length > 0);
}

describe('a line of single values', () => {
  test('goes through every point', () => {
    expect(rangesOf(linePath(givenLine([0, 10, 20]), geometryOf(1, 60)))).toEqual([
      [
        [0, 100],
        [10, 90],
        [20, 80],
      ],
    ]);
  });

  test('a missing value is a gap, never zero', () => {
    expect(rangesOf(linePath(givenLine([1, 2, Number.NaN, 3, 4]), geometryOf(1, 60)))).toHaveLength(2);
  });

  test('absent rows are a gap too', () => {
    const timesMs = Float64Array.from([0, 10, 40, 50], (minutes) => START_MS + minutes * MINUTE_MS);
    expect(rangesOf(linePath(givenLine([1, 2, 3, 4], { timesMs }), geometryOf(1, 60)))).toHaveLength(2);
  });

  test('a lone value between gaps can be seen', () => {
    const [lone] = rangesOf(linePath(givenLine([Number.NaN, 5, Number.NaN]), geometryOf(1, 60)));
    expect(lone?.length).toBe(2);
    expect(lone?.[0]?.[0]).toBeLessThan(lone?.[1]?.[0] ?? 0);
  });

  test('runs in from outside the view', () => {
    const geometry = { ...geometryOf(1, 60), view: { startMs: START_MS + 15 * MINUTE_MS, endMs: START_MS + 25 * MINUTE_MS } };
    const [range] = rangesOf(linePath(givenLine([0, 1, 2, 3, 4, 5]), geometry));
    expect(range?.[0]?.[0]).toBeLessThan(0);
    expect(range?.at(-1)?.[0]).toBeGreaterThan(60);
  });
});

describe('a dense line', () => {
  test('shows the highest and the lowest value of every pixel column to half a pixel', () => {
    const columns = 40;
    const values = fc
      .integer({ min: 8, max: 24 })
      .chain((perColumn) =>
        fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: columns * perColumn, maxLength: columns * perColumn }),
      );
    fc.assert(
      fc.property(values, (given) => {
        const perColumn = given.length / columns;
        // Half a minute late, so that no value stands on the border of two columns.
        const timesMs = Float64Array.from(given, (_, index) => START_MS + (index + 0.5) * MINUTE_MS);
        const line = givenLine(given, { timesMs, stepMs: MINUTE_MS });
        const corners = rangesOf(linePath(line, geometryOf(given.length / 60, columns))).flat();
        for (let column = 0; column < columns; column += 1) {
          const inside = given.slice(column * perColumn, (column + 1) * perColumn).map((value) => 100 - value);
          const drawn = corners.filter(([x]) => x === column + 0.5).map(([, y]) => y);
          expect(Math.abs(Math.min(...drawn) - Math.min(...inside))).toBeLessThanOrEqual(0.5);
          expect(Math.abs(Math.max(...drawn) - Math.max(...inside))).toBeLessThanOrEqual(0.5);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('draws a bounded number of corners for any number of points', () => {
    const line = givenLine(
      Array.from({ length: 100_000 }, (_, index) => Math.sin(index / 7) * 50),
      { stepMs: 1000 },
    );
    expect(linePath(line, geometryOf(100_000 / 3600, 800)).length / 2).toBeLessThanOrEqual(800 * 4 + 4);
  });

  test('a gap wider than a pixel lifts the pen', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index > 400 && index < 600 ? Number.NaN : index));
    expect(rangesOf(linePath(givenLine(values, { stepMs: MINUTE_MS }), geometryOf(1000 / 60, 100)))).toHaveLength(2);
  });

  test('reduced buckets narrower than a pixel show their extremes', () => {
    const line = givenLine([5, 5, 5], { low: Float64Array.of(1, 5, 5), high: Float64Array.of(9, 5, 5), stepMs: 10 * MINUTE_MS });
    const ys = rangesOf(linePath(line, geometryOf(24, 100)))
      .flat()
      .map(([, y]) => y);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([91, 99]);
  });
});

describe('steps and bars', () => {
  test('a step holds its value until the next interval, and not beyond its own length before a gap', () => {
    const timesMs = Float64Array.from([0, 10, 40], (minutes) => START_MS + minutes * MINUTE_MS);
    const all = rangesOf(linePath(givenLine([1, 2, 3], { timesMs, shape: 'step' }), geometryOf(1, 60)));
    expect(all.map((range) => [range[0]?.[0], range.at(-1)?.[0]])).toEqual([
      [0, 20],
      [40, 50],
    ]);
  });

  test('means of intervals that are wide enough to be seen hold over their interval; narrower ones make a line', () => {
    const line = givenLine([1, 2, 2]);
    const wide = rangesOf(linePath(line, geometryOf(0.5, 60)));
    const narrow = rangesOf(linePath(line, geometryOf(1, 60)));
    expect(wide[0]?.slice(0, 3)).toEqual([
      [0, 99],
      [20, 99],
      [20, 98],
    ]);
    expect(narrow[0]?.slice(0, 2)).toEqual([
      [0, 99],
      [10, 98],
    ]);
  });

  test('a bar fills its interval, and a missing one has none', () => {
    const slots = barSlots(givenLine([1, Number.NaN, 3], { shape: 'bars' }), geometryOf(1, 60));
    expect(slots).toEqual([
      { left: 0, right: 10, y: 99 },
      { left: 20, right: 30, y: 97 },
    ]);
  });
});

describe('the value under the cursor', () => {
  test('is the nearest of a line, and none inside a gap', () => {
    const timesMs = Float64Array.from([0, 10, 60], (minutes) => START_MS + minutes * MINUTE_MS);
    const line = givenLine([1, 2, 3], { timesMs });
    expect(valueAt(line, START_MS + 4 * MINUTE_MS)).toBe(1);
    expect(valueAt(line, START_MS + 6 * MINUTE_MS)).toBe(2);
    expect(valueAt(line, START_MS + 30 * MINUTE_MS)).toBeNaN();
  });

  test('is that of the interval for steps', () => {
    const line = givenLine([1, 2], { shape: 'step' });
    expect(indexAt(line, START_MS + 9 * MINUTE_MS)).toBe(0);
    expect(indexAt(line, START_MS + 10 * MINUTE_MS)).toBe(1);
    expect(indexAt(line, START_MS + 25 * MINUTE_MS)).toBe(-1);
  });
});
