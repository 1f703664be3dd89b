import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { qualityEndpoints } from '@solvane/contract/quality';
import { siteQualityEndpoints } from '@solvane/contract/site-quality';
import { siteQuality } from '@solvane/energy/losses/site-quality';
import { expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
const period = { startMs: NOON_MS - 13 * 3_600_000, endMs: NOON_MS };

async function openWorld() {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const v = t.map((_, i) => (i === 30 ? null : 20 * i + (i % 3)));
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return { ...plant, analyst: await plant.as({ of: 'solvind', role: 'analyst' }) };
}

test('the score of a day is that of its parts, and a period has that of its days', async () => {
  const { analyst } = await openWorld();
  const { items } = await analyst.call(siteQualityEndpoints.read, { body: { siteIds: [siteId], ...period } });
  const [site] = items;
  const [day] = site?.days ?? [];
  const parts = day?.parts;
  const share = (value: number | null | undefined) => value ?? Number.NaN;
  expect(day?.score).toBeCloseTo(
    siteQuality({
      completeness: share(parts?.completeness),
      measured: share(parts?.measured),
      sensorHealth: share(parts?.sensorHealth),
      metadata: share(parts?.metadata),
      mapped: share(parts?.mapped),
      closure: share(parts?.closure),
    }),
    9,
  );
  expect(site?.period?.score).toBeCloseTo(day?.score ?? 0, 9);
  // The site has no meter.
  expect(parts?.closure).toBeNull();
  expect(parts?.completeness).toBeLessThan(1);
  expect(parts?.measured).toBeLessThan(1);
  expect(site?.lastPointMs).not.toBeNull();
});

test('a day that is calculated again is seen at once', async () => {
  const { analyst, ingest, deps } = await openWorld();
  const read = async () => (await analyst.call(siteQualityEndpoints.read, { body: { siteIds: [siteId], ...period } })).items[0];
  const before = await read();
  const t = [NOON_MS - 6 * STEP_MS];
  await ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v: [601] }] }));
  expect(await read()).toMatchObject({ period: before?.period, days: before?.days });
  await computeWaiting(deps, NO_EVENTS);
  const after = await read();
  expect(after?.days[0]?.parts.completeness).toBeGreaterThan(before?.days[0]?.parts.completeness ?? 1);
});

test('signals that need repair name what is missing and what was estimated instead', async () => {
  const { analyst } = await openWorld();
  const { items, total } = await analyst.call(siteQualityEndpoints.signals, { body: { siteId, ...period } });
  expect(total).toBe(items.length);
  const power = items.find(({ segmentId, apCode }) => segmentId === segmentIdSchema.parse('inv-1') && apCode === 'ActivePower');
  // Bit 0: missing, bit 16: interpolated.
  expect(power?.byBit).toMatchObject({ 0: 1, 16: 1 });
  expect(power?.estimated).toBe(1);
  expect(power?.segmentName).toBe('INV-1');
  expect((power?.expected ?? 0) - (power?.present ?? 0)).toBeGreaterThan(0);
});

test('what the rules did is counted for a configuration and its list', async () => {
  const { analyst, deps } = await openWorld();
  const content = await analyst.call(qualityEndpoints.defaults);
  const { id } = await analyst.call(qualityEndpoints.create, { body: { enterpriseId: 'solvind' as never, name: 'Ours', content } });
  await analyst.call(qualityEndpoints.assign, { body: { configurationId: id, siteIds: [siteId], validFrom: null, validTo: null } });
  await computeWaiting(deps, NO_EVENTS);
  const { items } = await analyst.call(qualityEndpoints.usage, { body: { configurationId: id } });
  const power = items.find(({ apCode, segmentType }) => apCode === 'ActivePower' && segmentType === 'Inverter');
  expect(power?.touched).toBeGreaterThan(0);
  const [listed] = (await analyst.call(qualityEndpoints.list)).items;
  expect(listed?.touchedShare).toBeGreaterThan(0);
  expect(listed?.touchedShare).toBeLessThan(1);
});

test('sites out of scope are left out, and their signals are not found', async () => {
  const { as } = await openWorld();
  const stranger = await as({ of: 'other', role: 'analyst' });
  expect((await stranger.call(siteQualityEndpoints.read, { body: { siteIds: [siteId], ...period } })).items).toEqual([]);
  expect((await stranger.refusal(siteQualityEndpoints.signals, { body: { siteId, ...period } })).status).toBe(404);
});
