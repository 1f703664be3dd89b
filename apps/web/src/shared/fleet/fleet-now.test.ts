import type { Site, SiteStatus } from '@solvane/contract/fleet';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import { fleetNow } from './fleet-now.ts';

const NOW_MS = Date.UTC(2025, 5, 24, 12, 12);
const NEWEST_MS = Date.UTC(2025, 5, 24, 12, 0);
const HOUR_MS = 3_600_000;

function givenSite(name: string, ratedPowerKw: number | null = 10_000): Site {
  return {
    siteSegmentId: segmentIdSchema.parse(`${name}.site`),
    siteId: siteIdSchema.parse(name),
    enterpriseId: enterpriseIdSchema.parse('aurora'),
    contractorEnterpriseIds: [],
    name,
    visibilityState: 'Published',
    metadata: {
      timezone: 'Europe/Madrid',
      latitude: 37,
      longitude: -6,
      signalCalcPeriod: 'PT10M',
      country: 'ES',
      plantOperator: null,
      portfolio: null,
      energyType: 'PV',
      operatingRegion: null,
    },
    ratedPowerKw,
    currency: null,
    segmentCount: 12,
    treeVersion: 1,
    configurationState: { state: 'ready' },
  };
}

function givenStatus(name: string, activePowerKw: number | null, given: Partial<SiteStatus> = {}): SiteStatus {
  return {
    siteId: siteIdSchema.parse(name),
    activePowerKw,
    powerAtMs: NEWEST_MS,
    powerSource: 'meter',
    powerDevices: { known: 1, count: 1 },
    powerCoverage: 1,
    ratedPowerKw: 10_000,
    lastPointMs: NEWEST_MS,
    openEvents: null,
    openEventsByType: null,
    lostKwhPerHour: null,
    expected: null,
    collectionLoss: 0.02,
    costPerHour: null,
    isCostPartial: false,
    currency: null,
    reasons: {},
    warnings: [],
    ...given,
  };
}

describe('the fleet now', () => {
  test('ranks a site that gives less than expected without an event among those that lose', () => {
    const expected = (actualKw: number) => ({ powerKw: 6_000, actualKw, atMs: NEWEST_MS }) as SiteStatus['expected'];
    const { sites } = fleetNow({
      sites: ['Stop', 'Short', 'Fine'].map((name) => givenSite(name)),
      statuses: [
        givenStatus('Stop', 5_000, { expected: expected(5_000), lostKwhPerHour: 1_000 }),
        givenStatus('Short', 4_000, { expected: expected(4_000), lostKwhPerHour: 0 }),
        givenStatus('Fine', 5_950, { expected: expected(5_950), lostKwhPerHour: 0 }),
      ],
      nowMs: NOW_MS,
    });
    expect(sites.map(({ site, unexplainedKw }) => [site.name, unexplainedKw])).toEqual([
      ['Short', 2_000],
      ['Stop', 0],
      ['Fine', 0],
    ]);
  });

  test('lists late sites first, then those far below their rating, and what stands still last', () => {
    const names = ['Full', 'Night', 'Late', 'Low', 'Never'];
    const { sites } = fleetNow({
      sites: names.map((name) => givenSite(name)),
      statuses: [
        givenStatus('Full', 9_000),
        givenStatus('Night', -4),
        givenStatus('Low', 2_000),
        givenStatus('Late', 5_000, { lastPointMs: NEWEST_MS - 3 * HOUR_MS, powerAtMs: NEWEST_MS - 3 * HOUR_MS }),
      ],
      nowMs: NOW_MS,
    });
    expect(sites.map(({ site }) => site.name)).toEqual(['Late', 'Never', 'Low', 'Full', 'Night']);
  });

  test('puts first what loses most, before data that are late', () => {
    const { sites, losingKw, openEvents } = fleetNow({
      sites: ['Fine', 'Late', 'Small', 'Large'].map((name) => givenSite(name)),
      statuses: [
        givenStatus('Fine', 9_000, { openEvents: 1, lostKwhPerHour: 2 }),
        givenStatus('Late', 5_000, { lastPointMs: NEWEST_MS - 3 * HOUR_MS }),
        givenStatus('Small', 8_000, { openEvents: 2, lostKwhPerHour: 300 }),
        givenStatus('Large', 8_000, { openEvents: 1, lostKwhPerHour: 900, costPerHour: 45, currency: 'EUR' }),
      ],
      nowMs: NOW_MS,
    });
    expect(sites.map(({ site }) => site.name)).toEqual(['Large', 'Small', 'Late', 'Fine']);
    expect(sites.map(({ cost }) => cost)).toEqual([{ perHour: 45, isPartial: false, currency: 'EUR' }, null, null, null]);
    expect({ losingKw, openEvents }).toEqual({ losingKw: 1_202, openEvents: 4 });
  });

  test('sums what is known now, and never counts a stale power', () => {
    const fleet = fleetNow({
      sites: [givenSite('A'), givenSite('B'), givenSite('C')],
      statuses: [givenStatus('A', 6_000), givenStatus('B', -1_000), givenStatus('C', 9_000, { powerAtMs: NEWEST_MS - 3 * HOUR_MS })],
      nowMs: NOW_MS,
    });
    expect(fleet).toMatchObject({ powerKw: 5_000, ratedPowerKw: 30_000, reportingRatedKw: 20_000 });
    expect(fleet.counts).toEqual({ running: 1, charging: 1, idle: 0, noData: 1 });
  });

  test('has no power where no site reports any: not zero', () => {
    expect(fleetNow({ sites: [givenSite('A')], statuses: [], nowMs: NOW_MS })).toMatchObject({ powerKw: null, dataToMs: null });
  });

  test('says up to when every fresh site has data', () => {
    const fleet = fleetNow({
      sites: [givenSite('A'), givenSite('B')],
      statuses: [givenStatus('A', 1), givenStatus('B', 1, { lastPointMs: NEWEST_MS - 600_000 })],
      nowMs: NOW_MS,
    });
    expect(fleet.dataToMs).toBe(NEWEST_MS);
    expect(fleet.stale).toEqual([]);
  });

  test('a site without rating has power but no share', () => {
    const [only] = fleetNow({
      sites: [givenSite('A', null)],
      statuses: [givenStatus('A', 40, { ratedPowerKw: null })],
      nowMs: NOW_MS,
    }).sites;
    expect(only).toMatchObject({ powerKw: 40, share: null, state: 'running' });
  });

  test('what was expected is compared in its own interval, and only with sites that were to give something', () => {
    const expected = (powerKw: number, actualKw: number, atMs = NEWEST_MS): Partial<SiteStatus> => ({
      expected: { powerKw, actualKw, atMs },
    });
    const fleet = fleetNow({
      sites: ['Sunny', 'Windy', 'Storage', 'Night', 'Late'].map((name) => givenSite(name)),
      statuses: [
        givenStatus('Sunny', 7_000, expected(8_000, 6_000)),
        givenStatus('Windy', 4_000, expected(2_000, 2_500)),
        givenStatus('Storage', -6_000, expected(-8_000, -6_000)),
        givenStatus('Night', 0, expected(3, 0)),
        givenStatus('Late', 5_000, expected(9_000, 1_000, NEWEST_MS - 3 * HOUR_MS)),
      ],
      nowMs: NOW_MS,
    });
    expect(fleet.expected).toEqual({ powerKw: 10_000, against: expect.closeTo(-0.15, 9), siteCount: 2 });
    expect(Object.fromEntries(fleet.sites.map(({ site, againstExpected }) => [site.name, againstExpected]))).toEqual({
      Sunny: -0.25,
      Windy: 0.25,
      Storage: -0.25,
      Night: null,
      Late: null,
    });
    expect(fleet.sites.find(({ site }) => site.name === 'Late')?.expectedKw).toBeNull();
  });

  test('adds the cost of an hour up in one currency only, and where every site that loses has a price', () => {
    const costOf = (...given: Partial<SiteStatus>[]) =>
      fleetNow({
        sites: given.map((_, index) => givenSite(`S${index}`)),
        statuses: given.map((each, index) => givenStatus(`S${index}`, 0, each)),
        nowMs: NOW_MS,
      }).cost;
    const euros = { lostKwhPerHour: 100, costPerHour: 5, currency: 'EUR' };
    expect(costOf(euros, { ...euros, costPerHour: 7 }, { lostKwhPerHour: 0, costPerHour: 0, currency: 'SEK' })).toEqual({
      perHour: 12,
      isPartial: false,
      currency: 'EUR',
    });
    expect(costOf(euros, { ...euros, isCostPartial: true })?.isPartial).toBe(true);
    expect(costOf(euros, { ...euros, currency: 'SEK' })).toBeNull();
    expect(costOf(euros, { lostKwhPerHour: 100 })).toBeNull();
    expect(costOf({})).toBeNull();
  });
});
