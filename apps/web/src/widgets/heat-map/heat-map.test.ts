import { CELL_PARTS } from '@solvane/charts/options/heat-map';
import { heatMapQueries, heatMapSettings } from '@solvane/contract/widgets/heat-map';
import { bucketsIn } from '@solvane/energy/time/bucket';
import { expect, test } from 'vitest';
import { completeSettings, devicePage, seriesOf } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type HeatMapProps, heatMapOf, heatMapTable } from './heat-map.ts';

const HOUR_MS = 3_600_000;
const SIGNAL = 'ActivePower||Validated';
const ZONE = 'Europe/Stockholm';
const period = { startMs: Date.parse('2026-03-02T00:00+01:00'), endMs: Date.parse('2026-03-02T04:00+01:00') };
const page = devicePage(period, { S01: ['WT-1', 'WT-2', 'WT-3'] }, 'WindTurbine');

const hourly = (segmentId: string, values: (number | null)[], completeness?: number[], signalId = SIGNAL) =>
  seriesOf({ segmentId, signalId, startMs: period.startMs, stepMs: HOUR_MS, values, ...(completeness && { completeness }) });

function props(
  series: ReturnType<typeof hourly>[],
  { settings = {}, reference = [], at = page }: { settings?: object; reference?: ReturnType<typeof hourly>[]; at?: typeof page } = {},
): HeatMapProps {
  const response = (of: typeof series) => ({ resolution: 'hour', reduced: false, native: false, series: of });
  return {
    settings: completeSettings(heatMapSettings, { signal: SIGNAL, ...settings }),
    page: at,
    data: { values: response(series), reference: response(reference) },
  } as never;
}

const table = (given: HeatMapProps) => heatMapTable(given, widgetText());

test('a device that has no value in a bucket has none in its cell, and little data is partial or nothing', () => {
  const given = props([hourly('WT-1', [10, null, 30, 40], [1, 0, 0.7, 0.4]), hourly('WT-2', [1, 2, 3, 4])]);
  const { rows } = table(given);
  expect(rows.map(({ values: { row, c0, c1, c2, c3 } }) => [row, c0, c1, c2, c3])).toEqual([
    ['WT-1', 10, null, 30, null],
    ['WT-2', 1, 2, 3, 4],
    ['WT-3', null, null, null, null],
  ]);
  expect(rows[0]?.reason).toBe('Less than 50 % of the data is available.');
  expect(heatMapOf(given, widgetText()).cells.filter(({ isPartial }) => isPartial)).toMatchObject([{ row: 0, column: 2, value: 30 }]);
});

test('relative to the peers, to the rating and to what is expected', () => {
  const series = [hourly('WT-1', [10, 20, 30, 40]), hourly('WT-2', [20, 20, 60, 40]), hourly('WT-3', [40, 20, 90, 10])];
  const first = (relativeTo: string, reference: ReturnType<typeof hourly>[] = []) => {
    const { c0, c1, c2, c3 } = table(props(series, { settings: { relativeTo }, reference })).rows[0]?.values ?? {};
    return [c0, c1, c2, c3];
  };
  expect(first('peers')).toEqual([-50, 0, -50, 0]);
  expect(first('rating', [hourly('WT-1', [200, null, null, null])])).toEqual([5, 10, 15, 20]);
  expect(first('expected', [hourly('WT-1', [20, 20, 0, 50])])).toEqual([-50, 0, null, expect.closeTo(-20, 9)]);
});

test('a day of 23 hours has 23 cells, a day of 25 hours has 25, the hour that comes twice in two halves', () => {
  const cellsOf = (from: string, to: string) => {
    const span = { startMs: Date.parse(from), endMs: Date.parse(to) };
    const at = { ...page, period: span, nowMs: span.endMs };
    const starts = [...bucketsIn(span, 'hour', ZONE).keysMs];
    const series = seriesOf({
      segmentId: 'total',
      signalId: SIGNAL,
      startMs: span.startMs,
      stepMs: HOUR_MS,
      values: starts.map((_, i) => i),
    });
    return heatMapOf(props([series], { settings: { axes: 'hour×day' }, at }), widgetText());
  };
  const spring = cellsOf('2026-03-28T00:00+01:00', '2026-03-30T00:00+02:00');
  expect([0, 1].map((day) => spring.cells.filter(({ column }) => column === day).length)).toEqual([24, 23]);
  expect(spring.cells.some(({ column, row }) => column === 1 && row === 2)).toBe(false);
  const autumn = cellsOf('2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00');
  expect(autumn.cells).toHaveLength(25);
  expect(autumn.cells.filter(({ row }) => row === 2)).toMatchObject([
    { value: 2, part: CELL_PARTS.first },
    { value: 3, part: CELL_PARTS.second },
  ]);
});

test('by month an hour of the clock has the statistic of the signal, and the future has no cell', () => {
  const span = { startMs: Date.parse('2026-03-01T00:00+01:00'), endMs: Date.parse('2026-05-01T00:00+02:00') };
  const at = { ...page, period: span, nowMs: Date.parse('2026-03-03T00:00+01:00') };
  const values = [...Array.from({ length: 24 }, () => 10), ...Array.from({ length: 24 }, () => 30)];
  const series = seriesOf({ segmentId: 'total', signalId: SIGNAL, startMs: span.startMs, stepMs: HOUR_MS, values });
  const map = heatMapOf(props([series], { settings: { axes: 'hour×month' }, at }), widgetText());
  expect([map.columns.length, map.cells.length, new Set(map.cells.map(({ value }) => value))]).toEqual([1, 24, new Set([20])]);
});

test('buckets become longer until cells can be told apart', () => {
  const devices = { S01: Array.from({ length: 20 }, (_, i) => `WT-${i}`) };
  const resolution = (days: number) => {
    const span = { startMs: period.startMs, endMs: period.startMs + days * 24 * HOUR_MS };
    const { values } = heatMapQueries(completeSettings(heatMapSettings, { signal: SIGNAL }), devicePage(span, devices, 'WindTurbine'));
    return values?.kind === 'series' ? values.body.resolution : undefined;
  };
  expect([1, 7, 31, 365].map(resolution)).toEqual(['raw', 'hour', 'day', 'week']);
});

test('a signal or a metric has to be chosen, not both', () => {
  const status = (settings: object) => heatMapSettings.read({ version: heatMapSettings.version, settings: { ...settings } }).status;
  expect([status({}), status({ signal: SIGNAL, metric: 'energy' }), status({ metric: 'energy' })]).toEqual([
    'incomplete',
    'incomplete',
    'complete',
  ]);
});
