import type { MeasuredCurve } from '@solvane/contract/models';
import { powerCurveQueries, powerCurveSettings } from '@solvane/contract/widgets/power-curve';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type PowerCurveProps, powerCurveTable } from './power-curve.ts';
import { powerCurveWidget } from './power-curve.widget.tsx';

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
  ...numbers,
});

const TURBINE: MeasuredCurve = {
  ...{ segmentId: 'wt-1' as never, name: 'WT-1', siteName: 'Ridge', month: null, hours: 1.5 },
  bins: [bin(7, 4), bin(7.5, 5, { power: 632.8, windSpeed: 7.46, curvePower: 668, deviationPercent: -5.269461 }), bin(8, 1)],
  curve: {
    points: [
      { windSpeed: 3, power: 0 },
      { windSpeed: 8, power: 830 },
    ],
    airDensity: 1.225,
  },
  ...{ deviationPercent: -2.4, yawErrorDegrees: 8, yawLossPercent: 1.9369 },
};

const props = (items: MeasuredCurve[], settings: object = {}): PowerCurveProps =>
  ({ settings: settingsOf({ curveType: 'Nominal', ...settings }), page, data: { measured: { items } } }) as never;

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
  const { body } = powerCurveQueries(settingsOf({ curveType: 'Nominal', months: 3 }), page).measured;
  expect(body.months).toEqual(['2026-01-01', '2025-12-01', '2025-11-01']);
  const windy = sites.filter(({ metadata }) => ['Wind', 'Hybrid'].includes(metadata.energyType)).map(({ siteId }) => siteId);
  expect(body.siteIds).toEqual(windy);
});

test('a type of curve has to be chosen', () => {
  expect(powerCurveSettings.read({ version: 1, settings: {} }).status).toBe('incomplete');
});
