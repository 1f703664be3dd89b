import { segmentIdSchema } from '@solvane/contract/ids';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { groupEvents } from '../../db/schema/events.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import { createLoadOverlays } from '../events/grouping/event-inputs.ts';
import { createStoreEvents } from '../events/grouping/store-events.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';
import { computeWaiting } from './performance.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;

/** Power of an inverter from one noon to another, counted in days before now. */
async function send(plant: Plant, segmentId: string, { from, to }: { from: number; to: number }): Promise<void> {
  const count = ((from - to) * DAY_MS) / STEP_MS;
  const t = Array.from({ length: count }, (_, i) => NOON_MS - from * DAY_MS + i * STEP_MS);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId, signal: 'ActivePower', t, v: t.map((_, i) => 100 + (i % 7)) }] }));
}

async function silences(plant: Plant, segmentId: string) {
  const rows = await plant.db
    .select()
    .from(groupEvents)
    .where(eq(groupEvents.segmentId, segmentIdSchema.parse(segmentId)))
    .orderBy(asc(groupEvents.startMs));
  return rows
    .filter(({ code }) => code === 'SYS-COMM')
    .map(({ startMs, endMs }) => ({ daysAgo: (NOON_MS - startMs) / DAY_MS, days: (endMs - startMs) / DAY_MS }));
}

const optionsOf = (plant: Plant) => ({ loadOverlays: createLoadOverlays(plant.deps), storeEvents: createStoreEvents(plant.deps) });

test('a plant that sent nothing for 43 days has one communication loss of 43 days', async () => {
  const plant = await openPlant();
  for (const inverter of ['inv-1', 'inv-2']) {
    await send(plant, inverter, { from: 51, to: 47 });
    await send(plant, inverter, { from: 4, to: 0 });
  }
  await computeWaiting(plant.deps, optionsOf(plant));
  expect(await silences(plant, 'inv-1')).toEqual([{ daysAgo: 47, days: 43 }]);
  expect(await silences(plant, 'inv-2')).toEqual([{ daysAgo: 47, days: 43 }]);
  const days = await plant.db.select({ day: siteDays.day }).from(siteDays);
  expect(days).toHaveLength(52);
});

test('one inverter that is silent for 43 days has one communication loss, however its days are computed again', async () => {
  const plant = await openPlant();
  await send(plant, 'inv-1', { from: 51, to: 47 });
  await send(plant, 'inv-1', { from: 4, to: 0 });
  await send(plant, 'inv-2', { from: 51, to: 0 });
  const options = optionsOf(plant);
  await computeWaiting(plant.deps, options);
  expect(await silences(plant, 'inv-1')).toEqual([{ daysAgo: 47, days: 43 }]);
  expect(await silences(plant, 'inv-2')).toEqual([]);
  // A late point of the other inverter has five days in the middle computed again.
  await send(plant, 'inv-2', { from: 30.25, to: 30 });
  await computeWaiting(plant.deps, options);
  expect(await silences(plant, 'inv-1')).toEqual([{ daysAgo: 47, days: 43 }]);
});

test('what comes late ends a silence on its own day', async () => {
  const plant = await openPlant();
  await send(plant, 'inv-1', { from: 24, to: 22 });
  await send(plant, 'inv-1', { from: 2, to: 0 });
  const options = optionsOf(plant);
  await computeWaiting(plant.deps, options);
  expect(await silences(plant, 'inv-1')).toEqual([{ daysAgo: 22, days: 20 }]);
  await send(plant, 'inv-1', { from: 12, to: 11 });
  await computeWaiting(plant.deps, options);
  expect(await silences(plant, 'inv-1')).toEqual([
    { daysAgo: 22, days: 10 },
    { daysAgo: 11, days: 9 },
  ]);
});
