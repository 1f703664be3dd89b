import type { TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { expect, test } from 'vitest';
import { shiftedSeries, withOverlays } from './overlays.ts';

const HOUR_MS = 3_600_000;
const line = (id: string): TimeSeriesLine => ({
  ...{
    id,
    label: 'INV-1',
    detail: 'Raw',
    low: null,
    high: null,
    completeness: null,
    stepMs: HOUR_MS,
    shape: 'line',
    stroke: 'series',
    colour: 3,
  },
  timesMs: Float64Array.of(0, HOUR_MS),
  values: Float64Array.of(1, 2),
});
const plot: TimeSeriesPlot = { id: 'kW', title: '', unit: 'kW', factor: 1, fromZero: true, lines: [line('a'), line('b')] };

test('a range of another time lies over its own line, at the times of the period, and says when it was', () => {
  const series = { ...line('a'), timesMs: Float64Array.of(-48 * HOUR_MS, -47 * HOUR_MS), values: Float64Array.of(7, 8) };
  const columns = shiftedSeries(series as never, 48 * HOUR_MS);
  const [drawn] = withOverlays([plot], [{ of: 'a', id: 'a/then', detail: 'from Jul 1', columns }]);
  expect(drawn?.lines.map(({ id }) => id)).toEqual(['a', 'b', 'a/then']);
  const last = drawn?.lines.at(-1);
  expect(last).toMatchObject({ detail: 'Raw, from Jul 1', stroke: 'comparison', colour: 3 });
  expect([[...(last?.timesMs ?? [])], [...(last?.values ?? [])]]).toEqual([
    [0, HOUR_MS],
    [7, 8],
  ]);
});

test('what has no line on screen is not drawn', () => {
  expect(withOverlays([plot], [{ of: 'c', id: 'c/then', detail: '', columns: line('c') }])).toEqual([plot]);
});
