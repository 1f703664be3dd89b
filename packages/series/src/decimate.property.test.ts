import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimateLine, reduceToBuckets } from './decimate.ts';
import { sum } from './moments.ts';

const series = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 30 }),
      fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -100, max: 100 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
    ),
    {
      maxLength: 300,
    },
  )
  .map((steps) => {
    let timeMs = 0;
    const timesMs = steps.map(([stepMs]) => (timeMs += stepMs));
    return { timesMs: Float64Array.from(timesMs), values: Float64Array.from(steps, ([, value]) => value) };
  });
const view = fc.record({
  startMs: fc.integer({ min: 0, max: 100 }),
  lengthMs: fc.integer({ min: 1, max: 9000 }),
  buckets: fc.integer({ min: 1, max: 50 }),
});

test('a reduced line is made of points of the line, in their order', () => {
  fc.assert(
    fc.property(series, view, (column, { startMs, lengthMs, buckets }) => {
      const points = new Map([...column.timesMs].map((timeMs, i) => [timeMs, column.values[i]]));
      const line = decimateLine(column, { startMs, endMs: startMs + lengthMs, buckets });
      expect(line.timesMs.length).toBeLessThanOrEqual(buckets * 5);
      for (const [i, value] of line.values.entries()) {
        if (i > 0) expect(line.timesMs[i]).toBeGreaterThan(line.timesMs[i - 1] ?? 0);
        if (!Number.isNaN(value)) expect(points.get(line.timesMs[i] ?? 0)).toBe(value);
      }
    }),
  );
});

test('a reduced line keeps the extremes of every column of pixels and its ends', () => {
  fc.assert(
    fc.property(series, view, (column, { startMs, lengthMs, buckets }) => {
      const options = { startMs, endMs: startMs + lengthMs, buckets };
      const whole = reduceToBuckets(column, options);
      const reduced = reduceToBuckets(decimateLine(column, options), options);
      expect(reduced.timesMs).toEqual(whole.timesMs);
      expect(reduced.min).toEqual(whole.min);
      expect(reduced.max).toEqual(whole.max);
    }),
  );
});

test('a gap at least as wide as a column of pixels is never drawn over', () => {
  fc.assert(
    fc.property(series, view, (column, { startMs, lengthMs, buckets }) => {
      const endMs = startMs + lengthMs;
      const line = decimateLine(column, { startMs, endMs, buckets });
      for (let i = 1; i < line.values.length; i++) {
        const [fromMs = 0, toMs = 0] = [line.timesMs[i - 1], line.timesMs[i]];
        if (Number.isNaN(line.values[i - 1]) || Number.isNaN(line.values[i]) || toMs - fromMs < lengthMs / buckets) continue;
        const between = [...column.timesMs.keys()].filter((k) => (column.timesMs[k] ?? 0) > fromMs && (column.timesMs[k] ?? 0) < toMs);
        expect(between.some((k) => Number.isNaN(column.values[k]))).toBe(false);
      }
    }),
  );
});

test('rows that are absent break the line as missing values do', () => {
  const column = { timesMs: Float64Array.of(0, 10, 50, 60), values: Float64Array.of(1, 2, 3, 4) };
  const line = decimateLine(column, { startMs: 0, endMs: 70, buckets: 7, maxStepMs: 10 });
  expect([...line.timesMs]).toEqual([0, 10, 30, 50, 60]);
  expect([...line.values]).toEqual([1, 2, Number.NaN, 3, 4]);
});

test('buckets keep count, sum and place of what they stand for', () => {
  fc.assert(
    fc.property(series, view, (column, { startMs, lengthMs, buckets }) => {
      const endMs = startMs + lengthMs;
      const { mean, count, min, max } = reduceToBuckets(column, { startMs, endMs, buckets });
      const inside = column.values.filter(
        (value, i) => !Number.isNaN(value) && (column.timesMs[i] ?? 0) >= startMs && (column.timesMs[i] ?? 0) < endMs,
      );
      expect(count.reduce((total, one) => total + one, 0)).toBe(inside.length);
      const total = mean.reduce((all, one, i) => all + one * (count[i] ?? 0), 0);
      expect(total).toBeCloseTo(inside.length === 0 ? 0 : sum(Float64Array.from(inside)), 6);
      expect(mean.every((value, i) => value >= (min[i] ?? 0) - 1e-9 && value <= (max[i] ?? 0) + 1e-9)).toBe(true);
    }),
  );
});

test('there is at least one bucket', () => {
  const empty = { timesMs: new Float64Array(0), values: new Float64Array(0) };
  expect(() => decimateLine(empty, { startMs: 0, endMs: 1, buckets: 0 })).toThrow(RangeError);
  expect(decimateLine(empty, { startMs: 0, endMs: 1, buckets: 1 }).values).toHaveLength(0);
});
