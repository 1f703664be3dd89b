import { expect, test } from 'vitest';
import { segmentIdSchema, signalIdSchema } from '../ids.ts';
import type { Resolution } from '../signal-resolutions.ts';
import { costLevel, costOf } from './widget-cost.ts';
import { SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';

const site = (signalCalcPeriod: string) => ({ metadata: { signalCalcPeriod } });
const PAGE = { sites: [site('PT10M'), site('PT15M')], zone: 'Europe/Stockholm' } as unknown as Pick<WidgetPage, 'sites' | 'zone'>;
const DAY_MS = 86_400_000;
const MARCH = { startMs: Date.parse('2026-03-01T00:00+01:00'), endMs: Date.parse('2026-04-01T00:00+02:00') };

function series(
  devices: number,
  signals: number,
  given: { resolution: Resolution; startMs?: number; endMs?: number; comparison?: 'previousYear' },
) {
  const segmentIds = Array.from({ length: devices }, (_, index) => segmentIdSchema.parse(`D${index}`));
  const signalIds = Array.from({ length: signals }, (_, index) => signalIdSchema.parse(`S${index}||Raw`));
  return { kind: 'series' as const, body: { ...MARCH, ...given, segmentIds, signalIds } };
}

test('points are devices by signals by intervals, and twice as many for a comparison', () => {
  const week = { resolution: 'raw', startMs: 0, endMs: 7 * DAY_MS } as const;
  expect(costOf([series(3, 2, week)], PAGE)).toEqual({ points: 3 * 2 * 1_008, series: { devices: 3, signals: 2, buckets: 1_008 } });
  expect(costOf([series(3, 2, { ...week, comparison: 'previousYear' })], PAGE).points).toBe(2 * 3 * 2 * 1_008);
});

test('calendar units are counted by the local calendar, clock units with the one that is begun', () => {
  const buckets = (resolution: Resolution) => costOf([series(1, 1, { resolution })], PAGE).series?.buckets;
  expect([buckets('day'), buckets('month'), buckets('hour')]).toEqual([31, 1, 31 * 24]);
});

test('results of sites count once per site, and a query that waits costs nothing', () => {
  expect(costOf([SITE_STATUS_QUERY, null], PAGE)).toEqual({ points: 2, series: null });
});

test('a widget reads too much by points, by devices or by signals', () => {
  const level = (devices: number, signals: number, resolution: Resolution) =>
    costLevel(costOf([series(devices, signals, { resolution })], PAGE));
  expect([level(10, 2, 'day'), level(50, 1, 'raw'), level(500, 1, 'raw')]).toEqual(['low', 'high', 'tooMuch']);
  expect([level(1_001, 1, 'year'), level(1, 201, 'year')]).toEqual(['tooMuch', 'tooMuch']);
});
