import { scatterQueries, scatterSettings } from '@solvane/contract/widgets/scatter';
import { costLevel, costOf } from '@solvane/contract/widgets/widget-cost';
import { expect, test } from 'vitest';
import { completeSettings, devicePage, seriesOf } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type ScatterProps, scatterTable } from './scatter.ts';
import { factsOf, scatterWidget } from './scatter.widget.tsx';

const START = Date.parse('2026-03-02T00:00+01:00');
const STEP = 600_000;
const [X, Y, Z] = ['IrradiancePOA||Validated', 'ActivePower||Validated', 'ModuleTemperature||Validated'];
const period = { startMs: START, endMs: START + 20 * STEP };
const page = devicePage(period, { S01: ['INV-1', 'INV-2'] }, 'Inverter');
const site = page.sites[0]?.siteSegmentId ?? '';

const series = (segmentId: string, signalId: string, values: (number | null)[], startMs = START) =>
  seriesOf({ segmentId, signalId, startMs, stepMs: STEP, values });

function props(all: ReturnType<typeof series>[], settings: object = {}): ScatterProps {
  const complete = completeSettings(scatterSettings, { x: X, y: Y, ...settings });
  return { settings: complete, page, data: { values: { resolution: 'raw', reduced: false, native: true, series: all } } } as never;
}

const rowsOf = (given: ScatterProps) => scatterTable(given, widgetText()).rows;

test('a device is paired with the light of its site, at equal times only, and says what it is', () => {
  const rows = rowsOf(
    props([series(site, X, [100, 200, null, 400]), series('INV-1', Y, [10, 20, 30, 40]), series('INV-2', Y, [11, 21, 31], START + STEP)]),
  );
  expect(rows.map(({ values }) => [values.name, ((values.time as number) - START) / STEP, values.x, values.y, values.used])).toEqual([
    ['INV-1', 0, 100, 10, 'Yes'],
    ['INV-1', 1, 200, 20, 'Yes'],
    ['INV-1', 3, 400, 40, 'Yes'],
    ['INV-2', 1, 200, 11, 'Yes'],
    ['INV-2', 3, 400, 31, 'Yes'],
  ]);
});

test('the lines stand first: slope, intercept, R² and points of what counts', () => {
  const values = [100, 200, 300, 400, 500];
  const given = [
    series(site, X, values),
    series(
      'INV-1',
      Y,
      values.map((value) => 0.2 * value + 3),
    ),
  ];
  const [correlation, regression] = rowsOf(props(given, { correlationLine: true, regression: true, xMax: 450 }));
  expect(correlation?.values).toMatchObject({ name: 'Correlation line', slope: 1, intercept: 0, r2: null, points: 4 });
  expect(regression?.values).toMatchObject({ name: 'Regression', r2: expect.closeTo(1, 9), points: 4 });
  expect([regression?.values.slope, regression?.values.intercept]).toEqual([expect.closeTo(0.2, 9), expect.closeTo(3, 6)]);
});

test('the equation is in the units of the axes', () => {
  const line = { role: 'regression', of: '', slope: 0.9, intercept: -2_308, r2: 0.99, pointCount: 3 } as const;
  const shown = [{ x: Float64Array.of(1, 2, 3) }];
  expect(factsOf([line], shown, { ratio: 0.001, factor: 0.001, unit: 'MW' }, widgetText())[0]).toBe('y = 0.000900 x \u2212 2.308 MW');
});

test('rating lines of inverters go through the origin, with the baseline of each', () => {
  const line = { month: null, slope: 0.897, slopeError: 0.004, residual: 12, pointCount: 120 };
  const baseline = { slope: 0.92, pointCount: 4_000, firstDay: '2024-02-01', lastDay: '2025-01-31' };
  const nominal = 'TemperatureAdjustedNominalPower||Calculated';
  const given = props([series('INV-1', nominal, [100, 200]), series('INV-1', Y, [90, 180])], {
    ...{ x: nominal, regressionPrt: true, staticBaselinePrt: true },
  });
  const ratings = [
    { segmentId: 'INV-1', name: 'INV-1', siteName: 'Guadal', lines: [line], baseline, deviationPercent: -2.5, capacity: null },
  ];
  const rows = rowsOf({ ...given, data: { ...given.data, ratings: { items: [], ratings: ratings as never } } });
  expect(rows.slice(0, 2).map(({ values: { name, slope, intercept, points } }) => [name, slope, intercept, points])).toEqual([
    ['PRT line, INV-1', 0.897, 0, 120],
    ['Baseline, INV-1', 0.92, 0, 4_000],
  ]);
});

test('every removed point names the filter that removed it', () => {
  const x = Array.from({ length: 20 }, (_, i) => 100 + 10 * i);
  const y = x.map((value, i) => (i === 7 ? 400 : value + (i % 3)));
  const rows = rowsOf(props([series(site, X, x), series('INV-1', Y, y)], { withoutOutliers: true, xMin: 110, fromHour: 0, toHour: 3 }));
  const uses = rows.map(({ values }) => values.used);
  expect([uses[0], uses[7], uses[10], uses[18], uses[19]]).toEqual([
    'No, range of values',
    'No, outlier',
    'Yes',
    'No, hour of the day',
    'No, hour of the day',
  ]);
});

test('without X or Y there is nothing to draw, and Z may be missing', () => {
  expect(scatterWidget.charts?.(props([series(site, X, [1])]) as never, widgetText())).toEqual([]);
  const rows = rowsOf(props([series(site, X, [1]), series('INV-1', Y, [2]), series('INV-1', Z ?? '', [null])], { z: Z }));
  expect(rows[0]?.values).toMatchObject({ x: 1, y: 2, z: null });
});

test('X and Y have to be chosen, PRT lines need the nominal power as X, and bounds have to be in order', () => {
  const status = (settings: object) => scatterSettings.read({ version: scatterSettings.version, settings: { ...settings } }).status;
  expect([status({}), status({ x: X }), status({ x: X, y: Y, regressionPrt: true }), status({ x: X, y: Y, xMin: 2, xMax: 1 })]).toEqual(
    Array.from({ length: 4 }, () => 'incomplete'),
  );
  const prtOfPower = scatterSettings.read({ version: scatterSettings.version, settings: { x: X, y: Y, staticBaselinePrt: true } });
  expect(prtOfPower).toMatchObject({ status: 'incomplete', message: 'Prt_Needed' });
  expect(scatterSettings.read({ version: scatterSettings.version, settings: { x: X } })).toMatchObject({ message: 'Scatter_Needed' });
  expect(status({ x: 'TemperatureAdjustedNominalPower||Calculated', y: Y, regressionPrt: true })).toBe('complete');
});

test('what it reads is known before: many values warn, too many are refused, and `auto` reads fewer (vector A11)', () => {
  const devices = { S01: Array.from({ length: 40 }, (_, i) => `WT-${i}`) };
  const month = { startMs: Date.parse('2026-01-01T00:00+01:00'), endMs: Date.parse('2026-02-01T00:00+01:00') };
  const year = { startMs: month.startMs, endMs: Date.parse('2027-01-01T00:00+01:00') };
  const settings = { x: 'NacelleWindSpeed||Validated', y: Y, z: 'AirDensity||Calculated' };
  const costAt = (at: typeof month, given: object = {}) => {
    const wide = devicePage(at, devices, 'WindTurbine');
    const sites = wide.sites.map((each) => ({ ...each, metadata: { ...each.metadata, signalCalcPeriod: 'PT10M' as const } }));
    return costOf(Object.values(scatterQueries(completeSettings(scatterSettings, { ...settings, ...given }), { ...wide, sites })), {
      ...wide,
      sites,
    });
  };
  expect([costAt(month).points, costLevel(costAt(month))]).toEqual([535_680, 'high']);
  expect([costAt(year).points, costLevel(costAt(year))]).toEqual([6_307_200, 'tooMuch']);
  expect(costAt(year, { resolution: 'auto' }).points).toBeLessThanOrEqual(300_000);
});

test('filters are applied by the server, to the native points of both signals', () => {
  const filters = [{ kind: 'events', types: ['Downtime'], mode: 'without' }];
  const page = devicePage({ startMs: 0, endMs: 86_400_000 }, { S01: ['WT-1'] }, 'WindTurbine');
  const { values } = scatterQueries(completeSettings(scatterSettings, { x: 'NacelleWindSpeed||Validated', y: Y, filters }), page);
  expect(values?.body).toMatchObject({ filters });
  expect(scatterSettings.read({ version: scatterSettings.version, settings: { x: Y, y: Y, filters: [{ kind: 'value' }] } }).status).toBe(
    'incomplete',
  );
});
