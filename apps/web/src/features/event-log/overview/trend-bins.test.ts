import type { EventGroup } from '@solvane/contract/event-overview';
import { expect, test } from 'vitest';
import { cumulativeShares, daysBefore, measureOf, trendBins } from './trend-bins.ts';

const day = (key: string, count: number, lostEnergyKwh: number | null = null): EventGroup => ({
  key,
  name: key,
  siteName: null,
  count,
  durationMs: 3_600_000 * count,
  lostEnergyKwh,
  revenueLoss: null,
  energyUnknownCount: 0,
  revenueUnknownCount: 0,
  leftOutIntervals: 0,
  unacknowledged: 0,
  filter: {},
});

test('a few days stand for themselves, those without events too', () => {
  const bins = trendBins([day('2026-11-02', 3, 500)], '2026-11-01', '2026-11-03');
  expect(bins.map(({ first, sums }) => `${first} ${sums.count}`)).toEqual(['2026-11-01 0', '2026-11-02 3', '2026-11-03 0']);
  expect(bins[1] && [measureOf(bins[1].sums, 'count'), measureOf(bins[1].sums, 'duration'), measureOf(bins[1].sums, 'lostEnergy')]).toEqual(
    [3, 3, 0.5],
  );
  expect(bins[0] && measureOf(bins[0].sums, 'lostEnergy')).toBeNull();
});

test('many days are weeks from Monday on, years are months, and nothing is lost', () => {
  const days = [day('2026-08-30', 1), day('2026-08-31', 2), day('2026-11-20', 4)];
  const weeks = trendBins(days, '2026-08-28', '2026-11-20');
  expect(weeks.slice(0, 2).map(({ first, last, sums }) => [first, last, sums.count])).toEqual([
    ['2026-08-28', '2026-08-30', 1],
    ['2026-08-31', '2026-09-06', 2],
  ]);
  const months = trendBins(days, '2025-01-01', '2026-11-20');
  expect(months).toHaveLength(23);
  expect(months.reduce((sum, { sums }) => sum + sums.count, 0)).toBe(7);
});

test('shares run up to all of it, what is beyond the bars included', () => {
  expect(cumulativeShares([5, 3, null], 2)).toEqual([0.5, 0.8, 0.8]);
  expect(cumulativeShares([5, -3], 0)).toEqual([null, null]);
  expect(cumulativeShares([0], 0)).toEqual([null]);
});

test('what began before the period and goes on in it stands together before its first day', () => {
  const days = [day('2026-08-01', 1, 100), day('2026-10-30', 2), day('2026-11-02', 3)];
  expect(daysBefore(days, '2026-11-01')).toMatchObject({ first: '2026-08-01', last: '2026-10-30', sums: { count: 3, lostEnergyKwh: 100 } });
  expect(daysBefore(days, '2026-08-01')).toBeUndefined();
});
