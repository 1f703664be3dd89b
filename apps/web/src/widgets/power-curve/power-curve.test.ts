import type { MeasuredCurve, MeasuredRating } from '@solvane/contract/models';
import { pointsPeriod, powerCurveOptionalQueries, powerCurveQueries, powerCurveSettings } from '@solvane/contract/widgets/power-curve';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { devicePage } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { pointsOf, powerCurveTable } from './power-curve.ts';
import { chosenBin, powerCurveWidget } from './power-curve.widget.tsx';
import type { PowerCurveProps } from './power-curve-props.ts';

const sites = SITES.map(toSite);
const NOW = Date.UTC(2026, 0, 15, 12);
const page = { sites, period: { startMs: 0, endMs: NOW }, zone: 'Europe/Stockholm', nowMs: NOW, powerDeviceIds: null };

function settingsOf(settings: object) {
  const read = powerCurveSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  return read.settings;
}

const bin = (centre: number, points: number, numbers: Partial<MeasuredCurve['bins'][number]> = {}) => ({
  ...{ centre, points, windSpeed: centre, power: 537.5, curvePower: 530, deviationPercent: 1.415094, isValid: points >= 3 },
  isInterpolated: false,
  ...numbers,
});

const TURBINE: MeasuredCurve = {
  ...{ segmentId: 'wt-1' as never, name: 'WT-1', siteName: 'Ridge', month: null, hours: 1.5 },
  filtering: { points: 20, used: 10, events: 4, filters: 3, standstill: 2, outliers: 1 },
  bins: [bin(7, 4), bin(7.5, 5, { power: 632.8, windSpeed: 7.46, curvePower: 668, deviationPercent: -5.269461 }), bin(8, 1)],
  ...{ points: [], airDensity: 1.225, isComplete: false },
  curve: {
    ...{ id: '0198c0de-0000-4000-8000-000000000065', name: 'Nominal 2 MW' },
    points: [
      { windSpeed: 3, power: 0 },
      { windSpeed: 8, power: 830 },
    ],
    airDensity: 1.225,
  },
  ...{ deviationPercent: -2.4, yawErrorDegrees: 8, yawLossPercent: 1.9369 },
};

const props = (items: MeasuredCurve[], settings: object = {}, ratings: MeasuredRating[] = []): PowerCurveProps =>
  ({ settings: settingsOf({ curveType: 'Nominal', ...settings }), page, data: { measured: { items, ratings } } }) as never;

test('every bin says what it rests on, and what the turbine comes to stands behind them (vector A8)', () => {
  const { rows } = powerCurveTable(props([TURBINE]), widgetText());
  expect(
    rows.map(({ values }) => [values.device, values.bin, values.points, values.power, values.curvePower, values.deviation, values.valid]),
  ).toEqual([
    ['WT-1', 7, 4, 537.5, 530, 1.415094, 'Yes'],
    ['WT-1', 7.5, 5, 632.8, 668, -5.269461, 'Yes'],
    ['WT-1', 8, 1, 537.5, 530, 1.415094, 'No'],
    ['WT-1, All bins', null, 10, null, null, -2.4, null],
  ]);
  expect([rows[2]?.reason, rows[3]?.values.yawError]).toEqual(['Needs 3 points and 30 min', 8]);
});

test('what was left out of the bins is counted by its reason', () => {
  const { columns, rows } = powerCurveTable(props([TURBINE]), widgetText());
  expect(columns.slice(-4).map(({ header }) => header)).toEqual([
    'Removed: events',
    'Removed: filters',
    'Removed: standstill',
    'Removed: outliers',
  ]);
  expect(rows.map(({ values: { events, filters, standstill, outliers } }) => [events, filters, standstill, outliers])).toEqual([
    ...TURBINE.bins.map(() => [null, null, null, null]),
    [4, 3, 2, 1],
  ]);
});

test('without a curve of the type nothing is compared, and the table says why', () => {
  const bins = [bin(7, 4, { curvePower: null, deviationPercent: null })];
  const { rows } = powerCurveTable(
    props([{ ...TURBINE, bins, curve: null, deviationPercent: null }], { curveType: 'Warranted' }),
    widgetText(),
  );
  expect(rows.map(({ values, reason }) => [values.deviation, reason])).toEqual([
    [null, 'No power curve of type Warranted'],
    [null, 'No power curve of type Warranted'],
  ]);
});

test('turbines without data are left out, and of several sites each turbine has its site', () => {
  const other = { ...TURBINE, segmentId: 'wt-2' as never, siteName: 'Coast' };
  const { rows } = powerCurveTable(props([TURBINE, other, { ...TURBINE, bins: [] }]), widgetText());
  expect(new Set(rows.map(({ values }) => values.device))).toEqual(
    new Set(['Ridge WT-1', 'Ridge WT-1, All bins', 'Coast WT-1', 'Coast WT-1, All bins']),
  );
  expect(powerCurveWidget.charts?.(props([]) as never, widgetText())).toEqual([]);
});

test('months are those of the local calendar, the current one first, at sites with wind only', () => {
  const body = powerCurveQueries(settingsOf({ curveType: 'Nominal', months: 3 }), page).measured?.body;
  expect(body?.months).toEqual(['2026-01-01', '2025-12-01', '2025-11-01']);
  const windy = sites.filter(({ metadata }) => ['Wind', 'Hybrid'].includes(metadata.energyType)).map(({ siteId }) => siteId);
  expect(body?.siteIds).toEqual(windy);
});

test.each([0, 60_000, 599_999, 600_000])('the points of a month that began %i ms ago have a period, which ends after now', (sinceMs) => {
  // A quarter of an hour off the steps of the store.
  const zone = 'Asia/Kathmandu';
  const startMs = Date.UTC(2026, 0, 31, 18, 15);
  const period = pointsPeriod(settingsOf({ curveType: 'Nominal', months: 1 }), { nowMs: startMs + sinceMs, zone });
  expect(period.startMs).toBe(startMs);
  expect(period.endMs).toBeGreaterThan(startMs + sinceMs);
  expect(period.endMs % 600_000).toBe(0);
});

test('filters are applied by the server, to the bins and to the points behind them', () => {
  const filters = [{ kind: 'timeOfDay', from: 360, to: 720 }];
  const settings = settingsOf({ curveType: 'Nominal', filters });
  expect(powerCurveQueries(settings, page).measured?.body).toMatchObject({ filters });
  expect(powerCurveOptionalQueries(settings, devicePage(page.period, { S01: ['WT-1'] }, 'WindTurbine')).points?.body).toMatchObject({
    filters,
  });
});

test('a type of curve has to be chosen for turbines; inverters have none', () => {
  expect(powerCurveSettings.read({ version: 1, settings: {} }).status).toBe('incomplete');
  expect(powerCurveSettings.read({ version: 1, settings: { measures: 'inverters' } }).status).toBe('complete');
  const body = powerCurveQueries(settingsOf({ measures: 'inverters', capacityTest: true }), page).measured?.body;
  expect(body).toMatchObject({ devices: 'inverters', type: 'Nominal', prtPeriod: '30', hasCapacityTest: true });
  const sunny = sites.filter(({ metadata }) => ['PV', 'Hybrid'].includes(metadata.energyType)).map(({ siteId }) => siteId);
  expect(body?.siteIds).toEqual(sunny);
});

test('bins between valid ones are filled in, are hollow, and say so', () => {
  const filled = bin(7.5, 0, { power: 600, isValid: false, isInterpolated: true });
  const bins = [bin(7, 4), filled, bin(8, 6, { power: 700 }), bin(8.5, 1)];
  expect(pointsOf({ bins })).toEqual({
    curve: [
      [7, 537.5],
      [7.5, 600],
      [8, 700],
    ],
    hollow: [
      [7.5, 600],
      [8.5, 537.5],
    ],
  });
  const { rows } = powerCurveTable(props([{ ...TURBINE, bins }], { deviations: false }), widgetText());
  expect(rows.map(({ values }) => values.valid)).toEqual(['Yes', 'Interpolated', 'Yes', 'No']);
});

const RATING: MeasuredRating = {
  ...{ segmentId: 'inv-1' as never, name: 'INV-1', siteName: 'Guadal' },
  lines: [
    { month: '2025-12-01', slope: 0.91, slopeError: 0.002, residual: 12, pointCount: 300 },
    { month: '2026-01-01', slope: 0.897, slopeError: 0.004, residual: 15, pointCount: 120 },
  ],
  baseline: { slope: 0.92, pointCount: 4_000, firstDay: '2024-02-01', lastDay: '2025-01-31' },
  deviationPercent: -2.5,
  capacity: { ratingKw: 676.0677, planeIrradiance: 770, ambientTemperature: 20.6, windSpeed: 2.57, pointCount: 420 },
};

test('an inverter has a row per line; the newest one is held against the baseline', () => {
  const settings = { measures: 'inverters', prtPeriod: 'months', capacityTest: true };
  const { rows } = powerCurveTable(props([], settings, [RATING]), widgetText());
  expect(
    rows.map(({ values: { device, month, prt, error, baseline, deviation, points } }) => [
      device,
      month,
      prt,
      error,
      baseline,
      deviation,
      points,
    ]),
  ).toEqual([
    ['INV-1', 'Dec 2025', 91, 0.2, 92, null, 300],
    ['INV-1', 'Jan 2026', expect.closeTo(89.7, 9), 0.4, 92, -2.5, 120],
  ]);
  expect(rows[1]?.values).toMatchObject({ rating: 676.0677, light: 770, temperature: 20.6, wind: 2.57 });
});

test('too few points make no line, and the table says how many there are', () => {
  const line = { month: null, slope: null, slopeError: null, residual: null, pointCount: 12 };
  const few = { ...RATING, lines: [line], deviationPercent: null, capacity: null };
  const { rows } = powerCurveTable(props([], { measures: 'inverters' }, [few]), widgetText());
  expect([rows[0]?.values.month, rows[0]?.values.prt, rows[0]?.reason]).toEqual(['Newest 30 days', null, 'PRT needs 50 points, 12 remain']);
  expect(powerCurveWidget.charts?.(props([], { measures: 'inverters' }, [few]) as never, widgetText())).toEqual([]);
});

test('a bin leads to its speeds, of the devices that have it', () => {
  const settings = { binWidth: '0.5' };
  const page = { period: { startMs: Date.UTC(2026, 0, 1), endMs: Date.UTC(2026, 1, 1) }, zone: 'UTC' };
  const curves = [{ segmentId: 'wt-1' }, { segmentId: 'wt-2' }, { segmentId: 'wt-1' }];
  const choice = chosenBin(curves as never, [7.46, 632.8], { settings, page } as never);
  expect(choice).toMatchObject({
    open: {
      to: 'dataStudio',
      search: {
        devices: ['wt-1', 'wt-2'],
        signals: ['NacelleWindSpeed||Validated', 'ActivePower||Validated'],
        filters: [{ kind: 'value', signalId: 'NacelleWindSpeed||Validated', min: 7.25, max: 7.75 }],
      },
    },
  });
  expect(chosenBin([], undefined, { settings, page } as never)).toBeUndefined();
});
