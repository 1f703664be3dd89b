import { timeSeriesOptionalQueries, timeSeriesQueries, timeSeriesSettings } from '@solvane/contract/widgets/time-series';
import { expect, test } from 'vitest';
import { SITES as PARTS, toSite } from '../../testing/fake-fleet.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type TimeSeriesProps, timeSeriesPlots, timeSeriesState, timeSeriesTable, unitsWithoutAxis } from './time-series.ts';

const TEN_MINUTES_MS = 600_000;
const SITES = PARTS.slice(0, 2).map(toSite);
const PAGE = {
  sites: SITES,
  period: { startMs: 0, endMs: 86_400_000 },
  zone: 'UTC',
  nowMs: 4 * TEN_MINUTES_MS,
  powerDeviceIds: null,
};

function settingsOf(settings: Record<string, unknown>) {
  const read = timeSeriesSettings.read({ version: timeSeriesSettings.version, settings });
  if (read.status !== 'complete') throw new Error(JSON.stringify(read));
  return read.settings;
}

function given(series: Record<string, (number | null)[]>, own: Record<string, unknown> = {}): TimeSeriesProps {
  const parts = Object.entries(series).map(([name, values]) => {
    const [key = '', signalId = '', unit = 'kW'] = name.split(' ');
    const site = SITES[Number(key)];
    return {
      key,
      label: site?.name ?? key,
      segmentId: site?.siteSegmentId ?? null,
      signalId,
      unit,
      aggregation: 'avg',
      timezone: 'UTC',
      periodsBack: 0,
      timesMs: values.map((_, index) => index * TEN_MINUTES_MS),
      values,
      completeness: values.map((value) => (value === null ? 0 : 1)),
    };
  });
  const signals = [...new Set(parts.map(({ signalId }) => signalId))];
  const data = { series: { resolution: 'raw', reduced: false, native: true, series: parts } };
  return { settings: settingsOf({ signals, ...own }), page: PAGE, data } as never;
}

const POWER = 'ActivePower||Validated';
const EXPECTED = 'ActivePower||Expected';

test('a widget without a signal is incomplete and says what is missing', () => {
  expect(timeSeriesSettings.read({ version: 1, settings: {} })).toMatchObject({
    status: 'incomplete',
    message: 'Widget_Validation_Signals',
  });
});

test('the values of what is selected are asked for, at once and no more than can be drawn', () => {
  const { series } = timeSeriesQueries(settingsOf({ signals: [POWER], comparison: 'periodsBack', periodsBack: 3 }), PAGE);
  expect(series?.body).toMatchObject({
    segmentIds: SITES.map(({ siteSegmentId }) => siteSegmentId),
    signalIds: [POWER],
    resolution: 'auto',
    maxPoints: 1_200,
    comparison: { periodsBack: 3 },
  });
  const generators = settingsOf({ signals: [POWER], level: 'generators' });
  expect(timeSeriesQueries(generators, PAGE).series).toBeNull();
});

test('a measured line against its expectation is ink, with what was lost between them', () => {
  const [plot] = timeSeriesPlots(given({ [`0 ${POWER}`]: [1, 2], [`0 ${EXPECTED}`]: [2, 2] }, { lostArea: true }), widgetText());
  expect(plot?.lines.map(({ stroke }) => stroke)).toEqual(['actual', 'expected']);
  expect(plot?.lost).toEqual([{ startMs: 0, endMs: 2 * TEN_MINUTES_MS }]);
});

test('lines are stacked in one unit, and a limit stands in the plot', () => {
  const own = { chart: 'stacked', yLines: [{ value: 9, label: 'Limit' }] };
  const [plot] = timeSeriesPlots(given({ [`0 ${POWER}`]: [1, 2], [`1 ${POWER}`]: [3, 4] }, own), widgetText());
  expect(plot?.lines.map(({ stack }) => [...(stack?.top ?? [])])).toEqual([
    [1, 2],
    [4, 6],
  ]);
  expect(plot?.limits).toEqual([{ value: 9, label: 'Limit' }]);
});

test('axes are drawn in their order with their ends, and a unit without an axis is named', () => {
  const series = { [`0 ${POWER}`]: [1], '0 StateOfCharge||Calculated %': [50] };
  const props = (...units: string[]) => given(series, { axes: units.map((unit) => ({ unit, max: 100 })) });
  const plots = timeSeriesPlots(props('%', 'kW'), widgetText());
  expect(plots.map(({ id, range }) => [id, range])).toEqual([
    ['%', { min: null, max: 100 }],
    ['kW', { min: null, max: 100 }],
  ]);
  const ofCurrency = given({ '0 Revenue||Calculated EUR': [1] }, { axes: [{ unit: 'kW' }] });
  expect([unitsWithoutAxis(ofCurrency), unitsWithoutAxis(props('kW', '%')), unitsWithoutAxis(props())]).toEqual([['EUR'], [], []]);
});

test('annotations of the signals are asked for, and stand beside the times that they are about', () => {
  const asked = (own: object) => timeSeriesOptionalQueries(settingsOf({ signals: [POWER], ...own }), PAGE).annotations;
  const segmentIds = SITES.map(({ siteSegmentId }) => siteSegmentId);
  expect(asked({})?.body).toEqual({ segmentIds, signalIds: [POWER], ...PAGE.period });
  expect([asked({ annotations: false }), asked({ level: 'generators' })]).toEqual([null, null]);
  const props = given({ [`0 ${POWER}`]: [1, 2, 3] });
  const items = [{ startMs: TEN_MINUTES_MS, endMs: 2 * TEN_MINUTES_MS, text: 'Snow on the modules' }];
  const table = timeSeriesTable({ ...props, data: { ...props.data, annotations: { items } } } as never, widgetText());
  expect(table.rows.map(({ values }) => values.annotations)).toEqual(['', 'Snow on the modules', '']);
});

test('a signal whose unit has no axis is refused', () => {
  const settings = { signals: [POWER, 'StateOfCharge||Calculated'], axes: [{ unit: '%' }] };
  expect(timeSeriesSettings.read({ version: 1, settings })).toMatchObject({ status: 'incomplete', message: 'Widget_Validation_YAxis' });
  expect(timeSeriesSettings.read({ version: 1, settings: { ...settings, axes: [{ unit: '%' }, { unit: 'kW' }] } }).status).toBe('complete');
});

test('units that share a plot have their axes at its sides, and only what adds up is stacked', () => {
  const axes = [
    { unit: 'kW', side: 'left' },
    { unit: '%', side: 'right' },
  ];
  const series = {
    [`0 ${POWER}`]: [1, 2],
    [`1 ${POWER}`]: [3, 4],
    '0 StateOfCharge||Calculated %': [50, 51],
    '1 StateOfCharge||Calculated %': [52, 53],
  };
  const plots = timeSeriesPlots(given(series, { axes, chart: 'stacked' }), widgetText());
  expect(plots.map(({ id, side, panel }) => [id, side, panel])).toEqual([
    ['kW', 'left', 'shared'],
    ['%', 'right', 'shared'],
  ]);
  expect(plots.map(({ lines }) => lines.map(({ shape, stack }) => [shape, stack !== undefined]))).toEqual([
    [
      ['area', true],
      ['area', true],
    ],
    [
      ['area', false],
      ['area', false],
    ],
  ]);
});

test('the band is what the server says of devices like those on screen', () => {
  const props = given({ [`0 ${POWER}`]: [1, 2] }, { peerBand: true });
  const peers = {
    devices: 3,
    isScaled: false,
    resolution: 'raw',
    timesMs: [0, TEN_MINUTES_MS],
    low: [1, null],
    median: [2, null],
    high: [3, null],
  };
  const [plot] = timeSeriesPlots({ ...props, data: { ...props.data, peers } } as never, widgetText());
  expect([[...(plot?.band?.low.values ?? [])], [...(plot?.band?.high.values ?? [])]]).toEqual([
    [1, Number.NaN],
    [3, Number.NaN],
  ]);
});

test('as a table each instant has the value of every line, and the share of valid data', () => {
  const { columns, rows } = timeSeriesTable(given({ [`0 ${POWER}`]: [1, null], [`1 ${POWER}`]: [3, 4] }), widgetText());
  expect(columns.map(({ header, unit }) => [header, unit])).toEqual([
    ['Time, UTC', undefined],
    [SITES[0]?.name, 'kW'],
    [SITES[1]?.name, 'kW'],
    ['Valid data', '%'],
  ]);
  expect(rows.map(({ values }) => Object.values(values))).toEqual([
    [0, 1, 3, 100],
    [TEN_MINUTES_MS, null, 4, 0],
  ]);
});

test('a site without data is named, and data that end long before now are late', () => {
  const one = given({ [`0 ${POWER}`]: [1, 2, 3, 4], [`1 ${POWER}`]: [null, null, null, null] }, { level: 'sites' });
  expect(timeSeriesState(one)).toEqual({ partial: { have: 1, of: 2, missing: [SITES[1]?.name] } });
  const late = { ...one, page: { ...PAGE, nowMs: 5 * 3_600_000 } };
  expect(timeSeriesState(late)).toEqual({ staleMs: 5 * 3_600_000 - 4 * TEN_MINUTES_MS });
});
