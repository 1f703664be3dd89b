import { seededRandom } from '@solvane/series/seeded-random';
import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { capacityRegression, ratedCapacity, reportingConditions } from './capacity-test.ts';
import { degradation } from './degradation.ts';
import { dailyPerformanceIndex } from './performance-index.ts';
import { soiling } from './soiling.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

describe('capacity test', () => {
  const planeIrradiance = column(400, 500, 600, 700, 800, 900, 1000, 650, 750, 850);
  const ambientTemperature = column(10, 15, 20, 22, 25, 28, 30, 18, 12, 26);
  const windSpeed = column(1, 3, 2, 4, 1.5, 2.5, 3.5, 2, 5, 1.2);
  const power = planeIrradiance.map(
    (irradiance, i) => irradiance * (0.95 - 5e-5 * irradiance - 0.002 * (ambientTemperature[i] ?? _) + 0.003 * (windSpeed[i] ?? _)),
  );
  const selected = new Uint8Array(10).fill(1);
  const test10 = { power, planeIrradiance, ambientTemperature, windSpeed, selected, minPoints: 10 };

  test('finds the coefficients exact data were made from, and the capacity they mean', () => {
    const regression = capacityRegression(test10);
    const conditions = reportingConditions(test10);
    expect(differences(regression, { a1: 0.95, a2: -5e-5, a3: -0.002, a4: 0.003, pointCount: 10 })).toEqual([]);
    expect(differences(conditions, { planeIrradiance: 770, ambientTemperature: 20.6, windSpeed: 2.57 })).toEqual([]);
    expect(differences(regression && ratedCapacity(regression, conditions), 676.0677, printed(4))).toEqual([]);
  });

  test('needs fifty points, and weather that varied', () => {
    expect(capacityRegression({ ...test10, minPoints: 50 })).toBeUndefined();
    expect(capacityRegression({ ...test10, windSpeed: windSpeed.map(() => 0) })).toBeUndefined();
  });

  test('leaves out intervals with a missing value', () => {
    const regression = capacityRegression({ ...test10, power: power.map((value, i) => (i === 3 ? _ : value)), minPoints: 9 });
    expect(differences(regression, { a1: 0.95, pointCount: 9 }, { relative: 1e-6 })).toEqual([]);
  });
});

describe('daily performance index', () => {
  test('rests on strong undisturbed light', () => {
    const { index, insolation } = dailyPerformanceIndex({
      energy: column(100, 450, 300, 80, 400),
      expectedEnergy: column(100, 500, 500, 100, _),
      planeIrradiance: column(150, 500, 600, 100, 500),
      excluded: Uint8Array.of(0, 0, 1, 0, 0),
      dayIndex: Int32Array.of(0, 0, 0, 1, 1),
      stepHours: 1,
    });
    expect(differences(index, [0.9, _])).toEqual([]);
    expect(differences(insolation, [1.25, 0.6])).toEqual([]);
  });
});

describe('soiling', () => {
  const noise = seededRandom(5);
  const dayCount = 120;
  const rainDays = [40, 80];
  const daysSinceRain = (day: number) => day - Math.max(0, ...rainDays.filter((rain) => rain <= day));
  const index = Float64Array.from({ length: dayCount }, (_, day) => 0.95 * (1 - 0.0015 * daysSinceRain(day)) + 0.002 * (noise() - 0.5));
  const insolation = new Float64Array(dayCount).fill(5);
  const rainfall = Float64Array.from({ length: dayCount }, (_, day) => (rainDays.includes(day) ? 8 : 0));

  test('is the steady decline between rains', () => {
    const found = soiling({ index, insolation, rainfall });
    expect(found.intervals.map(({ firstDay, lastDay, isSoiling }) => [firstDay, lastDay, isSoiling])).toEqual([
      [0, 39, true],
      [40, 79, true],
      [80, 119, true],
    ]);
    expect(Math.abs(found.rate + 0.0015)).toBeLessThan(0.0001);
    expect(found.profile[40]).toBe(1);
    expect(differences(found.profile[79], 1 - 0.0015 * 39, { absolute: 0.003 })).toEqual([]);
    expect(differences(found.lossShare, 0.0015 * 19.5, { absolute: 0.002 })).toEqual([]);
  });

  test('shows by itself where rain is not measured', () => {
    const found = soiling({ index, insolation });
    expect(Math.abs(found.rate + 0.0015)).toBeLessThan(0.0003);
    expect(differences(found.lossShare, 0.0015 * 19.5, { absolute: 0.01 })).toEqual([]);
  });

  test('a cleaning in the log ends an interval', () => {
    const cleaned = new Uint8Array(dayCount);
    cleaned[20] = 1;
    expect(soiling({ index, insolation, rainfall, cleaned }).intervals.map(({ firstDay }) => firstDay)).toEqual([0, 20, 40, 80]);
  });

  test('is not claimed from two weeks less a day, or from steady output', () => {
    const short = soiling({ index: index.subarray(0, 13), insolation: insolation.subarray(0, 13), rainfall: rainfall.subarray(0, 13) });
    expect(short.intervals[0]?.isSoiling).toBe(false);
    expect(short.profile).toEqual(new Float64Array(13).fill(1));
    const steady = soiling({ index: index.map(() => 0.95 + 0.01 * (noise() - 0.5)), insolation, rainfall });
    expect(steady.lossShare).toBeLessThan(0.005);
    expect(steady.rate).toBeNaN();
  });
});

describe('degradation', () => {
  test('is the median change from one year to the next', () => {
    const days = column(0, 91, 183, 274, 365, 456, 548, 639);
    const found = degradation({ days, index: column(1, 0.98, 1.01, 0.99, 0.993, 0.972, 1, 0.985) });
    expect(differences(found, { rate: -0.753769, pairCount: 4 }, printed(6))).toEqual([]);
  });

  test('is found in three noisy years, inside its interval', () => {
    const noise = seededRandom(11);
    const days = Float64Array.from({ length: 3 * 365 }, (_, day) => day);
    const seasonal = (day: number) => 1 + 0.03 * Math.sin((2 * Math.PI * day) / 365);
    const index = days.map((day) => seasonal(day) * (1 - (0.008 * day) / 365) * (1 + 0.02 * (noise() + noise() + noise() - 1.5)));
    const found = degradation({ days, index });
    if (found.kind !== 'rate') throw new Error('three years are enough');
    expect(found.low).toBeLessThan(-0.8);
    expect(found.high).toBeGreaterThan(-0.8);
    expect(found.high - found.low).toBeLessThan(0.8);
    expect(found.rate).toBeGreaterThan(found.low);
    expect(found.rate).toBeLessThan(found.high);
    expect(degradation({ days, index })).toEqual(found);
  });

  test('is not told from less than two years', () => {
    const days = Float64Array.from({ length: 729 }, (_, day) => day);
    expect(degradation({ days, index: days.map(() => 1) })).toEqual({ kind: 'insufficientHistory' });
    expect(degradation({ days: days.slice(0, 0), index: days.slice(0, 0) })).toEqual({ kind: 'insufficientHistory' });
  });
});
