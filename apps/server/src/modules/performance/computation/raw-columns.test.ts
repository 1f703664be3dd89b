import { segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { toGrid } from './raw-columns.ts';

const GRID = { startMs: 1_000_000_000_000, stepMs: 600_000, count: 3 };
const INVERTER = segmentIdSchema.parse('inv');
const stored = ['ActivePower', 'ActiveEnergy', 'ExportCounter', 'HeatsinkTemperature'].map((apCode, series) => ({
  series,
  segmentId: INVERTER,
  apCode,
  calcType: 'Raw',
}));

function columns(points: readonly [series: number, minutes: number, value: number][]) {
  return toGrid(
    {
      series: Uint32Array.from(points, ([series]) => series),
      timesMs: Float64Array.from(points, ([, minutes]) => GRID.startMs + minutes * 60_000),
      values: Float64Array.from(points, ([, , value]) => value),
    },
    stored,
    GRID,
  );
}

test('each point stands in its interval, and an interval without a point is missing', () => {
  const grid = columns([
    [0, 10, 5],
    [0, 0, 4],
    [0, -10, 1],
    [0, 30, 1],
  ]);
  expect(grid.get(0)).toEqual(Float64Array.of(4, 5, Number.NaN));
  expect(grid.get(1)).toEqual(Float64Array.of(Number.NaN, Number.NaN, Number.NaN));
});

test.each([
  ['means of what is averaged', 0, 20],
  ['sums of what adds up', 1, 60],
  ['the last reading of a register', 2, 30],
  ['the highest of what is judged by its highest', 3, 30],
])('several points in one interval become one: %s', (_what, series, expected) => {
  const grid = columns([
    [series, 1, 10],
    [series, 4, 20],
    [series, 9, 30],
  ]);
  expect(grid.get(series)).toEqual(Float64Array.of(expected, Number.NaN, Number.NaN));
});
