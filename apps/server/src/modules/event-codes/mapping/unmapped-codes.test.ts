import { eventCategorySetEndpoints, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { expect, test } from 'vitest';
import { type TestClient, testApp } from '../../../testing/test-app.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const iso = (minutes: number) => new Date(NOW_MS + minutes * MINUTE).toISOString();

const codes = [
  { code: '301', category: 'Turbine fault', eventType: 'Downtime' as const, priority: null, description: 'Gearbox oil temperature high' },
];
const meaning = { category: 'Turbine fault', eventType: 'Downtime' as const, priority: null };

/** Two sites of one enterprise with turbines of the same make, whose codes arrive as a plant sends them. */
async function windFarm() {
  const app = await testApp({ nowMs: NOW_MS });
  for (const [site, turbine] of [
    ['ridge', 'WT1'],
    ['shore', 'WT2'],
  ] as const) {
    await app.given.site({ id: site, name: site, enterpriseId: 'solvind', energyType: 'Wind' });
    await app.given.segment({ siteId: site, id: turbine, name: `Turbine ${turbine}`, segmentType: 'WindTurbine' });
    await app.given.metadata(turbine, { manufacturer: 'Aerostrom', model: 'A90' });
  }
  await app.given.segment({ siteId: 'ridge', id: 'WT9', name: 'Nameless', segmentType: 'WindTurbine' });
  const plant = await app.asKey(['ridge', 'shore']);
  const send = (events: readonly (readonly [string, string, number, string])[]) =>
    plant.call(ingestEndpoints.events, {
      body: { events: events.map(([segmentId, code, at, text]) => ({ segmentId, code, start: iso(at), end: iso(at + 5), text })) },
    });
  const [analyst, viewer, provider, stranger] = await Promise.all([
    app.as({ of: 'solvind', role: 'analyst' }),
    app.as({ of: 'solvind', role: 'viewer' }),
    app.as({ isProvider: true }),
    app.as({ of: 'other', role: 'analyst' }),
  ]);
  return { app, send, analyst, viewer, provider, stranger };
}

const everybodys = {
  id: null,
  enterpriseId: null,
  name: 'Aerostrom',
  manufacturer: 'Aerostrom',
  models: [],
  energyType: 'Wind' as const,
  codes,
};
const inbox = async (client: TestClient) => (await client.call(eventCodeSetEndpoints.unmapped, { body: {} })).items;

const mapping = (code: string) => ({
  enterpriseId: 'solvind',
  manufacturer: 'Aerostrom',
  model: 'A90',
  energyType: 'Wind' as const,
  code,
  description: 'Pitch battery low',
  ...meaning,
});

test('unmapped codes wait with counts, sites, devices and a similar code of the maker', async () => {
  const { send, analyst, viewer, stranger, provider } = await windFarm();
  await provider.call(eventCodeSetEndpoints.save, { body: everybodys });
  await send([
    ['WT1', '301', -500, 'Gearbox'],
    ['WT1', '871', -400, 'Gearbox oil temperature very high'],
    ['WT2', '871', -300, 'Gearbox oil temperature very high'],
    ['WT2', '905', -200, ''],
    ['WT9', '12', -100, 'Door open'],
  ]);
  // What is sent again is not counted again; what comes later is.
  await send([
    ['WT1', '871', -400, ''],
    ['WT1', '871', -90, ''],
  ]);
  const items = await inbox(analyst);
  expect(items).toMatchObject([
    {
      code: '871',
      count: 3,
      message: 'Gearbox oil temperature very high',
      firstSeenMs: NOW_MS - 400 * MINUTE,
      lastSeenMs: NOW_MS - 85 * MINUTE,
      sites: [{ name: 'ridge' }, { name: 'shore' }],
      devices: [{ name: 'Turbine WT1' }, { name: 'Turbine WT2' }],
      deviceCount: 2,
      energyType: 'Wind',
      setName: 'Aerostrom',
      suggestion: { code: '301', manufacturer: 'Aerostrom', category: 'Turbine fault', eventType: 'Downtime' },
      canMap: true,
    },
    { code: '12', manufacturer: null, setName: null, suggestion: null, canMap: false },
    { code: '905', count: 1, suggestion: null },
  ]);
  expect((await inbox(viewer)).map(({ canMap }) => canMap)).toEqual([false, false, false]);
  expect(await inbox(stranger)).toEqual([]);
});

test('many are mapped at once; where the set is for everybody the enterprise says so for itself', async () => {
  const { send, analyst, provider, viewer, stranger } = await windFarm();
  const { id: setId } = await provider.call(eventCodeSetEndpoints.save, { body: everybodys });
  await send([
    ['WT1', '871', -400, 'Pitch battery low'],
    ['WT2', '905', -200, ''],
  ]);
  const body = { items: [mapping('871'), mapping('905'), mapping('301')] };
  expect((await viewer.refusal(eventCodeSetEndpoints.map, { body })).status).toBe(403);
  expect((await stranger.refusal(eventCodeSetEndpoints.map, { body })).status).toBe(404);
  const saved = await analyst.call(eventCodeSetEndpoints.map, { body });
  // 301 was explained before.
  expect(saved).toMatchObject({ mapped: 2, changes: [{ siteIds: ['ridge'] }, { siteIds: ['shore'] }] });
  expect(await inbox(analyst)).toEqual([]);
  const shown = await analyst.call(eventCodeSetEndpoints.get, { body: { setId, enterpriseId: 'solvind' } });
  expect(
    shown.codes.map(({ code, default: { category }, enterprise, resolved }) => [code, category, enterprise.category, resolved.category]),
  ).toEqual([
    ['301', 'Turbine fault', null, 'Turbine fault'],
    ['871', null, 'Turbine fault', 'Turbine fault'],
    ['905', null, 'Turbine fault', 'Turbine fault'],
  ]);
  const forEverybody = await provider.call(eventCodeSetEndpoints.get, { body: { setId } });
  expect(forEverybody.codes.map(({ code }) => code)).toEqual(['301']);
});

test('an unknown manufacturer gets a set of its own, which the next codes join', async () => {
  const { send, analyst } = await windFarm();
  await send([['WT1', '871', -400, '']]);
  await analyst.call(eventCodeSetEndpoints.map, { body: { items: [mapping('871')] } });
  await analyst.call(eventCodeSetEndpoints.map, { body: { items: [mapping('905')] } });
  const { items } = await analyst.call(eventCodeSetEndpoints.list);
  expect(items).toMatchObject([
    { name: 'Aerostrom', enterpriseId: 'solvind', models: [], codeCount: 2, can: { edit: true, override: true } },
  ]);
});

test('a category that is not in the set in use is refused, for every code that names it', async () => {
  const { analyst } = await windFarm();
  await analyst.call(eventCategorySetEndpoints.save, {
    body: {
      id: null,
      enterpriseId: 'solvind',
      name: 'Ours',
      energyType: 'Wind',
      isInUse: true,
      categories: [...DEFAULT_CATEGORY_SETS.Wind],
    },
  });
  const refused = await analyst.refusal(eventCodeSetEndpoints.map, {
    body: { items: [mapping('871'), { ...mapping('905'), category: 'Soiling' }] },
  });
  expect(refused.issues).toMatchObject([
    { message: 'EventCategorySet_Problem_NotInSet', path: ['items', 1, 'category'], values: { code: '905', category: 'Soiling' } },
  ]);
  expect((await analyst.call(eventCodeSetEndpoints.list)).items).toEqual([]);
});
