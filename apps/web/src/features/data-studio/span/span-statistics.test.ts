import type { TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { expect, test } from 'vitest';
import { spanDifference, spanRows } from './span-statistics.ts';

const START_MS = Date.UTC(2026, 5, 24);
const STEP_MS = 600_000;
const SPAN = { startMs: START_MS, endMs: START_MS + 6 * STEP_MS };

function givenLine(id: string, values: readonly number[], stroke: TimeSeriesLine['stroke'] = 'series'): TimeSeriesLine {
  return {
    id,
    label: id,
    detail: '',
    timesMs: Float64Array.from(values, (_, index) => START_MS + index * STEP_MS),
    values: Float64Array.from(values),
    low: null,
    high: null,
    completeness: null,
    stepMs: STEP_MS,
    shape: 'line',
    stroke,
    colour: null,
  };
}

function givenPlot(unit: string, factor: number, lines: TimeSeriesLine[]): TimeSeriesPlot {
  return { id: unit, title: '', unit, factor, fromZero: true, lines };
}

test('power has an energy over the intervals that have a value', () => {
  const plot = givenPlot('MW', 0.001, [givenLine('WT-5', [600, 600, Number.NaN, 1200, 600, 600])]);
  const [row] = spanRows([plot], SPAN, SPAN.endMs);
  expect(row).toMatchObject({ intervals: 5, totalUnit: 'MWh' });
  expect([row?.mean, row?.min, row?.max, row?.total].map((value) => Number(value?.toFixed(4)))).toEqual([0.72, 0.6, 1.2, 0.6]);
  expect(row?.dataShare).toBeCloseTo(5 / 6);
});

test('a temperature has no sum', () => {
  const [row] = spanRows([givenPlot('°C', 1, [givenLine('T', [20, 22])])], SPAN, SPAN.endMs);
  expect(row?.total).toBeNaN();
  expect(row?.mean).toBe(21);
});

test('a value and its expectation have a difference, other pairs have none', () => {
  const plots = [givenPlot('kW', 1, [givenLine('actual', [90, 90]), givenLine('expected', [100, 100], 'expected')])];
  const difference = spanDifference(plots, spanRows(plots, SPAN, SPAN.endMs));
  expect(difference?.mean).toBe(-10);
  expect(difference?.total).toBeCloseTo(-10 / 3);
  const others = [givenPlot('kW', 1, [givenLine('a', [1]), givenLine('b', [2])])];
  expect(spanDifference(others, spanRows(others, SPAN, SPAN.endMs))).toBeNull();
});
