import { distributionSettings } from '@solvane/contract/widgets/distribution';
import { expect, test } from 'vitest';
import { completeSettings, devicePage, seriesOf } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type DistributionProps, distributionTable } from './distribution.ts';

const SIGNAL = 'NacelleWindSpeed||Validated';
const STEP = 600_000;
const START = Date.parse('2026-03-02T00:00+01:00');
const period = { startMs: START, endMs: START + 144 * STEP };
const page = devicePage(period, { S01: ['WT-1', 'WT-2'] }, 'WindTurbine');
const series = (segmentId: string, values: (number | null)[], startMs = START) =>
  seriesOf({ segmentId, signalId: SIGNAL, startMs, stepMs: STEP, values, unit: 'm/s' });

function rowsOf(all: ReturnType<typeof series>[], settings: object = {}, lanes: unknown = undefined) {
  const given = {
    settings: completeSettings(distributionSettings, { signals: [SIGNAL], level: 'WindTurbine', ...settings }),
    page,
    data: { values: { resolution: 'raw', reduced: false, native: true, series: all }, lanes },
  };
  return distributionTable(given as never as DistributionProps, widgetText()).rows;
}

test('bins state from where to where, with hours and percent of every device', () => {
  const rows = rowsOf([series('WT-1', [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, null, null])], { bins: 5 });
  expect(rows.map(({ values: { from, to, count, percent } }) => [from, to, count, percent])).toEqual([
    [0, 2, 2, 20],
    [2, 4, 2, 20],
    [4, 6, 2, 20],
    [6, 8, 2, 20],
    [8, 10, 2, 20],
  ]);
  expect(rows[0]?.values.hours).toBeCloseTo(1 / 3, 9);
});

test('several devices have the same bins', () => {
  const rows = rowsOf([series('WT-1', [0, 10]), series('WT-2', [20, 20])], { bins: 5 });
  expect(rows.map(({ values }) => `${values.name} ${values.from} ${values.count}`)).toEqual([
    'WT-1 0 1',
    'WT-1 4 0',
    'WT-1 8 1',
    'WT-1 12 0',
    'WT-1 16 0',
    'WT-2 0 0',
    'WT-2 4 0',
    'WT-2 8 0',
    'WT-2 12 0',
    'WT-2 16 2',
  ]);
});

test('a duration curve falls from the highest value to the lowest', () => {
  const rows = rowsOf([series('WT-1', [5, 1, 4, 2, 3])], { kind: 'duration' });
  const at = (percent: number) => rows.find(({ values }) => values.percent === percent)?.values.value;
  expect([at(0), at(50), at(100), rows.length]).toEqual([5, 3, 1, 101]);
});

test('boxes by device, by month and by hour of the clock', () => {
  const all = [
    series(
      'WT-1',
      Array.from({ length: 101 }, (_, i) => i),
    ),
    series('WT-2', []),
  ];
  const numbers = ({ values: { name, count, p5, p25, median, mean, p75, p95 } }: ReturnType<typeof rowsOf>[number]) => [
    name,
    count,
    p5,
    p25,
    median,
    mean,
    p75,
    p95,
  ];
  expect(rowsOf(all, { kind: 'box' }).map(numbers)).toEqual([['WT-1', 101, 5, 25, 50, 50, 75, 95]]);
  expect(rowsOf(all, { kind: 'box', boxBy: 'month' }).map(({ values }) => values.name)).toEqual(['Mar 2026']);
  expect(rowsOf(all, { kind: 'box', boxBy: 'hour' })[1]?.values).toMatchObject({ name: '01', count: 6, median: 8.5 });
});

test('intervals with an event that loses energy can be left out', () => {
  const bars = [{ startMs: START + 1.5 * STEP, endMs: START + 2.5 * STEP }];
  const rows = rowsOf([series('WT-1', [1, 2, 3, 4])], { kind: 'box', excludeEvents: true }, { lanes: [{ segmentId: 'WT-1', bars }] });
  expect(rows[0]?.values).toMatchObject({ count: 2, mean: 2.5 });
});

test('at least one signal has to be chosen', () => {
  expect(distributionSettings.read({ version: distributionSettings.version, settings: { signals: [] } }).status).toBe('incomplete');
});
