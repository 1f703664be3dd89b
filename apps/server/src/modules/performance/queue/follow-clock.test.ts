import { siteIdSchema } from '@solvane/contract/ids';
import { localDay, toIsoDate } from '@solvane/energy/time/local-day';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { siteArrivals } from '../../../db/schema/arrivals.ts';
import { dirtySiteDays, siteDays } from '../../../db/schema/site-days.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';
import { adoptHistory, markRunningDays, relearnOldDays } from './follow-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TODAY = localDay(2026, 1, 15);
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

async function openSilentPlant(sentAtMs: readonly number[]): Promise<Plant> {
  const plant = await openPlant();
  const series = [{ segmentId: 'inv-1', signal: 'ActivePower', t: sentAtMs, v: sentAtMs.map(() => 100) }];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

async function dirtyDays({ db }: Plant): Promise<string[]> {
  return (await db.select().from(dirtySiteDays).orderBy(asc(dirtySiteDays.day))).map(({ day }) => day);
}

test('that nothing comes from a plant is computed, too: today every hour, and yesterday until it is over', async () => {
  const plant = await openSilentPlant([NOON_MS - DAY_MS, NOON_MS - 600_000]);
  await markRunningDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([]);
  plant.setNow(NOON_MS + HOUR_MS + 1);
  await markRunningDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([toIsoDate(TODAY)]);
  await computeWaiting(plant.deps, NO_EVENTS);
  // 00:30 in Stockholm: the new day has just begun, the old one was last computed before it was over.
  plant.setNow(Date.UTC(2026, 0, 15, 23, 30));
  await markRunningDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([toIsoDate(TODAY)]);
  await computeWaiting(plant.deps, NO_EVENTS);
  const [closed] = await plant.db
    .select()
    .from(siteDays)
    .where(eq(siteDays.day, toIsoDate(TODAY)));
  expect(closed?.horizonMs).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 15, 23));
});

test('the day before a plant began is not computed', async () => {
  const plant = await openSilentPlant([NOON_MS - 600_000]);
  await markRunningDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([]);
});

test('silent plants are computed one after the other until the clock is looked at again', async () => {
  const plant = await openSilentPlant([NOON_MS - 600_000]);
  for (const id of ['b', 'c', 'd']) {
    await plant.given.site({ id, enterpriseId: 'solvind', name: id });
    await plant.db
      .insert(siteArrivals)
      .values({ siteId: siteIdSchema.parse(id), firstPointMs: NOON_MS - 600_000, lastPointMs: NOON_MS - 600_000 });
  }
  const nowMs = NOON_MS + 2 * HOUR_MS;
  plant.setNow(nowMs);
  await markRunningDays(plant.deps);
  const rows = await plant.db.select().from(dirtySiteDays);
  expect(rows.map(({ dueAtMs }) => (dueAtMs - nowMs) / 60_000).toSorted((a, b) => a - b)).toEqual([0, 2.5, 5, 7.5]);
});

test('a plant that sent nothing for a month is no running plant', async () => {
  const plant = await openSilentPlant([NOON_MS - 31 * DAY_MS]);
  await markRunningDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([]);
});

test('points that came before days were computed are found and computed', async () => {
  const plant = await openSilentPlant([NOON_MS - 3 * DAY_MS, NOON_MS - 600_000]);
  await plant.db.delete(siteDays);
  await plant.db.update(siteArrivals).set({ firstPointMs: null });
  const { signals, db, now } = plant.deps;
  await adoptHistory({ db, now, store: signals.store, registry: signals.registry });
  expect((await dirtyDays(plant)).slice(-4)).toEqual([3, 2, 1, 0].map((back) => toIsoDate(TODAY - back)));
  const [row] = await plant.db.select({ first: sql<number>`first_point_ms::float8` }).from(siteArrivals);
  expect(row?.first).toBeLessThanOrEqual(NOON_MS - 3 * DAY_MS);
  expect(await computeWaiting(plant.deps, NO_EVENTS)).toBeGreaterThanOrEqual(4);
});

test('days of an older product are computed again, and nothing is learned from what cannot be read', async () => {
  const plant = await openSilentPlant([NOON_MS - 2 * DAY_MS, NOON_MS - 600_000]);
  await plant.db.update(siteDays).set({ memoryVersion: 1, evidence: { written: 'otherwise' } });
  await relearnOldDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([2, 1, 0].map((back) => toIsoDate(TODAY - back)));
  expect(await computeWaiting(plant.deps, NO_EVENTS)).toBe(3);
  await relearnOldDays(plant.deps);
  expect(await dirtyDays(plant)).toEqual([]);
});
