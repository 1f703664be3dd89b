import { cellTemperature } from '@solvane/energy/pv/cell-temperature';
import { temperatureAdjustedNominalPower } from '@solvane/energy/pv/nominal-power';
import { GENERIC_2_MW_CURVE, powerFromCurve } from '@solvane/energy/wind/power-curve';
import { describe, expect, test } from 'vitest';
import { dayFrame } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import { createDemoWorld, DEMO_SEED, getPlan, powerDayOf } from '../plant/demo-world.ts';
import { backOfModules } from '../pv/inverter-day.ts';
import { FIRST_DAY, sum } from '../testing/test-world.ts';
import { normalTail } from './normal-tail.ts';
import { CLEAR_ABOVE, MIXED_ABOVE } from './sky.ts';
import { windField } from './wind-field.ts';

/** A year before any fault is injected: the period's clock has not begun. */
const HEALTHY_YEAR = { first: FIRST_DAY - 365, days: 365 };

describe('a year of sun at Guadal', () => {
  const world = createDemoWorld({ clock: { kind: 'period', firstDay: FIRST_DAY }, countersFrom: FIRST_DAY });
  const plan = { ...getPlan('s01'), commissioningDate: '2030-01-01' };
  const year = { plane: 0, ghi: 0, energy: 0, nominal: 0, clipped: 0, intervals: 0, clear: 0, mixed: 0 };
  for (let day = 0; day < HEALTHY_YEAR.days; day++) {
    const power = powerDayOf(world, plan, HEALTHY_YEAR.first + day);
    const solar = power.solar;
    if (!solar) throw new Error('no sun');
    const cell = cellTemperature(backOfModules({ field: solar, ambient: power.ambient }), solar.plane);
    year.plane += sum(solar.plane) / 6000;
    year.ghi += sum(solar.irradiance.ghi) / 6000;
    year.nominal += sum(temperatureAdjustedNominalPower({ planeIrradiance: solar.plane, cellTemperature: cell, nameplate: 10_000 })) / 6;
    for (const { undisturbedKw, ratedKw } of power.inverters) {
      year.energy += sum(undisturbedKw) / 6;
      year.clipped += undisturbedKw.filter((kw) => kw >= ratedKw).length / power.inverters.length;
    }
    for (const sky of solar.sky) {
      if (sky > CLEAR_ABOVE) year.clear++;
      else if (sky > MIXED_ABOVE) year.mixed++;
    }
    year.intervals += power.frame.length;
  }

  test('brings the light and the energy of southern Spain', () => {
    expect(year.plane).toBeGreaterThan(1790);
    expect(year.plane).toBeLessThan(1960);
    expect(year.ghi).toBeGreaterThan(1590);
    expect(year.ghi).toBeLessThan(1710);
    expect(year.energy / 8000 / 8760).toBeGreaterThan(0.208);
    expect(year.energy / 8000 / 8760).toBeLessThan(0.226);
  });

  test('has the performance ratio of its losses and temperatures', () => {
    expect(year.energy / (10_000 * year.plane)).toBeCloseTo(0.813, 2);
    expect(year.energy / year.nominal).toBeCloseTo(0.861, 2);
    expect(year.clipped / year.intervals).toBeGreaterThan(0.004);
    expect(year.clipped / year.intervals).toBeLessThan(0.009);
  });

  test('is clear half of the time and mixed a third', () => {
    expect(year.clear / year.intervals).toBeGreaterThan(0.4);
    expect(year.clear / year.intervals).toBeLessThan(0.58);
    expect(year.mixed / year.intervals).toBeGreaterThan(0.24);
    expect(year.mixed / year.intervals).toBeLessThan(0.4);
  });
});

describe('wind', () => {
  const plan = getPlan('s06');
  const noise = { fleetSeed: DEMO_SEED, siteNo: plan.siteNo };
  const speeds: number[] = [];
  for (let day = 0; day < 10 * 365; day++) {
    const frame = dayFrame('UTC', FIRST_DAY - day, { kind: 'calendarYear' });
    speeds.unshift(...windField({ plan, noise, frame, faults: [] }).speed);
  }
  const mean = sum(speeds) / speeds.length;
  const correlation = (lag: number) => {
    let covariance = 0;
    let variance = 0;
    for (let i = lag; i < speeds.length; i++) {
      covariance += ((speeds[i] ?? 0) - mean) * ((speeds[i - lag] ?? 0) - mean);
      variance += ((speeds[i] ?? 0) - mean) ** 2;
    }
    return covariance / variance;
  };

  test('over ten years blows with 7.35 m/s and gives 38 % of rated power', () => {
    expect(mean).toBeGreaterThan(7.2);
    expect(mean).toBeLessThan(7.55);
    const power = powerFromCurve(Float64Array.from(speeds), GENERIC_2_MW_CURVE);
    expect(sum(power) / power.length / 2000).toBeGreaterThan(0.37);
    expect(sum(power) / power.length / 2000).toBeLessThan(0.41);
  });

  test('remembers ten minutes, an hour and a day', () => {
    expect(correlation(1)).toBeGreaterThan(0.95);
    expect(correlation(6)).toBeGreaterThan(0.84);
    expect(correlation(6)).toBeLessThan(0.91);
    expect(correlation(144)).toBeGreaterThan(0.28);
    expect(correlation(144)).toBeLessThan(0.46);
  });
});

test('the tail of the normal distribution is a probability on both sides', () => {
  expect(normalTail(0)).toBeCloseTo(0.5, 7);
  expect(normalTail(1.96)).toBeCloseTo(0.0249979, 6);
  expect(normalTail(-1.96) + normalTail(1.96)).toBeCloseTo(1, 12);
  expect(normalTail(5)).toBeCloseTo(2.87e-7, 8);
});

test('it is colder in January in the north and in July in the south', () => {
  const world = createDemoWorld({ clock: { kind: 'period', firstDay: FIRST_DAY }, countersFrom: FIRST_DAY });
  const month = (siteId: string, from: number) => {
    let total = 0;
    for (let day = from; day < from + 30; day++) {
      const { ambient } = powerDayOf(world, getPlan(siteId), FIRST_DAY + day);
      total += sum(ambient) / ambient.length;
    }
    return total / 30;
  };
  expect(month('s01', 5)).toBeLessThan(month('s01', 186) - 8);
  expect(month('s05', 186)).toBeLessThan(month('s05', 5) - 6);
  expect(at(powerDayOf(world, getPlan('s01'), FIRST_DAY).ambient, 0)).not.toBeNaN();
});
