import type { SegmentId } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { createReadExpectedPower, createReadLatestPower } from './latest-power.ts';

const SERIES = [
  { segmentId: 'A', apCode: 'ActivePower', calcType: 'Raw', series: 1 },
  { segmentId: 'A', apCode: 'ActivePower', calcType: 'Validated', series: 2 },
  { segmentId: 'B', apCode: 'ActivePower', calcType: 'Validated', series: 3 },
  { segmentId: 'B', apCode: 'ActivePower', calcType: 'Raw', series: 4 },
  { segmentId: 'C', apCode: 'ActivePower', calcType: 'Raw', series: 5 },
  { segmentId: 'C', apCode: 'ActivePower', calcType: 'Expected', series: 6 },
  { segmentId: 'C', apCode: 'ReactivePower', calcType: 'Raw', series: 7 },
].map((signal) => ({ ...signal, segmentId: signal.segmentId as SegmentId }));

test('the newest power is the validated one, or the raw one where it is newer; a value that is none does not count', async () => {
  const points: [series: number, timeMs: number, value: number][] = [
    [1, 20, 101],
    [2, 20, 100],
    [3, 10, 200],
    [4, 20, 201],
    [5, 20, Number.NaN],
    [6, 20, 300],
    [7, 20, 400],
  ];
  const column = (index: 0 | 1 | 2, asked: readonly number[]) =>
    Float64Array.from(
      points.filter(([series]) => asked.includes(series)),
      (point) => point[index],
    );
  const read = createReadLatestPower({
    registry: { list: async (_segmentIds, signal) => SERIES.filter(({ apCode }) => apCode === signal) },
    store: {
      readLatest: async (asked) => ({
        series: column(0, asked),
        timesMs: column(1, asked),
        values: column(2, asked),
        flags: column(1, asked),
      }),
    },
  });
  expect(Object.fromEntries(await read(['A', 'B', 'C'] as SegmentId[]))).toEqual({
    A: { timeMs: 20, valueKw: 100 },
    B: { timeMs: 20, valueKw: 201 },
  });
});

test('an expectation is told beside the power of the same interval, and not at all where they are of two', async () => {
  const signals = ['A', 'B', 'C', 'D'].flatMap((segmentId, index) =>
    ['Validated', 'Expected'].map((calcType, place) => ({
      segmentId: segmentId as SegmentId,
      calcType,
      series: 2 * index + place,
    })),
  );
  // A has both, B an older expectation, C one that is none, D no expectation.
  const points = { series: [0, 1, 2, 3, 4, 5, 6], timesMs: [20, 20, 20, 10, 20, 20, 20], values: [90, 100, 90, 100, 90, Number.NaN, 90] };
  const read = createReadExpectedPower({
    registry: { list: async () => signals },
    store: {
      readLatest: async () => ({
        series: Float64Array.from(points.series),
        timesMs: Float64Array.from(points.timesMs),
        values: Float64Array.from(points.values),
        flags: new Float64Array(points.series.length),
      }),
    },
  });
  expect(Object.fromEntries(await read(['A', 'B', 'C', 'D'] as SegmentId[]))).toEqual({ A: { atMs: 20, expectedKw: 100, actualKw: 90 } });
});
