import { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { siteIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { jobEndpoints } from '@solvane/contract/system';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/test-app.ts';
import { leaveOutOfRecalculations } from '../recalculation/recalculations.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../signals/testing/plant.ts';
import { computeWaiting } from './performance.ts';

const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const OURS = {
  id: null,
  enterpriseId: 'solvind' as never,
  name: 'Ours',
  energyType: 'All' as const,
  isInUse: true,
  categories: [...DEFAULT_CATEGORY_SETS.All],
};

const jobsOf = async (client: TestClient) => (await client.call(jobEndpoints.list)).items;

async function computedPlant() {
  const plant = await openPlant();
  const t = [3, 2, 1].map((days) => NOON_MS - days * DAY_MS);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v: [1, 2, 3] }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

test('what a saved configuration recalculates is a job of the user who saved it, from its first day to its last', async () => {
  const plant = await computedPlant();
  expect(await jobsOf(plant.user)).toEqual([]);
  await plant.user.call(eventCategorySetEndpoints.save, { body: OURS });
  const [begun] = await jobsOf(plant.user);
  expect(begun).toMatchObject({ kind: 'configuration.recompute', state: 'queued', progress: 0 });
  expect(begun?.message).toEqual({ key: 'Recomputation_Job_eventCodes', values: { sites: 1, days: 4 } });
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await jobsOf(plant.user)).toMatchObject([{ jobId: begun?.jobId, state: 'succeeded', progress: 1, succeeded: 4, failed: 0 }]);
});

test('a recalculation is seen by users who see all of its sites, and by no others', async () => {
  const plant = await computedPlant();
  const { id: beside } = await plant.given.site({ id: 'beside', enterpriseId: 'solvind', signalCalcPeriod: 'PT10M' });
  await plant.given.segment({ siteId: beside, id: 'inv-9' });
  const body = { series: [{ segmentId: 'inv-9', signal: 'ActivePower', t: [NOON_MS - DAY_MS], v: [1] }] };
  await plant.ingest(JSON_TYPE, JSON.stringify(body), (await plant.asKey([beside])).headers);
  await plant.user.call(eventCategorySetEndpoints.save, { body: OURS });
  const colleague = await plant.as({ of: 'solvind', role: 'viewer' });
  const ofOneSite = await plant.as({ of: 'solvind', by: 'token', tokenSiteIds: [beside] });
  const stranger = await plant.as({ of: 'other' });
  const sitesOf = async (client: TestClient) => (await jobsOf(client)).map(({ message }) => message?.values.sites);
  expect([await sitesOf(colleague), await sitesOf(ofOneSite), await sitesOf(stranger)]).toEqual([[2], [], []]);
});

test('a configuration for which no day waits leaves no job', async () => {
  const plant = await openPlant();
  await plant.user.call(eventCategorySetEndpoints.save, { body: OURS });
  expect(await jobsOf(plant.user)).toEqual([]);
});

test('days that a user recalculates by hand are a job, too', async () => {
  const plant = await computedPlant();
  const body = { siteIds: [plant.siteId], startMs: NOON_MS - 2 * DAY_MS, endMs: NOON_MS - DAY_MS };
  const { siteDays } = await plant.user.call(performanceEndpoints.recalculate, { body });
  const [begun] = await jobsOf(plant.user);
  expect(begun).toMatchObject({ state: 'queued', message: { key: 'Recomputation_Job_request', values: { sites: 1, days: siteDays } } });
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await jobsOf(plant.user)).toMatchObject([
    { jobId: begun?.jobId, state: 'succeeded', progress: 1, succeeded: siteDays, failed: 0 },
  ]);
});

test('a site that goes is waited for no longer, and is no news to strangers', async () => {
  const plant = await computedPlant();
  const { id: beside } = await plant.given.site({ id: 'beside', enterpriseId: 'solvind', signalCalcPeriod: 'PT10M' });
  await plant.given.segment({ siteId: beside, id: 'inv-9' });
  const body = { series: [{ segmentId: 'inv-9', signal: 'ActivePower', t: [NOON_MS - DAY_MS], v: [1] }] };
  await plant.ingest(JSON_TYPE, JSON.stringify(body), (await plant.asKey([beside])).headers);
  await plant.user.call(eventCategorySetEndpoints.save, { body: OURS });
  await leaveOutOfRecalculations(plant.db, [siteIdSchema.parse(beside)], NOON_MS);
  expect(await jobsOf(plant.user)).toMatchObject([{ state: 'running', progress: 0 }]);
  await leaveOutOfRecalculations(plant.db, [siteIdSchema.parse(plant.siteId)], NOON_MS);
  expect(await jobsOf(plant.user)).toMatchObject([{ state: 'succeeded', progress: 1, succeeded: 0, failed: 0 }]);
  expect(await jobsOf(await plant.as({ of: 'other' }))).toEqual([]);
});

test('a plant whose data ended long ago is computed up to its last data, not up to today', async () => {
  const plant = await openPlant();
  const t = [400, 399, 398].map((days) => NOON_MS - days * DAY_MS);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v: [1, 2, 3] }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  await plant.user.call(eventCategorySetEndpoints.save, { body: OURS });
  const [begun] = await jobsOf(plant.user);
  // Three days with data, and the two behind them whose rules look back at those.
  expect(begun?.message).toEqual({ key: 'Recomputation_Job_eventCodes', values: { sites: 1, days: 5 } });
});
