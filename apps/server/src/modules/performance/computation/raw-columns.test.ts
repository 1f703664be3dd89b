import { segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { toGrid } from './raw-columns.ts';

const GRID = { startMs: 1_000_000_200_000, stepMs: 600_000, count: 3 };
const INVERTER = segmentIdSchema.parse('inv');
const stored = ['ActivePower', 'ActiveEnergy', 'ExportCounter', 'HeatsinkTemperature', 'WindDirection', 'OperatingState'].map(
  (apCode, series) => ({
    series,
    segmentId: INVERTER,
    apCode,
    calcType: 'Raw',
  }),
);

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

const MINUTES = Array.from({ length: 30 }, (_, minute) => minute);

test.each([
  ['means of what is averaged', 0, MINUTES, [4.5, 14.5, 24.5]],
  ['sums of what adds up', 1, MINUTES, [45, 145, 245]],
  ['the last reading of a register', 2, MINUTES, [9, 19, 29]],
  ['the highest of what is judged by its highest', 3, MINUTES, [9, 19, 29]],
  ['the mean direction', 4, MINUTES.map((minute) => (minute % 2 === 0 ? 350 : 10)), [0, 0, 0]],
  ['the state with most time', 5, MINUTES.map((minute) => (minute % 10 < 4 ? 3 : 6)), [6, 6, 6]],
])('thirty one-minute points become three of ten minutes: %s', (_what, series, values, expected) => {
  const column = columns(values.map((value, minute) => [series, minute, value])).get(series) ?? new Float64Array();
  for (const [i, value] of expected.entries()) expect(Math.abs(((column[i] ?? Number.NaN) - value + 180) % 360) - 180).toBeCloseTo(0, 9);
});

test('points in no order are aggregated in the order of time', () => {
  const grid = columns([
    [2, 9, 30],
    [2, 1, 10],
    [2, 4, 20],
    [2, 12, 36],
  ]);
  expect(grid.get(2)?.[0]).toBeCloseTo(32, 9);
});

test.each([
  ['a mean holds for the hour', 0, [600, 1200, 600], [600, 1200, 600]],
  ['a sum is divided', 1, [60, 120, 60], [10, 20, 10]],
  ['a state holds for the hour', 5, [3, 6, 3], [3, 6, 3]],
])('an hourly signal of a ten-minute site: %s', (_what, series, values, expected) => {
  const hours = { ...GRID, startMs: 1_000_000_800_000, count: 18 };
  const points = {
    series: Uint32Array.from(values, () => series),
    timesMs: Float64Array.from(values, (_value, i) => hours.startMs + i * 3_600_000),
    values: Float64Array.from(values),
  };
  const column = toGrid(points, stored, hours).get(series);
  expect(column).toEqual(Float64Array.from({ length: 18 }, (_, i) => expected[Math.floor(i / 6)] ?? Number.NaN));
});
