import { expect, test } from 'vitest';
import { baseLine, drawnLine, stackLines } from './stack.ts';
import type { TimeSeriesLine } from './time-series.ts';

const line = (values: number[], timesMs = values.map((_, index) => index)): TimeSeriesLine => ({
  ...{ id: 'a', label: 'a', detail: '', low: null, high: null, completeness: null, stepMs: 1, stroke: 'series', colour: 0 },
  shape: 'area',
  timesMs: Float64Array.from(timesMs),
  values: Float64Array.from(values),
});
const edges = (lines: readonly TimeSeriesLine[]) => lines.map((each) => [[...baseLine(each).values], [...drawnLine(each).values]]);

test('lines stand on each other, what is negative below zero', () => {
  expect(edges(stackLines([line([1, 2, -3]), line([4, -5, -6])]))).toEqual([
    [
      [0, 0, 0],
      [1, 2, -3],
    ],
    [
      [1, 0, -3],
      [5, -5, -9],
    ],
  ]);
});

test('nothing stands on a value that is missing, and each line keeps its own values', () => {
  const stacked = stackLines([line([1, Number.NaN]), line([4, 5, 6])]);
  expect(edges(stacked)[1]?.[1]).toEqual([5, Number.NaN, Number.NaN]);
  expect([...(stacked[1]?.values ?? [])]).toEqual([4, 5, 6]);
});

test('an area alone stands on zero', () => {
  expect(edges([line([1, 2])])).toEqual([
    [
      [0, 0],
      [1, 2],
    ],
  ]);
});
