import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxStatistics } from './box-statistics.ts';
import { densityGrid } from './density-grid.ts';
import { durationCurve } from './duration-curve.ts';
import { gridCells } from './grid-cells.ts';
import { HISTOGRAM_BINS, histogramCounts, histogramEdges } from './histogram.ts';
import { originLine, regressionLine } from './least-squares.ts';
import { sectorCounts, sectorOf } from './sectors.ts';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const column = fc
  .array(fc.oneof({ weight: 8, arbitrary: number }, { weight: 1, arbitrary: fc.constant(Number.NaN) }), { maxLength: 200 })
  .map((values) => Float64Array.from(values));
const known = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));
const total = (values: ArrayLike<number>) => Array.from(values).reduce((sum, each) => sum + each, 0);

describe('histogram', () => {
  test('every value is in exactly one bin, and automatic bins number 5 to 100', () => {
    fc.assert(
      fc.property(column, fc.oneof(fc.constant('auto' as const), fc.integer({ min: 5, max: 100 })), (values, bins) => {
        const edges = histogramEdges(values, bins);
        if (known(values).length === 0) {
          expect(edges).toHaveLength(0);
          return;
        }
        const count = edges.length - 1;
        if (bins === 'auto') {
          expect(count).toBeGreaterThanOrEqual(HISTOGRAM_BINS.least);
          expect(count).toBeLessThanOrEqual(HISTOGRAM_BINS.most);
        } else expect(count).toBe(bins);
        for (let i = 1; i < edges.length; i++) expect(edges[i]).toBeGreaterThan(edges[i - 1] ?? 0);
        expect(total(histogramCounts(values, edges))).toBe(known(values).length);
      }),
    );
  });

  test('automatic edges are round', () => {
    const values = Float64Array.from({ length: 1_000 }, (_, i) => (i * 25) / 1_000);
    expect([...histogramEdges(values)]).toEqual([0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20, 22.5, 25]);
    expect([...histogramEdges(Float64Array.of(7, 7, 7), 5)]).toEqual([6.5, 6.7, 6.9, 7.1, 7.3, 7.5].map((edge) => expect.closeTo(edge, 9)));
  });

  test('a bin holds its lower edge, the last one its upper edge, and weights add up', () => {
    const edges = Float64Array.of(0, 1, 2);
    const values = Float64Array.of(0, 1, 2, 3, -1, Number.NaN);
    expect([...histogramCounts(values, edges)]).toEqual([1, 2]);
    expect([...histogramCounts(values, edges, Float64Array.of(0.5, 0.25, 0.25, 9, 9, 9))]).toEqual([0.5, 0.5]);
    expect(() => histogramEdges(values, 4)).toThrow(RangeError);
  });
});

describe('duration curve', () => {
  test('it falls from the largest to the smallest value', () => {
    fc.assert(
      fc.property(column, (values) => {
        const { value } = durationCurve(values, 11);
        const all = known(values);
        if (all.length === 0) {
          expect(value).toHaveLength(0);
          return;
        }
        expect([value[0], value[10]]).toEqual([Math.max(...all), Math.min(...all)]);
        for (let i = 1; i < value.length; i++) expect(value[i]).toBeLessThanOrEqual((value[i - 1] ?? 0) + 1e-6);
      }),
    );
  });

  test('the median is reached half of the time', () => {
    const { share, value } = durationCurve(Float64Array.of(4, 1, 3, 2, Number.NaN, 5), 3);
    expect([...share]).toEqual([0, 0.5, 1]);
    expect([...value]).toEqual([5, 3, 1]);
    expect(() => durationCurve(Float64Array.of(1), 1)).toThrow(RangeError);
  });
});

describe('box', () => {
  test('quantiles are in order and within the values', () => {
    fc.assert(
      fc.property(column, (values) => {
        const { count, min, p5, p25, median, mean, p75, p95, max } = boxStatistics(values);
        expect(count).toBe(known(values).length);
        if (count === 0) {
          expect(median).toBeNaN();
          return;
        }
        const row = [min, p5, p25, median, p75, p95, max];
        for (let i = 1; i < row.length; i++) expect(row[i]).toBeGreaterThanOrEqual((row[i - 1] ?? 0) - 1e-6);
        expect(mean).toBeGreaterThanOrEqual(min - 1e-6);
        expect(mean).toBeLessThanOrEqual(max + 1e-6);
      }),
    );
  });

  test('quantiles are those of straight lines between ordered values', () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => 100 - i);
    expect(boxStatistics(values)).toEqual({ count: 101, min: 0, p5: 5, p25: 25, median: 50, mean: 50, p75: 75, p95: 95, max: 100 });
  });
});

describe('density', () => {
  test('no point inside of the area is lost, wherever the limits are', () => {
    fc.assert(
      fc.property(column, column, fc.integer({ min: 1, max: 20 }), (a, b, columns) => {
        const n = Math.min(a.length, b.length);
        const [x, y] = [a.subarray(0, n), b.subarray(0, n)];
        const area = { xLow: -1e6, xHigh: 1e6, yLow: 0, yHigh: 1e6, columns, rows: 7 };
        const { counts, highest, total: inside } = densityGrid(x, y, area);
        const expected = [...x].filter((value, i) => !Number.isNaN(value) && (y[i] ?? Number.NaN) >= 0).length;
        expect([total(counts), inside, Math.max(...counts)]).toEqual([expected, expected, highest]);
      }),
    );
  });

  test('the outermost cells hold their limits', () => {
    const area = { xLow: 0, xHigh: 2, yLow: 0, yHigh: 2, columns: 2, rows: 2 };
    const { counts } = densityGrid(Float64Array.of(0, 2, 1, 3), Float64Array.of(0, 2, 0.5, 1), area);
    expect([...counts]).toEqual([1, 1, 0, 1]);
    expect(() => densityGrid(Float64Array.of(1), Float64Array.of(1), { ...area, xHigh: 0 })).toThrow(RangeError);
  });
});

describe('line through the origin', () => {
  test('it fits proportional values exactly', () => {
    const x = Float64Array.of(1, 2, Number.NaN, 4);
    const y = x.map((value) => 0.92 * value);
    expect(originLine(x, y)).toEqual({ slope: expect.closeTo(0.92, 12), slopeError: expect.closeTo(0, 12), r2: 1, pointCount: 3 });
    expect(originLine(Float64Array.of(0, 0), Float64Array.of(1, 2))).toBeUndefined();
  });

  test('its residuals are orthogonal to x, and it explains at most what the free line explains', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: -1_000, max: 1_000 })), { minLength: 2 });
    fc.assert(
      fc.property(points, (pairs) => {
        const [x, y] = [0, 1].map((at) => Float64Array.from(pairs, (pair) => pair[at] ?? 0)) as [Float64Array, Float64Array];
        const line = originLine(x, y);
        if (!line) throw new Error('x is above 0');
        const products = x.map((value, i) => value * ((y[i] ?? 0) - line.slope * value));
        expect(total(products) / x.length).toBeCloseTo(0, 3);
        const free = regressionLine(x, y);
        if (free && !Number.isNaN(free.r2)) expect(line.r2).toBeLessThanOrEqual(free.r2 + 1e-9);
      }),
    );
  });
});

describe('sectors', () => {
  test('the first sector reaches over north', () => {
    expect([345, 0, 14.9, 15, 344.9, -15].map((angle) => sectorOf(angle, 12))).toEqual([0, 0, 0, 1, 11, 0]);
  });

  test('calm air has no direction, classes hold their lower limit, and a point without weight is left out', () => {
    const found = sectorCounts({
      direction: Float64Array.of(10, 350, 90, 200, Number.NaN, Number.NaN),
      value: Float64Array.of(3, 2.9, 6, 0.2, 0.1, 8),
      sectors: 4,
      limits: [3, 6],
      calmBelow: 0.5,
    });
    expect([...found.weights]).toEqual([1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    expect([found.calm, found.total, found.pointCount]).toEqual([2, 5, 5]);
    expect([...found.means]).toEqual([expect.closeTo(2.95, 12), 6, Number.NaN, Number.NaN]);
  });

  test('all weight is in a sector or calm, and turning the compass by whole sectors only moves it', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 359 }), fc.double({ min: 0, max: 30, noNaN: true })), { maxLength: 60 });
    fc.assert(
      fc.property(points, fc.constantFrom(8, 12, 16, 36), fc.integer({ min: 0, max: 35 }), (pairs, sectors, turns) => {
        const value = Float64Array.from(pairs, ([, speed]) => speed);
        const rose = (turn: number) =>
          sectorCounts({
            direction: Float64Array.from(pairs, ([angle]) => angle + (turn * 360) / sectors),
            ...{ value, sectors, limits: [3, 6, 9], calmBelow: 0.5 },
          });
        const [still, turned] = [rose(0), rose(turns)];
        expect(total(still.weights) + still.calm).toBeCloseTo(pairs.length, 9);
        const moved = Array.from(still.weights, (_, i) => still.weights[(i + (sectors - (turns % sectors)) * 4) % (sectors * 4)]);
        expect([...turned.weights]).toEqual(moved);
      }),
    );
  });
});

describe('cells', () => {
  const points = { column: [0, 0, 1, 1, 5, 0], row: [0, 0, 0, 1, 0, -1], values: Float64Array.of(1, 3, 4, Number.NaN, 9, 9) };
  const of = (statistic: 'avg' | 'sum' | 'min' | 'max' | 'count') => [...gridCells({ ...points, columns: 2, rows: 2, statistic }).values];

  test('a cell without values has none, whatever the statistic', () => {
    expect(of('avg')).toEqual([2, 4, Number.NaN, Number.NaN]);
    expect(of('sum')).toEqual([4, 4, Number.NaN, Number.NaN]);
    expect(of('min')).toEqual([1, 4, Number.NaN, Number.NaN]);
    expect(of('max')).toEqual([3, 4, Number.NaN, Number.NaN]);
    expect(of('count')).toEqual([2, 1, Number.NaN, Number.NaN]);
  });
});
