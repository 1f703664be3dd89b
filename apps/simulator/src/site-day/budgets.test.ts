import { addWalkSums, siteWalk } from '@solvane/energy/site-day/losses/walk-sums';
import type { MonthlyBudget } from '@solvane/energy/site-day/site';
import { describe, expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { days, FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay } from './demo-day.ts';

const world = testWorld();
/** March 2025: a day of it has 23 hours in Europe. */
const MARCH = days(59, 89);

function march(siteId: string, budget: Omit<MonthlyBudget, 'year' | 'month'>) {
  const plan = getPlan(siteId);
  const site = { ...demoConfiguration(plan), budgets: [{ year: 2025, month: 3, ...budget }] };
  return MARCH.map((day) => computeDemoDay(world, plan, FIRST_DAY + day, { site }));
}

describe('the budget of a month', () => {
  test.each(['s01', 's06', 's09', 's11'])('of %s is what its intervals add up to, whatever its days are like', (siteId) => {
    const results = march(siteId, { energy: 1_560_000 });
    const parts = results.map((result) => sum(result.derived(siteId, 'ActiveEnergy||Budget')));
    expect(Math.abs(sum(parts) / 1_560_000 - 1)).toBeLessThan(1e-12);
    for (const part of parts) expect(part).toBeGreaterThan(0);
  });

  test('of modules follows the light, of turbines the clock', () => {
    const [solar, wind] = ['s01', 's06'].map((siteId) => march(siteId, { energy: 1000 })[15]?.derived(siteId, 'ActiveEnergy||Budget'));
    expect(solar?.[0]).toBe(0);
    expect(solar?.[72]).toBeGreaterThan(0);
    expect(wind?.[0]).toBeCloseTo(wind?.[72] ?? Number.NaN, 12);
  });

  test('corrected for the light that came is the energy budgeted per light times the light', () => {
    const results = march('s01', { energy: 150_000, resource: 150 });
    const came = sum(results.flatMap((result) => [...result.derived('s01', 'InsolationPOA||Calculated')]));
    const adjusted = sum(results.flatMap((result) => [...result.derived('s01', 'ActiveEnergy||BudgetWeatherAdjusted')]));
    expect(adjusted).toBeCloseTo(1000 * came, 3);
  });

  test.each([
    ['s01', { energy: 1_500_000, resource: 150, cellTemperature: 30 }, ['budget', 'irradiance', 'temperature', 'modelGap', 'expected']],
    ['s06', { energy: 3_000_000, resource: 3_200_000 }, ['budget', 'wind', 'density', 'modelGap', 'expected']],
    ['s11', { energy: 3_000_000 }, ['theoretical', 'temperature', 'designLosses', 'clipping', 'modelGap']],
  ])('is where the walk of %s begins, and it closes', (siteId, budget, steps) => {
    const sums = addWalkSums(march(siteId, budget).map(({ outputs }) => outputs.walk));
    const { solar, wind } = siteWalk(sums, 'budget');
    const bars = solar ?? wind ?? [];
    expect(bars.slice(0, 5).map(({ step }) => step)).toEqual(steps);
    expect(bars.every(({ energy }) => Number.isFinite(energy))).toBe(true);
    if (steps[0] === 'budget') expect(bars[0]?.energy).toBeCloseTo(budget.energy, 3);
  });

  test('that some days do not have is no place for a walk to begin', () => {
    const plan = getPlan('s01');
    const without = computeDemoDay(world, plan, FIRST_DAY + 90).outputs.walk;
    const sums = addWalkSums([...march('s01', { energy: 1000 }).map(({ outputs }) => outputs.walk), without]);
    expect(siteWalk(sums, 'budget').solar?.[0]?.step).toBe('theoretical');
  });
});
