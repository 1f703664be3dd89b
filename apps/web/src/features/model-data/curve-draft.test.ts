import type { PowerCurveContent } from '@solvane/contract/models';
import { expect, test } from 'vitest';
import { canonicalNumber, problemsOf, toContent, toItems, withPoints, withRanges, withValue } from './curve-draft.ts';
import { comparedRows, rangeOf } from './curve-lines.ts';
import { binRanges } from './measured-lines.ts';

const CURVE: Omit<PowerCurveContent, 'enterpriseId'> = {
  ...{ name: 'V90', type: 'Nominal', airDensity: 1.225, airDensityMin: 0, airDensityMax: 2, windDirectionMin: 0, windDirectionMax: 360 },
  points: [
    { windSpeed: 3, power: 0 },
    { windSpeed: 4, power: 60 },
    { windSpeed: 10, power: 2000 },
    { windSpeed: 25, power: 2000 },
  ],
  ...{ dayRange: null, timeRange: null, effectiveStartMs: null, effectiveEndMs: 86_400_000, resolutionMinutes: 10 },
  segmentIds: ['WT1', 'WT2'] as never[],
};

const NIGHT = { dayRange: { from: 501, to: 930 }, timeRange: { fromMinute: 1_320, toMinute: 1_440 } };

test('what is shown is what is saved, with ranges and without', () => {
  for (const curve of [CURVE, { ...CURVE, ...NIGHT }]) {
    expect(toContent(toItems(curve))).toEqual(curve);
    expect(problemsOf(toItems(curve), [10])).toEqual(new Map());
  }
});

test('ranges of days and hours come together, and the other one of a single range is all of it', () => {
  const on = toContent(withRanges(toItems(CURVE), true));
  expect(on).toMatchObject({ dayRange: { from: 101, to: 1231 }, timeRange: { fromMinute: 0, toMinute: 1_440 } });
  expect(toContent(withRanges(toItems({ ...CURVE, ...NIGHT }), false))).toEqual(CURVE);
  expect(toContent(toItems({ ...CURVE, timeRange: NIGHT.timeRange }))).toMatchObject({ dayRange: { from: 101, to: 1231 } });
});

test('0 and 2, 0 and 360 mean no limit; beyond them a setting is wrong', () => {
  const problemOf = (id: string, value: string) => problemsOf(withValue(toItems({ ...CURVE, ...NIGHT }), id, value), [10]).get(id);
  expect([problemOf('airDensityMin', '0'), problemOf('airDensityMax', '2'), problemOf('airDensityMax', '2.1')]).toEqual([
    undefined,
    undefined,
    'density',
  ]);
  expect([problemOf('windDirectionMax', '360'), problemOf('windDirectionMax', '400')]).toEqual([undefined, 'direction']);
  expect(problemOf('airDensity', '2')).toBe('densityOwn');
  expect(problemOf('windDirectionMin', '')).toBe('number');
  expect([problemOf('dayRange', '02-29/04-30'), problemOf('dayRange', '02-28/04-30'), problemOf('dayRange', '04-31/05-01')]).toEqual([
    'leapDay',
    undefined,
    'day',
  ]);
  expect(problemOf('dayRange', '05-01/04-30')).toBe('order');
  expect([problemOf('timeRange', '22:00/23:55'), problemOf('timeRange', '22:00/23:50'), problemOf('timeRange', '22:00/25:00')]).toEqual([
    'hourStep',
    undefined,
    'hour',
  ]);
  expect(problemOf('effectiveStart', '86400000')).toBeUndefined();
  expect(problemsOf(withValue(toItems(CURVE), 'effectiveStart', '86400000'), []).get('effectiveEnd')).toBe('order');
});

test('points are compared one by one; one that is no number is named, and a single one is no curve', () => {
  const items = withPoints(toItems(CURVE), [
    { speed: '3', power: '0' },
    { speed: 'three', power: '60' },
  ]);
  expect(problemsOf(items, []).get('point three')).toBe('number');
  expect(problemsOf(withPoints(items, [{ speed: '3', power: '0' }]), []).get('points')).toBe('fewPoints');
  expect([canonicalNumber(' 7,50 '), canonicalNumber('7.5'), canonicalNumber('x')]).toEqual(['7.5', '7.5', 'x']);
});

test('curves are compared at every wind that one of them states', () => {
  const other = {
    id: 'b',
    name: 'B',
    points: [
      { windSpeed: 3, power: 0 },
      { windSpeed: 7, power: 400 },
    ],
  };
  const rows = comparedRows([{ id: 'a', name: 'A', points: CURVE.points }, other]);
  expect(rows.map(({ windSpeed }) => windSpeed)).toEqual([3, 4, 7, 10, 25]);
  expect(rows.map(({ powers }) => powers[1])).toEqual([0, 100, 400, 0, 0]);
  expect(rows[2]?.powers[0]).toBeCloseTo(1030, 6);
  expect(rangeOf({ points: CURVE.points })).toEqual({ cutIn: 3, cutOut: 25 });
});

test('bins that follow each other are named as a range', () => {
  const bins = [2, 2.5, 3, 15, 17, 17.5].map((centre) => ({ centre }));
  expect(binRanges(bins, 0.5)).toEqual([
    [2, 3],
    [15, 15],
    [17, 17.5],
  ]);
});
