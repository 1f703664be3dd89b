import { siteIdSchema } from '@solvane/contract/ids';
import type { FleetResult } from '@solvane/contract/site-results';
import { expect, test } from 'vitest';
import { fleetMonth } from './fleet-month.ts';

function givenResult(siteId: string, given: Partial<FleetResult> = {}): FleetResult {
  return {
    siteId: siteIdSchema.parse(siteId),
    days: 10,
    missingDays: 0,
    computedMs: 0,
    energyKwh: null,
    producedKwh: null,
    expectedKwh: null,
    budgetKwh: null,
    availability: null,
    ...{ connectionSource: 'meter', noDataKwh: 0, withoutExpectationKwh: 0, noDataIntervals: 0, withoutExpectationIntervals: 0 },
    ...{ devices: null, availabilityReason: null, electricalWarning: null },
    reasons: {},
    ...given,
  };
}

test('availability of a fleet weighs every site by its rating and hours', () => {
  const { whole, bySite } = fleetMonth([
    givenResult('large', { availability: { available: 900, unavailable: 0 } }),
    givenResult('small', { availability: { available: 50, unavailable: 50 } }),
    givenResult('new', { missingDays: 3 }),
  ]);
  expect(whole).toMatchObject({ availability: 0.95, missingDays: 3 });
  expect([...bySite.values()].map(({ availability }) => availability)).toEqual([1, 0.5, null]);
});

test('energy is compared only where there is something to compare it with', () => {
  const { whole, hasBudget, bySite } = fleetMonth([
    givenResult('budgeted', { energyKwh: 95, producedKwh: 98, expectedKwh: 100, budgetKwh: 100 }),
    givenResult('expected', { energyKwh: 194, producedKwh: 200, expectedKwh: 200 }),
    givenResult('storage'),
  ]);
  expect(whole.energyKwh).toBe(289);
  expect(whole.againstExpected).toBeCloseTo(298 / 300 - 1, 9);
  expect(whole.againstBudget).toBeCloseTo(-0.05, 9);
  expect(hasBudget).toBe(true);
  expect(bySite.get(siteIdSchema.parse('storage'))).toMatchObject({ energyKwh: null, againstExpected: null, againstBudget: null });
});

test('a fleet of which nothing was computed has no figures: not zero', () => {
  expect(fleetMonth([givenResult('new')])).toMatchObject({
    whole: { availability: null, energyKwh: null, againstExpected: null, againstBudget: null },
    hasBudget: false,
  });
});

test('a sum says what it is without: devices and intervals of all sites, and why there is no availability', () => {
  const { whole, bySite } = fleetMonth([
    givenResult('partial', {
      ...{ energyKwh: 100, connectionSource: 'devices', devices: { count: 6, withoutData: 2, withoutExpectation: 0 } },
      ...{ noDataIntervals: 12, noDataKwh: 1_340, availabilityReason: 'unmonitored' },
    }),
    givenResult('whole', { devices: { count: 4, withoutData: 0, withoutExpectation: 0 }, availabilityReason: 'unmonitored' }),
    givenResult('old'),
  ]);
  expect(whole.gaps).toEqual({
    ...{ devices: { known: 8, count: 10 }, noDataIntervals: 12, withoutExpectationIntervals: 0 },
    ...{ noDataKwh: 1_340, withoutExpectationKwh: 0, unmeteredSites: 1, electrical: [] },
  });
  expect(whole.availabilityReason).toBe('unmonitored');
  expect(bySite.get(siteIdSchema.parse('partial'))?.gaps.devices).toEqual({ known: 4, count: 6 });
  expect(bySite.get(siteIdSchema.parse('old'))?.gaps.devices).toBeNull();
});
