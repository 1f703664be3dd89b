import { contractEndpoints } from '@solvane/contract/contracts';
import { eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { expect, test } from 'vitest';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { testApp } from '../../testing/test-app.ts';
import { defaultTerms } from '../contracts/contracts.wire.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const iso = (hours: number) => new Date(NOW_MS + hours * HOUR).toISOString();
const nothing = { category: null, eventType: null, priority: null };

/** Two wind farms of one enterprise; turbines of the first stop three times for two reasons, the second once. */
async function windFarms() {
  const app = await testApp({ nowMs: NOW_MS });
  for (const [site, turbine] of [
    ['ridge', 'WT1'],
    ['shore', 'WT2'],
  ] as const) {
    await app.given.site({ id: site, name: site, enterpriseId: 'solvind', energyType: 'Wind' });
    await app.given.segment({ siteId: site, id: turbine, segmentType: 'WindTurbine' });
    await app.given.metadata(turbine, { manufacturer: 'Aerostrom', model: 'A90' });
  }
  const [analyst, viewer, stranger] = await Promise.all([
    app.as({ of: 'solvind', role: 'analyst' }),
    app.as({ of: 'solvind', role: 'viewer' }),
    app.as({ of: 'other', role: 'analyst' }),
  ]);
  const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, {
    body: {
      id: null,
      enterpriseId: 'solvind',
      name: 'Aerostrom',
      manufacturer: 'Aerostrom',
      models: [],
      energyType: 'Wind',
      codes: [
        { code: '301', category: 'Turbine fault', eventType: 'Downtime', priority: null, description: 'Gearbox' },
        { code: '302', category: 'Grid outage', eventType: 'Downtime', priority: null, description: 'Grid' },
      ],
    },
  });
  const plant = await app.asKey(['ridge', 'shore']);
  const event = (segmentId: string, code: string, from: number, to: number) => ({ segmentId, code, start: iso(from), end: iso(to) });
  await plant.call(ingestEndpoints.events, {
    body: {
      events: [
        event('WT1', '301', -400, -398),
        event('WT1', '302', -300, -297),
        event('WT1', '301', -200, -199),
        event('WT2', '301', -100, -96),
      ],
    },
  });
  await analyst.call(contractEndpoints.save, {
    body: {
      id: null,
      enterpriseId: 'solvind',
      name: 'O&M ridge',
      description: '',
      energyType: 'Wind',
      validFrom: null,
      validTo: null,
      lossCategorySetId: null,
      siteIds: ['ridge'],
      terms: defaultTerms('Wind'),
    },
  });
  const ofEnterprise = { setId, enterpriseId: 'solvind', siteId: null };
  return { app, analyst, viewer, stranger, setId, ofEnterprise };
}

test('a change of a meaning touches the events of the code, their hours and the contracts that count them', async () => {
  const { viewer, ofEnterprise } = await windFarms();
  const impact = await viewer.call(eventCodeSetEndpoints.impact, {
    body: { ...ofEnterprise, items: [{ ...nothing, code: '301', category: 'Icing stop', eventType: 'Degraded' }] },
  });
  expect(impact).toEqual({
    events: 3,
    deviceCount: 2,
    sinceMs: NOW_MS - 400 * HOUR,
    types: [
      { eventType: 'Downtime', eventsBefore: 3, eventsAfter: 0, durationBeforeMs: 7 * HOUR, durationAfterMs: 0 },
      { eventType: 'Degraded', eventsBefore: 0, eventsAfter: 3, durationBeforeMs: 0, durationAfterMs: 7 * HOUR },
    ],
    sites: [
      { siteId: 'ridge', name: 'ridge', events: 2 },
      { siteId: 'shore', name: 'shore', events: 1 },
    ],
    contracts: [{ id: expect.any(String), name: 'O&M ridge' }],
    siteCount: 2,
    readSiteCount: 2,
    siteDays: 0,
  });
});

/** The same with a year of data: what is saved has days to recalculate. */
async function windFarmsWithHistory() {
  const farms = await windFarms();
  await farms.app.db.update(siteArrivals).set({ firstPointMs: NOW_MS - 365 * 24 * HOUR });
  await farms.app.db.delete(dirtySiteDays);
  const recalculated = async () => {
    const rows = await farms.app.db.select({ siteId: dirtySiteDays.siteId, day: dirtySiteDays.day }).from(dirtySiteDays);
    await farms.app.db.delete(dirtySiteDays);
    return rows.map(({ siteId, day }) => `${siteId} ${day}`).sort();
  };
  return { ...farms, recalculated };
}

test('saving recalculates as many days as the preview counts: those on which the codes occur, and their neighbours', async () => {
  const { analyst, ofEnterprise, recalculated } = await windFarmsWithHistory();
  const body = { ...ofEnterprise, items: [{ ...nothing, code: '302', category: 'Icing stop' }] };
  const { siteDays } = await analyst.call(eventCodeSetEndpoints.impact, { body });
  await analyst.call(eventCodeSetEndpoints.override, { body });
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'].map((day) => `ridge ${day}`);
  expect(await recalculated()).toEqual(days);
  expect(siteDays).toBe(days.length);
});

test('codes that no device of the set has sent recalculate nothing, nor does another description', async () => {
  const { app, analyst, setId, ofEnterprise, recalculated } = await windFarmsWithHistory();
  await app.given.segment({ siteId: 'ridge', id: 'INV1', segmentType: 'Inverter' });
  await app.given.metadata('INV1', { manufacturer: 'Sungrid', model: 'S1' });
  const plant = await app.asKey(['ridge']);
  await plant.call(ingestEndpoints.events, { body: { events: [{ segmentId: 'INV1', code: '303', start: iso(-50), end: iso(-49) }] } });
  await recalculated();
  const body = { ...ofEnterprise, items: [{ code: '303', category: 'Icing stop', eventType: 'Downtime' as const, priority: null }] };
  expect(await analyst.call(eventCodeSetEndpoints.impact, { body })).toMatchObject({ siteCount: 0, siteDays: 0 });
  await analyst.call(eventCodeSetEndpoints.override, { body });
  const { codes, ...set } = await analyst.call(eventCodeSetEndpoints.get, { body: { setId } });
  await analyst.call(eventCodeSetEndpoints.save, {
    body: {
      id: setId,
      enterpriseId: set.enterpriseId,
      name: 'Aerostrom turbines',
      manufacturer: set.manufacturer,
      models: set.models,
      energyType: set.energyType,
      codes: codes.flatMap(({ code, default: { category, eventType, priority } }) =>
        category === null || eventType === null ? [] : [{ code, category, eventType, priority, description: 'Another text' }],
      ),
    },
  });
  expect(await recalculated()).toEqual([]);
});

test('a set that its devices leave recalculates them since their first event', async () => {
  const { analyst, setId, recalculated } = await windFarmsWithHistory();
  await analyst.call(eventCodeSetEndpoints.remove, { body: { setId } });
  const days = await recalculated();
  expect([days.length, days[0], days.at(-1)]).toEqual([27, 'ridge 2025-12-27', 'shore 2026-01-15']);
});

test('counted step by step, skipped sites are in no later step', async () => {
  const { viewer, ofEnterprise } = await windFarms();
  const body = { ...ofEnterprise, items: [{ ...nothing, code: '301', category: 'Icing stop' }] };
  const second = await viewer.call(eventCodeSetEndpoints.impact, { body: { ...body, skipSites: 1 } });
  expect(second).toMatchObject({ events: 1, deviceCount: 1, sites: [{ siteId: 'shore' }], contracts: [], siteCount: 2, readSiteCount: 2 });
  const none = await viewer.call(eventCodeSetEndpoints.impact, { body: { ...body, skipSites: 9 } });
  expect(none).toMatchObject({ events: 0, sites: [], siteCount: 2, readSiteCount: 2 });
});

test('a contractor reads the impact at its site without the names of contracts', async () => {
  const { app, setId } = await windFarms();
  const contractor = await app.as({ of: 'repairs' });
  await app.db.execute('update event_code_sets set enterprise_id = null');
  await app.db.execute("insert into site_contractors values ('ridge', 'repairs')");
  const items = [{ ...nothing, code: '301', category: 'Icing stop', eventType: 'Degraded' as const }];
  const impact = await contractor.call(eventCodeSetEndpoints.impact, { body: { setId, enterpriseId: null, siteId: null, items } });
  expect(impact).toMatchObject({ events: 2, siteCount: 1, contracts: [] });
});

test('of one site touches that site only, and a priority alone no contract', async () => {
  const { analyst, ofEnterprise } = await windFarms();
  const impact = await analyst.call(eventCodeSetEndpoints.impact, {
    body: { ...ofEnterprise, siteId: 'ridge', items: [{ ...nothing, code: '301', priority: 7 }] },
  });
  expect(impact).toMatchObject({ events: 2, deviceCount: 1, sites: [{ name: 'ridge' }], contracts: [], siteCount: 1 });
});

test('of the set itself applies where nothing overrides it, and an equal override changes nothing', async () => {
  const { analyst, setId, ofEnterprise } = await windFarms();
  const body = {
    setId,
    enterpriseId: null,
    siteId: null,
    items: [{ code: '301', category: 'Icing stop', eventType: 'Downtime' as const, priority: null }],
  };
  expect((await analyst.call(eventCodeSetEndpoints.impact, { body })).events).toBe(3);
  await analyst.call(eventCodeSetEndpoints.override, {
    body: { ...ofEnterprise, items: [{ ...nothing, code: '301', category: 'Grid outage' }] },
  });
  expect((await analyst.call(eventCodeSetEndpoints.impact, { body })).events).toBe(0);
  const taken = { ...body, items: [{ ...nothing, code: '302' }] };
  expect(await analyst.call(eventCodeSetEndpoints.impact, { body: taken })).toMatchObject({
    events: 1,
    types: [
      { eventType: 'Downtime', eventsBefore: 1, eventsAfter: 0 },
      { eventType: 'Unknown', eventsBefore: 0, eventsAfter: 1 },
    ],
  });
});

test('stores nothing, and is visible to no other user', async () => {
  const { app, analyst, stranger, ofEnterprise } = await windFarms();
  const body = { ...ofEnterprise, items: [{ ...nothing, code: '301', category: 'Icing stop' }] };
  const before = await analyst.call(eventCodeSetEndpoints.get, { body: { setId: body.setId, enterpriseId: 'solvind' } });
  await analyst.call(eventCodeSetEndpoints.impact, { body });
  expect(await analyst.call(eventCodeSetEndpoints.get, { body: { setId: body.setId, enterpriseId: 'solvind' } })).toEqual(before);
  expect((await stranger.refusal(eventCodeSetEndpoints.impact, { body })).status).toBe(404);
  await app.given.site({ id: 'foreign', enterpriseId: 'other' });
  expect((await analyst.refusal(eventCodeSetEndpoints.impact, { body: { ...body, siteId: 'foreign' } })).status).toBe(404);
});
