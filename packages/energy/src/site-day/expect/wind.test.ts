import { describe, expect, test } from 'vitest';
import { GENERIC_2_MW_CURVE } from '../../wind/power-curve.ts';
import { computeSmallDay, derivedColumn, type Readings, SMALL_SITE_DAY, smallDevice, smallSite } from '../testing/small-site.ts';

const HOUR = 3_600_000;
const isStop = (t: number) => Math.floor(t / (24 * HOUR)) === SMALL_SITE_DAY && (t / HOUR) % 24 >= 8 && (t / HOUR) % 24 < 16;
const windOf = (k: number) => (t: number) => 8 + 1.5 * Math.sin(t / 9_000_000 + k / 9) + 0.2 * Math.sin(t / 700_000 + k);
/** About 800 kW at 8 m/s. */
const making = (k: number) => (t: number) => 100 * windOf(k)(t) + 20 * Math.sin(t / 600_000 + k);
const turbines = (count: number) => Array.from({ length: count }, (_, k) => smallDevice(`t${k}`, 'WindTurbine'));
const stands = (k: number): Readings => ({ ActivePower: (t) => (isStop(t) ? 0 : making(k)(t)) });
const runs = (k: number): Readings => ({ ActivePower: making(k) });
const sum = (values: Float64Array) => values.reduce((total, value) => (Number.isNaN(value) ? total : total + value), 0);

describe('a turbine that stands for eight hours', () => {
  test('is found by the other turbines where its wind is not measured, with low confidence', () => {
    const readings = { t0: stands(0), t1: runs(1), t2: runs(2), t3: runs(3) };
    const outputs = computeSmallDay(smallSite(turbines(4)), { readings });
    expect(outputs.detected).toMatchObject([{ deviceId: 't0', code: 'SYS-ZERO-WIND', isLowConfidence: true }]);
    const [found] = outputs.detected;
    expect(((found?.endMs ?? 0) - (found?.startMs ?? 0)) / HOUR).toBeCloseTo(8, 6);
    const lost = sum(derivedColumn(outputs, 't0', 'ActiveEnergy||LostDowntime'));
    const made = sum(derivedColumn(outputs, 't1', 'ActiveEnergy||Expected')) / 3;
    expect(Math.abs(lost / made - 1)).toBeLessThan(0.1);
  });

  test('is not found by two others, and has no time-based verdict of its own', () => {
    const outputs = computeSmallDay(smallSite(turbines(1)), { readings: { t0: stands(0) } });
    expect(outputs.detected).toEqual([]);
    expect(outputs.expectationGaps).toMatchObject([{ deviceId: 't0', intervals: 144 }]);
  });

  test('is found by its own wind where no power curve is known, without an amount', () => {
    const outputs = computeSmallDay(smallSite(turbines(1)), { readings: { t0: { ...stands(0), NacelleWindSpeed: windOf(0) } } });
    expect(outputs.detected).toMatchObject([{ deviceId: 't0', code: 'SYS-ZERO-WIND' }]);
    expect(outputs.detected[0]?.isLowConfidence).toBeUndefined();
    expect(outputs.expectationGaps).toMatchObject([{ reasons: ['noPowerCurve', 'noNeighbours'] }]);
    expect(derivedColumn(outputs, 't0', 'ActivePower||Expected').every(Number.isNaN)).toBe(true);
  });

  test('is found by its own wind and curve as before', () => {
    const curve = {
      id: 'nominal',
      type: 'Nominal' as const,
      curve: GENERIC_2_MW_CURVE,
      airDensity: 1.225,
      airDensityMin: 0,
      airDensityMax: 2,
      windDirectionMin: 0,
      windDirectionMax: 360,
      effectiveStartMs: Number.NEGATIVE_INFINITY,
      effectiveEndMs: Number.POSITIVE_INFINITY,
      uploadedMs: 0,
    };
    const site = smallSite([smallDevice('t0', 'WindTurbine', { curves: [curve] })]);
    const outputs = computeSmallDay(site, { readings: { t0: { ...stands(0), NacelleWindSpeed: windOf(0) } } });
    expect(outputs.detected.map(({ code }) => code)).toContain('SYS-ZERO-WIND');
    expect(outputs.expectationGaps).toEqual([]);
    // Eight hours of some 800 kW.
    expect(sum(derivedColumn(outputs, 't0', 'ActiveEnergy||LostDowntime'))).toBeGreaterThan(4000);
  });
});

test('a calm in which all turbines stand is no event', () => {
  const calm: Readings = { ActivePower: (t) => (isStop(t) ? -5 : 900 + 100 * Math.sin(t / 600_000)) };
  const outputs = computeSmallDay(smallSite(turbines(5)), { readings: Object.fromEntries(turbines(5).map(({ id }) => [id, calm])) });
  expect(outputs.detected).toEqual([]);
});
