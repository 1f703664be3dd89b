import { currentMonthQuery } from '@solvane/contract/widgets/widget-page';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { fillOf, type GaugeProps, gaugeOf, positionOf } from './gauge.ts';

const NOW_MS = Date.UTC(2026, 5, 24, 12);
const ofType = (type: string) =>
  SITES.filter(({ energyType }) => energyType === type)
    .slice(0, 1)
    .map(toSite);

function gauge(sites: ReturnType<typeof toSite>[], activePowerKw: number | null, own: Partial<GaugeProps['settings']> = {}) {
  const settings = { metric: 'powerNow', min: null, max: null, target: null, ...own } as GaugeProps['settings'];
  const page = { sites, period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: NOW_MS, powerDeviceIds: null };
  const items = sites.map(({ siteId }) => ({
    siteId,
    activePowerKw,
    powerAtMs: NOW_MS,
    lastPointMs: NOW_MS,
    ratedPowerKw: 20_000,
    expected: null,
    reasons: activePowerKw === null ? { activePowerKw: 'neverReceived' } : {},
    warnings: [],
    openEventsByType: null,
    lostKwhPerHour: null,
    costPerHour: null,
    currency: null,
    powerDevices: null,
  }));
  return gaugeOf({ settings, page, data: { status: { nowMs: NOW_MS, items } } } as never);
}

test('power stands on a scale from zero to the rating, with batteries from minus the rating', () => {
  expect(gauge(ofType('PV'), 5_000)).toMatchObject({ value: 5_000, unit: 'kW', min: 0, max: 20_000, timeMs: NOW_MS });
  expect(gauge(ofType('BESS'), -5_000)).toMatchObject({ value: -5_000, min: -20_000, max: 20_000 });
});

test('ends that are stated replace those of the rating, and the scale never turns around', () => {
  expect(gauge(ofType('PV'), 5_000, { min: 1_000, max: 8_000, target: 6_000 })).toMatchObject({ min: 1_000, max: 8_000, target: 6_000 });
  expect(gauge(ofType('PV'), 5_000, { min: 30_000 })).toMatchObject({ min: 30_000, max: 50_000 });
  expect(gauge(ofType('PV'), 5_000, { max: -5 })).toMatchObject({ min: -20_005, max: -5 });
});

test('without power the scale stays, and the reason is known', () => {
  expect(gauge(ofType('PV'), null)).toMatchObject({ value: null, max: 20_000, reasons: ['neverReceived'] });
});

test('availability stands on a scale of percent, and comes from the current month', () => {
  const sites = ofType('PV');
  const [site] = sites;
  const result = {
    siteId: site?.siteId,
    availability: { available: 96, unavailable: 4 },
    energyKwh: null,
    producedKwh: null,
    expectedKwh: null,
    budgetKwh: null,
    missingDays: 0,
    devices: null,
    electricalWarning: null,
    connectionSource: null,
    availabilityReason: null,
    reasons: {},
  };
  const settings = { metric: 'availability.Technical.time', min: 80, max: null, target: 97 };
  const page = { sites, zone: 'UTC', nowMs: NOW_MS };
  const props = { settings, page, data: { status: { nowMs: NOW_MS, items: [] }, month: { items: [result] } } };
  expect(gaugeOf(props as never)).toMatchObject({ value: 96, unit: '%', min: 80, max: 100, target: 97, timeMs: null });
  expect(currentMonthQuery(page).kind).toBe('fleetResults');
});

test('the bar is filled from zero: charging to the left, and never beyond the ends', () => {
  const scale = { min: -10, max: 10 };
  expect([fillOf(5, scale), fillOf(-5, scale), fillOf(99, scale)]).toEqual([
    { from: 0.5, to: 0.75 },
    { from: 0.25, to: 0.5 },
    { from: 0.5, to: 1 },
  ]);
  expect(positionOf(96, { min: 80, max: 100 })).toBeCloseTo(0.8);
});
