import { timeCategoryIndex } from '@solvane/energy/events/time-category';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import { compatibleInstant } from '@solvane/energy/time/local-time';
import { DAY_MS, HOUR_MS } from '@solvane/energy/time/zone';
import type { ConditionalCurve } from '@solvane/energy/wind/curve-selection';
import { afterAll, describe, expect, test } from 'vitest';
import { getPlan, powerDayOf } from '../plant/demo-world.ts';
import { days, FIRST_DAY, mean, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration, nominalCurve } from './demo-configuration.ts';
import { computeDemoDay } from './demo-day.ts';
import { truthTable } from './truth-table.ts';

const world = testWorld();
const table = truthTable();

afterAll(() => table.print());

describe('a grid outage that stops all turbines', () => {
  const plan = getPlan('s08');
  const { outputs } = computeDemoDay(world, plan, FIRST_DAY + 140);
  const local = (hours: number) => compatibleInstant((FIRST_DAY + 140) * DAY_MS + hours * HOUR_MS, plan.timezone);

  test('is one event of the site with all of them in it', () => {
    const outages = outputs.promoted.filter(({ category }) => category === 'Grid outage');
    expect(outages.map(({ parentId, code }) => [parentId, code])).toEqual([['s08', '301']]);
    const [outage] = outages;
    expect(Math.abs((outage?.startMs ?? 0) - local(3))).toBeLessThanOrEqual(60_000);
    expect(outage?.endMs).toBe(local(9));
    const found = outage?.affectedDeviceIds.length ?? 0;
    expect(table.compare({ id: 'GT25', what: 'turbines', truth: 10, found, tolerance: 0 })).toBe(0);
  });

  test('is booked out of electrical specification, six hours a turbine', () => {
    const hours = outputs.availability.map(({ account }) => (account.all.seconds[timeCategoryIndex('GE')] ?? 0) / 3600);
    expect(table.compare({ id: 'GT25', what: 'GE [h]', truth: 6, found: mean(hours), tolerance: 0.01 })).toBeLessThan(0.01);
  });
});

test('a curve for the night explains the noise mode of the night', () => {
  const plan = getPlan('s07');
  const { curve } = nominalCurve(plan);
  const quiet = { windSpeed: curve.windSpeed, power: curve.power.map((kw) => 0.95 * kw) };
  const night = (fromHour: number, toHour: number): ConditionalCurve => ({
    ...nominalCurve(plan),
    id: `night from ${fromHour}`,
    curve: quiet,
    timeRange: { fromMinute: fromHour * 60, toMinute: toHour * 60 },
  });
  const site = demoConfiguration(plan, { curves: [night(22, 24), night(0, 6)] });
  const sums = { residual: 0, expected: 0 };
  for (const day of days(130, 149)) {
    const result = computeDemoDay(world, plan, FIRST_DAY + day, { site });
    for (const turbine of days(1, 8)) {
      const [expected, residual] = ['Expected', 'LostResidual'].map((name) => result.derived(`s07-wt-${turbine}`, `ActiveEnergy||${name}`));
      const isNight = (value: number, i: number) => (i < 36 || i >= 132) && !Number.isNaN(value);
      sums.expected += sum(expected?.filter(isNight) ?? []);
      sums.residual += sum(residual?.filter(isNight) ?? []);
    }
  }
  const share = sums.residual / sums.expected;
  expect(table.compare({ id: 'GT21', what: 'night residual', truth: 0, found: share, tolerance: 0.01, isAbsolute: true })).toBeLessThan(
    0.01,
  );
});

test('a turbine that is held at 1600 kW by nothing on record keeps what it measured', () => {
  const plan = getPlan('s06');
  const site = demoConfiguration(plan);
  let held = 0;
  let longest = 0;
  for (const day of days(255, 262)) {
    const result = computeDemoDay(world, plan, FIRST_DAY + day, { site });
    const { values, flags } = result.validated('s06-wt-4', 'ActivePower');
    let run = 0;
    for (const [i, value] of values.entries()) {
      expect(value, `day ${day}, interval ${i}`).not.toBeNaN();
      expect((flags[i] ?? 0) & QUALITY_FLAGS.FLATLINE).toBe(0);
      run = value > 1599 && value < 1601 ? run + 1 : 0;
      if (run > 0) held += 1;
      longest = Math.max(longest, run);
    }
  }
  expect(held).toBeGreaterThan(50);
  expect(longest).toBeGreaterThanOrEqual(6);
});

test('a stuck anemometer is found and its wind taken from other turbines', () => {
  const plan = getPlan('s07');
  const site = demoConfiguration(plan);
  const evidence = days(60, 89).map((day) => computeDemoDay(world, plan, FIRST_DAY + day, { site }).outputs.evidence);
  const memory = learnSite(site, FIRST_DAY + 90, evidence);
  const { values, flags, methods } = computeDemoDay(world, plan, FIRST_DAY + 90, { site, memory }).validated(
    's07-wt-5',
    'NacelleWindSpeed',
  );
  const wind = powerDayOf(world, plan, FIRST_DAY + 90).turbines.find(({ device }) => device.id === 's07-wt-5')?.windSpeed ?? values;
  const stuck = days(0, 107);
  const fromOthers = [QUALITY_METHODS.referenceWindTurbineCascade.number, QUALITY_METHODS.windTurbineFallback.number];
  expect(
    stuck.every((i) => ((flags[i] ?? 0) & (QUALITY_FLAGS.FLATLINE | QUALITY_FLAGS.MISSING)) !== 0 && fromOthers.includes(methods[i] ?? 0)),
  ).toBe(true);
  const error = Math.sqrt(mean(stuck.map((i) => ((values[i] ?? Number.NaN) - (wind[i] ?? Number.NaN)) ** 2)));
  expect(table.compare({ id: 'GT23', what: 'wind rms [m/s]', truth: 0, found: error, tolerance: 0.8, isAbsolute: true })).toBeLessThan(0.8);
});
