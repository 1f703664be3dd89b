import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { DAY_MS } from '@solvane/energy/time/zone';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { pointKindOf } from '../../signals/series-registry.ts';
import { openTestStore, type StoreFixture } from '../../signals/testing/store-fixture.ts';
import { deleteOldPoints, type Retention } from './retention.ts';
import { NOON_MS, openPlant } from './testing/plant.ts';

const START_MS = NOON_MS - 100 * DAY_MS;

/** An engine of its own: a deletion looks at every part of every table, and the shared engine holds those of the test files before this one. */
let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await openTestStore();
});
afterAll(() => fixture.close());

/** A plant with a point a day of each calculation type, and how many of them are left after a retention rule. */
async function keptDays(retention: Retention) {
  const plant = await openPlant();
  const { db, deps } = plant;
  const { registry } = deps.signals;
  const { store } = fixture;
  const types = ['Raw', 'Forecast'] as const;
  const numbers = await registry.register(
    types.map((calcType) => ({ siteId: plant.siteId as SiteId, segmentId: 'inv-1' as SegmentId, apCode: 'ActivePower', calcType })),
  );
  const times = Array.from({ length: 100 }, (_, day) => START_MS + day * DAY_MS);
  for (const number of numbers)
    await store.writeRaw({
      series: Uint32Array.from(times, () => number),
      timesMs: Float64Array.from(times),
      values: Float64Array.from(times, () => 1),
    });
  await db
    .insert(siteArrivals)
    .values({ siteId: plant.siteId as SiteId, firstPointMs: START_MS, lastPointMs: NOON_MS, lastReceivedMs: NOON_MS })
    .onConflictDoUpdate({ target: siteArrivals.siteId, set: { firstPointMs: START_MS, lastPointMs: NOON_MS } });
  await deleteOldPoints({ db, store, now: deps.now }, retention);
  const counts = await Promise.all(
    types.map((calcType, index) =>
      store.countPoints({
        series: [{ series: numbers[index] ?? 0, kind: pointKindOf(calcType), zone: 'UTC', intervalMs: 600_000, aggregation: 'avg' }],
        startMs: START_MS,
        endMs: NOON_MS,
      }),
    ),
  );
  const [arrivals] = await db
    .select()
    .from(siteArrivals)
    .where(eq(siteArrivals.siteId, plant.siteId as SiteId));
  return { raw: counts[0], forecast: counts[1], firstPointMs: arrivals?.firstPointMs };
}

test('without a rule everything is kept', async () => {
  expect(await keptDays({})).toEqual({ raw: 100, forecast: 100, firstPointMs: START_MS });
});

test('a rule deletes its own calculation type and no other', async () => {
  expect(await keptDays({ Forecast: 30 })).toEqual({ raw: 100, forecast: 30, firstPointMs: START_MS });
});

test('where raw points are deleted, the site begins later: nothing is recalculated from nothing', async () => {
  const beginMs = Math.floor(NOON_MS / DAY_MS - 60) * DAY_MS;
  expect(await keptDays({ Raw: 60 })).toEqual({ raw: 60, forecast: 100, firstPointMs: beginMs });
});
