import { randomUUID } from 'node:crypto';
import { deviceTreeEndpoints, siteEndpoints } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { type GroupEventRow, groupEvents } from '../../db/schema/events.ts';
import { SINCE_EVER, segmentMetadata } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;

/** A site of which a day was computed. */
async function computedSite({ db, given }: TestApp, id: string) {
  const site = await given.site({ id, enterpriseId: 'north', contractorEnterpriseIds: ['west'] });
  await db.insert(siteDays).values({
    siteId: site.id,
    day: '2026-01-15',
    computedAtMs: NOW_MS,
    horizonMs: NOW_MS,
    configurationHash: 'h',
    detected: [],
    evidence: {},
  });
  return site;
}

async function event({ db }: TestApp, siteId: SiteId, given: Partial<GroupEventRow> = {}): Promise<string> {
  const id = randomUUID();
  await db.insert(groupEvents).values({
    id,
    siteId,
    segmentId: `${siteId}-root` as SegmentId,
    startMs: NOW_MS - 4 * HOUR_MS,
    endMs: NOW_MS,
    isOpen: true,
    code: 'X',
    eventType: 'Downtime',
    category: 'Fault',
    priority: 100,
    lostEnergyKwh: 80,
    updatedAtMs: NOW_MS,
    ...given,
  });
  return id;
}

async function attentionOf({ as }: TestApp, options: Parameters<TestApp['as']>[0] = { of: 'north' }) {
  const { items } = await (await as(options)).call(siteEndpoints.status);
  return items.map(({ siteId, openEvents, lostKwhPerHour }) => [siteId, openEvents, lostKwhPerHour]);
}

test('each site tells its open events and what they cost per hour', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  await computedSite(app, 'B');
  await event(app, id);
  await event(app, id, { lostEnergyKwh: 10, startMs: NOW_MS - 2 * HOUR_MS });
  await event(app, id, { isOpen: false });
  await event(app, id, { eventType: 'Informational', lostEnergyKwh: null });
  expect(await attentionOf(app)).toEqual([
    ['A', 2, 25],
    ['B', 0, 0],
  ]);
});

test('the cost per hour is money of the site, and not known without a price', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  const { id: unpriced } = await computedSite(app, 'B');
  await app.db.insert(segmentMetadata).values({
    segmentId: 'A-root' as SegmentId,
    attribute: 'currency',
    validFrom: SINCE_EVER,
    value: 'SEK',
    changedBy: 'test',
    changedAtMs: NOW_MS,
  });
  await event(app, id, { revenueLoss: 200 });
  await event(app, unpriced);
  const { items } = await (await app.as({ of: 'north' })).call(siteEndpoints.status);
  expect(items.map(({ costPerHour, isCostPartial, currency }) => [costPerHour, isCostPartial, currency])).toEqual([
    [50, false, 'SEK'],
    [null, true, null],
  ]);
});

test('a cost per hour that lacks some open events or days says so', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  await event(app, id, { revenueLoss: 200 });
  await event(app, id, { revenueLoss: 40, unpricedDays: 1 });
  await event(app, id, { revenueLoss: null });
  await event(app, id, { revenueLoss: null, lostEnergyKwh: 0 });
  const { items } = await (await app.as({ of: 'north' })).call(siteEndpoints.status);
  expect(items.map(({ costPerHour, isCostPartial }) => [costPerHour, isCostPartial])).toEqual([[60, true]]);
});

test('open events are told by type, the most decisive first', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  await computedSite(app, 'B');
  for (const eventType of ['Warning', 'Downtime', 'Curtailment', 'Downtime', 'Informational'] as const) await event(app, id, { eventType });
  const { items } = await (await app.as({ of: 'north' })).call(siteEndpoints.status);
  expect(items.map(({ openEventsByType }) => openEventsByType)).toEqual([
    [
      { type: 'Downtime', count: 2 },
      { type: 'Curtailment', count: 1 },
      { type: 'Warning', count: 1 },
    ],
    [],
  ]);
});

test('an event shown on a parent counts once, with the energy of its members', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  const parent = await event(app, id, { isPromoted: true, lostEnergyKwh: 160 });
  for (let member = 0; member < 2; member += 1) await event(app, id, { promotedId: parent, promotedSegmentId: 'A-root' as SegmentId });
  expect(await attentionOf(app)).toEqual([['A', 1, 40]]);
});

test('what an event that began this instant costs is not known yet, and what cannot lose energy costs nothing', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  const { id: warned } = await computedSite(app, 'B');
  await event(app, id, { startMs: NOW_MS, lostEnergyKwh: null });
  await event(app, warned, { eventType: 'Warning', lostEnergyKwh: null });
  expect(await attentionOf(app)).toEqual([
    ['A', 1, null],
    ['B', 1, 0],
  ]);
});

test('before anything is computed, and for who may not see events, it is not known', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id } = await computedSite(app, 'A');
  await app.given.site({ id: 'B', enterpriseId: 'north' });
  await event(app, id);
  expect(await attentionOf(app)).toEqual([
    ['A', 1, 20],
    ['B', null, null],
  ]);
  expect(await attentionOf(app, { of: 'north', permissions: ['PageDataStudio'] })).toEqual([
    ['A', null, null],
    ['B', null, null],
  ]);
});

test('a number that is not known has a reason', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { id: unpriced } = await computedSite(app, 'A');
  const { id: young } = await computedSite(app, 'B');
  await app.given.site({ id: 'C', enterpriseId: 'north' });
  await event(app, unpriced);
  await event(app, young, { startMs: NOW_MS, lostEnergyKwh: null });
  const reasonsOf = async (options: Parameters<TestApp['as']>[0]) =>
    (await (await app.as(options)).call(siteEndpoints.status)).items.map(({ reasons }) => reasons);
  const power = { activePowerKw: 'neverReceived', expected: 'noExpectation' };
  const [none, noAccess] = ['notComputed', 'noAccess'];
  expect(await reasonsOf({ of: 'north' })).toEqual([
    { ...power, costPerHour: 'noPrice' },
    { ...power, lostKwhPerHour: 'lossUnknown', costPerHour: 'lossUnknown' },
    { ...power, expected: none, openEvents: none, lostKwhPerHour: none, costPerHour: none },
  ]);
  const [hidden] = await reasonsOf({ of: 'north', permissions: ['PageDataStudio'] });
  expect(hidden).toEqual({ ...power, openEvents: noAccess, lostKwhPerHour: noAccess, costPerHour: noAccess });
});

test('a fleet of a thousand sites is listed with its state within 300 ms of a processor', async () => {
  const app = await testApp({ nowMs: NOW_MS });
  const { db, as } = app;
  await app.given.enterprise({ id: 'north' });
  await db.transaction(async (tx) => {
    await tx.execute(`insert into sites (id, segment_id, enterprise_id, name, visibility_state, timezone, latitude, longitude, created_at_ms, updated_at_ms)
      select 'T' || n, 'T' || n || '-root', 'north', 'Site ' || n, 'Published', 'Europe/Stockholm', 59, 18, 1, 1 from generate_series(1, 1000) n`);
    await tx.execute(`insert into segments (id, site_id, path, level, name, segment_type, created_at_ms, updated_at_ms)
      select id || '-root', id, id || '-root', 0, name, 'Site', 1, 1 from sites`);
  });
  const user = await as({ of: 'north' });
  for (const endpoint of [deviceTreeEndpoints.sites, siteEndpoints.status]) {
    const times: number[] = [];
    for (let ask = 0; ask < 5; ask += 1) {
      const begin = process.cpuUsage();
      const answer = await user.send(endpoint);
      const { user: own, system } = process.cpuUsage(begin);
      times.push((own + system) / 1_000);
      expect(Object.values(answer.json<Record<string, unknown[]>>()).some((list) => Array.isArray(list) && list.length === 1_000)).toBe(
        true,
      );
    }
    // The first answer looks up where each site's power is read; the best of five leaves out what else the process does.
    expect(Math.min(...times), endpoint.path).toBeLessThan(300);
  }
});
