import type { EventTotals } from '@solvane/contract/events';
import { expect, test } from 'vitest';
import { totalsOf } from './totals-of.ts';

const sums = (count: number, lostEnergyKwh: number | null) => ({
  count,
  durationMs: 10 * count,
  lostEnergyKwh,
  revenueLoss: null,
  energyUnknownCount: lostEnergyKwh === null ? count : 0,
  revenueUnknownCount: count,
  leftOutIntervals: 0,
  unacknowledged: 1,
});
const all: EventTotals = {
  ...sums(10, 5),
  byType: [
    { type: 'Downtime', ...sums(3, 5) },
    { type: 'Communication Loss', ...sums(2, null) },
    { type: 'Warning', ...sums(5, 0) },
  ],
  issues: [],
};

test('sums are of the types that are on; what nothing was expected of stays unknown', () => {
  expect(totalsOf(all, ['Downtime', 'Communication Loss'])).toMatchObject({
    count: 5,
    durationMs: 50,
    lostEnergyKwh: 5,
    energyUnknownCount: 2,
    revenueUnknownCount: 5,
    leftOutIntervals: 0,
    unacknowledged: 2,
  });
  expect(totalsOf(all, ['Communication Loss'])).toMatchObject({ count: 2, lostEnergyKwh: null, revenueLoss: null });
  expect(totalsOf(all, ['Degraded'])).toMatchObject({ count: 0, lostEnergyKwh: null, byType: [] });
});
