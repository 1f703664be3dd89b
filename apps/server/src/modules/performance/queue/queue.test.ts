import { siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { performanceEndpoints } from '@solvane/contract/performance';
import { localDay, toIsoDate } from '@solvane/energy/time/local-day';
import { asc, eq, gt } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/db.ts';
import { dirtySiteDays, siteDays } from '../../../db/schema/site-days.ts';
import { markSiteDaysDirty, PRIORITY } from '../../recalculation/site-days.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../../signals/testing/plant.ts';
import type { BatchRunner, BatchTask } from '../computation/batch.ts';
import { runBatchesHere } from '../computation/batch-here.ts';
import { computeWaiting } from '../performance.ts';
import { claimNext, endClaim, LEASE_MS, releaseAllClaims } from './claims.ts';
import { finishBatch } from './finish-batch.ts';
import { pullBackDays } from './future-days.ts';
import { loadTask } from './load-task.ts';
import { type WorkDeps, workOnce } from './work.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const TODAY = localDay(2026, 1, 15);
const PLANT = siteIdSchema.parse('plant');
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

async function dirtyDays(db: Db): Promise<string[]> {
  const rows = await db.select().from(dirtySiteDays).orderBy(asc(dirtySiteDays.siteId), asc(dirtySiteDays.day));
  return rows.map(({ day }) => day);
}

const daysAround = (day: number, before: number, after: number) =>
  Array.from({ length: before + after + 1 }, (_, i) => toIsoDate(day - before + i));

async function send(plant: Plant, atMs: readonly number[], value = 100): Promise<void> {
  const series = [{ segmentId: 'inv-1', signal: 'ActivePower', t: atMs, v: atMs.map(() => value) }];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
}

const compute = (plant: Plant) => computeWaiting(plant.deps, NO_EVENTS);

/** Days computed so often, oldest first. */
async function versions(db: Db): Promise<Record<string, number>> {
  const rows = await db.select().from(siteDays).where(eq(siteDays.siteId, PLANT)).orderBy(asc(siteDays.day));
  return Object.fromEntries(rows.map(({ day, version }) => [day, version]));
}

function workDeps(plant: Plant, runner: Pick<BatchRunner, 'run'> = here(plant)): WorkDeps {
  const { db, bus, now, log, signals } = plant.deps;
  return { db, bus, now, log, registry: signals.registry, ...NO_EVENTS, runner, onWritten: () => undefined, worker: 'test' };
}

function here({ deps: { signals } }: Plant): BatchRunner {
  return runBatchesHere({ store: signals.store, register: signals.registry.register });
}

const LATER_MS = Number.MAX_SAFE_INTEGER;

test('a late point recalculates its day and the two on either side, and no other', async () => {
  const plant = await openPlant();
  const month = Array.from({ length: 20 }, (_, i) => NOON_MS - i * DAY_MS);
  await send(plant, month);
  await compute(plant);
  const before = await versions(plant.db);
  expect(Object.keys(before)).toEqual(daysAround(TODAY, 19, 0));
  await send(plant, [NOON_MS - 10 * DAY_MS + STEP_MS]);
  expect(await dirtyDays(plant.db)).toEqual(daysAround(TODAY - 10, 2, 2));
  expect(await compute(plant)).toBe(5);
  const after = await versions(plant.db);
  const recalculated = Object.keys(after).filter((day) => after[day] !== before[day]);
  expect(recalculated).toEqual(daysAround(TODAY - 10, 2, 2));
});

test('one body with a point of long ago and one of now has only their days computed, and not all that lies between', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS - 25 * DAY_MS, NOON_MS]);
  // A day of UTC reaches into two local days, and only at the ends of a body it is known into which.
  expect(await dirtyDays(plant.db)).toEqual([...daysAround(TODAY - 25, 0, 3), ...daysAround(TODAY, 2, 0)]);
});

test('while a plant sends, today is computed at once and the days beside it now and then', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS - 10 * DAY_MS, NOON_MS - 2 * STEP_MS]);
  await compute(plant);
  plant.setNow(NOON_MS + 60_000);
  await send(plant, [NOON_MS - STEP_MS]);
  const work = workDeps(plant);
  expect(await workOnce(work)).toBe(1);
  expect(await workOnce(work)).toBeUndefined();
  expect(await dirtyDays(plant.db)).toEqual(daysAround(TODAY - 1, 1, 0));
  plant.setNow(NOON_MS + 32 * 60_000);
  expect(await workOnce(work)).toBe(2);
});

test('the running day of a plant that sends every few seconds is computed once a minute, and at once for what else has come', async () => {
  const plant = await openPlant();
  const work = workDeps(plant);
  await send(plant, [NOON_MS - 2 * STEP_MS]);
  await compute(plant);
  for (const seconds of [5, 30]) {
    plant.setNow(NOON_MS + seconds * 1_000);
    await send(plant, [NOON_MS - STEP_MS], seconds);
    expect(await workOnce(work)).toBeUndefined();
  }
  plant.setNow(NOON_MS + 60_000);
  expect(await workOnce(work)).toBe(1);
  await send(plant, [NOON_MS]);
  expect(await workOnce(work)).toBeUndefined();
  const events = [{ segmentId: 'inv-1', code: 'E1', start: new Date(NOON_MS).toISOString(), end: null }];
  await plant.key.call(ingestEndpoints.events, { body: { events } });
  expect(await workOnce(work)).toBe(1);
});

test('who takes recent days only leaves history to others', async () => {
  const plant = await openPlant();
  const { db } = plant.deps;
  await send(plant, [NOON_MS - 100 * DAY_MS, NOON_MS - STEP_MS]);
  const options = { worker: 'test', nowMs: plant.deps.now(), dueMs: LATER_MS };
  const recent = await claimNext(db, { ...options, isRecentOnly: true });
  expect(recent?.days.map(({ day }) => day)).toEqual([TODAY - 2, TODAY - 1, TODAY]);
  await db.delete(dirtySiteDays).where(gt(dirtySiteDays.priority, PRIORITY.history));
  if (recent) await endClaim(db, recent, 0);
  expect(await claimNext(db, { ...options, isRecentOnly: true })).toBeUndefined();
  expect((await claimNext(db, options))?.days.map(({ day }) => day)).toContain(TODAY - 100);
});

test('a day that changes while it is computed is computed again', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS - STEP_MS]);
  const runner = here(plant);
  const interrupted = {
    run: async (task: BatchTask) => {
      const result = await runner.run(task);
      await send(plant, [NOON_MS - 2 * STEP_MS]);
      return result;
    },
  };
  expect(await workOnce(workDeps(plant, interrupted), { dueMs: LATER_MS })).toBe(1);
  expect(await dirtyDays(plant.db)).toEqual([toIsoDate(TODAY)]);
  expect(await compute(plant)).toBe(1);
  expect(await dirtyDays(plant.db)).toEqual([]);
});

test('days and leases of a clock that was set back are worked on now', async () => {
  const plant = await openPlant();
  const { db, now } = plant.deps;
  const aheadMs = now() + 2 * DAY_MS;
  await send(plant, [NOON_MS]);
  await compute(plant);
  await markSiteDaysDirty(db, { siteIds: [PLANT], startMs: NOON_MS, endMs: NOON_MS + 1, reason: 'request', nowMs: aheadMs });
  expect(await claimNext(db, { worker: 'ahead', nowMs: aheadMs })).toBeDefined();
  await pullBackDays({ db, now });
  expect(await claimNext(db, { worker: 'now', nowMs: now() })).toBeUndefined();
  expect(await claimNext(db, { worker: 'now', nowMs: now() + LEASE_MS })).toMatchObject({ siteId: PLANT });
});

test('sites of a process that is gone are free at once where it was the only one', async () => {
  const plant = await openPlant();
  const { db, now } = plant.deps;
  await send(plant, [NOON_MS]);
  expect(await claimNext(db, { worker: 'first', nowMs: now(), dueMs: LATER_MS })).toBeDefined();
  expect(await claimNext(db, { worker: 'second', nowMs: now(), dueMs: LATER_MS })).toBeUndefined();
  await releaseAllClaims(db);
  expect(await claimNext(db, { worker: 'second', nowMs: now(), dueMs: LATER_MS })).toMatchObject({ siteId: PLANT });
});

test('no other worker computes a site while its claim lasts; when its worker is gone another one does, and the first one counts for nothing', async () => {
  const plant = await openPlant();
  const { db, now } = plant.deps;
  await send(plant, [NOON_MS - STEP_MS]);
  const first = await claimNext(db, { worker: 'first', nowMs: now() });
  expect(first?.days.map(({ day }) => day)).toEqual([TODAY]);
  expect(await claimNext(db, { worker: 'second', nowMs: now() + LEASE_MS - 1 })).toBeUndefined();

  const second = await claimNext(db, { worker: 'second', nowMs: now() + LEASE_MS });
  if (!first || !second) throw new Error('Both were to have a claim');
  const work = workDeps(plant);
  const task = await loadTask(work, second, now());
  if (!task) throw new Error('The site exists');
  const result = await work.runner.run(task);
  expect(await finishBatch(work, second, { task, result })).toBe(true);
  expect(await versions(db)).toEqual({ [toIsoDate(TODAY)]: 1 });

  expect(await finishBatch(work, first, { task, result })).toBe(false);
  expect(await versions(db)).toEqual({ [toIsoDate(TODAY)]: 1 });
  // What the first one wrote may be younger than what counts: the day is computed once more.
  expect(await dirtyDays(db)).toEqual([toIsoDate(TODAY)]);
});

test('a day that cannot be computed is shown with its reason, tried again later each time, and holds up nothing else', async () => {
  const plant = await openPlant();
  await plant.given.site({ id: 'other', enterpriseId: 'solvind' });
  await plant.given.segment({ siteId: 'other', id: 'other-inv' });
  const key = await plant.asKey(['plant', 'other']);
  const t = [NOON_MS - 2 * DAY_MS, NOON_MS - DAY_MS, NOON_MS - STEP_MS];
  const series = ['inv-1', 'other-inv'].map((segmentId) => ({ segmentId, signal: 'ActivePower', t, v: [1, 2, 3] }));
  await plant.app.inject({
    method: 'POST',
    url: '/api/ingest/points',
    headers: { ...key.headers, 'content-type': JSON_TYPE },
    payload: JSON.stringify({ series }),
  });
  const runner = here(plant);
  const failing = {
    run: async (task: BatchTask) => {
      const bad = task.siteId === 'plant' ? [TODAY - 1] : [];
      const result = await runner.run({ ...task, days: task.days.filter((day) => !bad.includes(day)) });
      return {
        ...result,
        failed: bad.filter((day) => task.days.includes(day)).map((day) => ({ day, message: 'the curve has no points' })),
      };
    },
  };
  const work = workDeps(plant, failing);
  while ((await workOnce(work)) !== undefined);
  expect(await dirtyDays(plant.db)).toEqual([toIsoDate(TODAY - 1)]);
  const read = async () => (await plant.user.call(performanceEndpoints.progress)).items.find(({ siteId }) => siteId === 'plant');
  expect(await read()).toMatchObject({
    waitingDays: 1,
    lastDay: toIsoDate(TODAY),
    failed: [{ day: toIsoDate(TODAY - 1), failures: 1, error: 'the curve has no points', retryAtMs: NOON_MS + 15_000 }],
  });
  expect(await workOnce(work)).toBeUndefined();
  plant.setNow(NOON_MS + 15_000);
  expect(await workOnce(work)).toBe(0);
  expect(await read()).toMatchObject({ failed: [{ failures: 2, retryAtMs: NOON_MS + 15_000 + 30_000 }] });
  plant.setNow(NOON_MS + 45_000);
  expect(await workOnce(workDeps(plant))).toBe(1);
  expect(await read()).toMatchObject({ waitingDays: 0, share: null, failed: [] });
});

test('when the stores cannot be reached, days are not to blame: they wait a little and are computed', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS - STEP_MS]);
  const { AppError } = await import('@solvane/contract/errors');
  const down = { run: () => Promise.reject(new AppError('signals.unavailable')) };
  expect(await workOnce(workDeps(plant, down))).toBe(0);
  const [row] = await plant.db.select().from(dirtySiteDays);
  expect(row).toMatchObject({ failures: 0, error: null });
  expect(await workOnce(workDeps(plant))).toBeUndefined();
  plant.setNow(NOON_MS + 5_000);
  expect(await workOnce(workDeps(plant))).toBe(1);
});

test('a database connection that breaks in the middle is not the fault of the days', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS - STEP_MS]);
  const broken = new Error('Failed query: select', { cause: new Error('Connection terminated unexpectedly') });
  expect(await workOnce(workDeps(plant, { run: () => Promise.reject(broken) }))).toBe(0);
  const [row] = await plant.db.select().from(dirtySiteDays);
  expect(row).toMatchObject({ failures: 0, error: null });
  plant.setNow(NOON_MS + 5_000);
  expect(await workOnce(workDeps(plant))).toBe(1);
});

test('days that were computed knowing nothing of older ones are computed once more when those have come', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS - STEP_MS]);
  await compute(plant);
  await send(plant, [NOON_MS - 20 * DAY_MS]);
  await compute(plant);
  const learned = await plant.db.select().from(siteDays).where(eq(siteDays.siteId, PLANT)).orderBy(asc(siteDays.day));
  // The days between, on which nothing came, are computed once: that is a silence.
  expect(learned.map(({ day, version, learnedFrom }) => ({ day, version, learnedFrom }))).toEqual([
    { day: toIsoDate(TODAY - 20), version: 1, learnedFrom: null },
    ...daysAround(TODAY - 10, 9, 9).map((day) => ({ day, version: 1, learnedFrom: toIsoDate(TODAY - 20) })),
    { day: toIsoDate(TODAY), version: 2, learnedFrom: toIsoDate(TODAY - 20) },
  ]);
  expect(await dirtyDays(plant.db)).toEqual([]);
});

test('history goes on at once behind a batch of it, although days that learn from that batch wait to be computed once more', async () => {
  const plant = await openPlant();
  await send(plant, [NOON_MS]);
  await compute(plant);
  await send(plant, [NOON_MS - 100 * DAY_MS, NOON_MS - 60 * DAY_MS]);
  const work = workDeps(plant);
  expect(await workOnce(work)).toBeUndefined();
  plant.setNow(NOON_MS + 20_000);
  expect([await workOnce(work), await workOnce(work)]).toEqual([4, 5]);
  expect(Object.keys(await versions(plant.db))).toEqual([
    ...daysAround(TODAY - 100, 0, 3),
    ...daysAround(TODAY - 60, 2, 2),
    toIsoDate(TODAY),
  ]);
  // The silences between, and the last day, which learns.
  let rest = 0;
  for (let done = await workOnce(work); done !== undefined; done = await workOnce(work)) rest += done;
  expect(rest).toBe(34 + 57 + 1);
});

test('a changed configuration computes the days it holds for, and teaches later days nothing', async () => {
  // Parsed evidence is known by day and time of computation: no other test of this process computes these days a second later.
  const plant = await openPlant({ nowMs: NOON_MS + 1_000 });
  await send(
    plant,
    Array.from({ length: 5 }, (_, i) => NOON_MS - i * DAY_MS - STEP_MS),
  );
  await compute(plant);
  const evidence = async () => (await plant.db.select().from(siteDays).orderBy(asc(siteDays.day))).map((row) => row.evidence);
  const before = await evidence();
  await plant.db
    .update(siteDays)
    .set({ evidence: { day: TODAY, rain: 7, devices: { $map: [] } }, computedAtMs: NOON_MS + 1 })
    .where(eq(siteDays.day, toIsoDate(TODAY)));
  await markSiteDaysDirty(plant.db, {
    siteIds: [PLANT],
    startMs: NOON_MS,
    endMs: Number.POSITIVE_INFINITY,
    reason: 'configuration',
    nowMs: NOON_MS,
  });
  expect(await dirtyDays(plant.db)).toEqual(daysAround(TODAY, 2, 0));
  await compute(plant);
  expect(await evidence()).toEqual([...before.slice(0, -1), { day: TODAY, rain: 7, devices: { $map: [] } }]);
});

test('computing twice ends the same', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  await send(
    plant,
    Array.from({ length: 60 }, (_, i) => NOON_MS - (i + 1) * STEP_MS),
  );
  await compute(plant);
  const read = async () => ({
    energy: await plant.stored('inv-1', 'ActiveEnergy||Validated'),
    lost: await plant.stored('inv-1', 'ActiveEnergy||Lost'),
  });
  const first = await read();
  expect(first.energy.length).toBeGreaterThan(0);
  await plant.user.call(performanceEndpoints.recalculate, { body: { siteIds: [PLANT], startMs: NOON_MS - DAY_MS, endMs: NOON_MS } });
  expect(await compute(plant)).toBeGreaterThan(0);
  expect(await read()).toEqual(first);
});

test('a recalculation is only for who may edit, and only for their sites', async () => {
  const plant = await openPlant();
  const period = { startMs: NOON_MS - DAY_MS, endMs: NOON_MS };
  const stranger = await plant.as({ of: 'other' });
  expect(await stranger.refusal(performanceEndpoints.recalculate, { body: { siteIds: [PLANT], ...period } })).toMatchObject({
    status: 404,
  });
  const viewer = await plant.as({ of: 'solvind', role: 'viewer' });
  expect(await viewer.refusal(performanceEndpoints.recalculate, { body: { siteIds: [PLANT], ...period } })).toMatchObject({ status: 403 });
});
