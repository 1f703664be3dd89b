import { ingestEndpoints } from '@solvane/contract/ingest';
import { expect, test } from 'vitest';
import { CSV_TYPE, NOON_MS, openPlant } from '../testing/plant.ts';
import { deleteOldArrivals } from './arrivals.ts';

const TEN_MS = Date.UTC(2026, 0, 15, 10);
const DAY_MS = 86_400_000;

test('the status of a site tells its last point, when something last came, and how much', async () => {
  const plant = await openPlant();
  const rows = [`inv-1,ActivePower,${TEN_MS},1`, `inv-2,ActivePower,${TEN_MS - 600_000},1`, 'inv-1,ActivePower,soon,1'];
  await plant.ingest(CSV_TYPE, `segmentId,signal,t,v\n${rows.join('\n')}`);
  await plant.key.call(ingestEndpoints.events, { body: { events: [{ segmentId: 'inv-1', code: '1', start: NOON_MS, end: null }] } });
  const status = await plant.user.call(ingestEndpoints.status);
  expect(status).toEqual({
    nowMs: NOON_MS,
    items: [
      {
        siteId: 'plant',
        lastPointMs: TEN_MS,
        lastReceivedMs: NOON_MS,
        pointsLastHour: 2,
        backlogSiteDays: 1,
        rejectedLast30Days: 1,
        recalculation: 0,
      },
    ],
  });
});

test('older points do not turn the last point back, and old hours are not counted as the last one', async () => {
  const plant = await openPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS},1\n`);
  plant.setNow(NOON_MS + 2 * 3_600_000);
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS - 600_000},1\n`);
  const { items } = await plant.user.call(ingestEndpoints.status);
  expect(items).toMatchObject([{ lastPointMs: TEN_MS, lastReceivedMs: NOON_MS + 2 * 3_600_000, pointsLastHour: 1 }]);
});

test('a silence that ends has its days computed: registers show what was counted meanwhile', async () => {
  const plant = await openPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ExportCounter\n${TEN_MS - 10 * DAY_MS},1000\n`);
  const before = await plant.user.call(ingestEndpoints.status);
  await plant.ingest(CSV_TYPE, `t,inv-1/ExportCounter\n${TEN_MS},1400\n`);
  const after = await plant.user.call(ingestEndpoints.status);
  expect([before.items[0]?.backlogSiteDays, after.items[0]?.backlogSiteDays]).toEqual([3, 11]);
});

test('points that a later one of their time replaced are listed, and are not rejected', async () => {
  const plant = await openPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS},1\n${TEN_MS},2\n`);
  const { items } = await plant.user.call(ingestEndpoints.rejects, { query: { siteId: 'plant' as never } });
  expect(items).toEqual([{ atMs: NOON_MS, segmentId: 'inv-1', signal: 'ActivePower', reason: 'sameTime', count: 1, sample: '' }]);
  expect((await plant.user.call(ingestEndpoints.status)).items[0]?.rejectedLast30Days).toBe(0);
});

test('a site that never sent anything says so', async () => {
  const plant = await openPlant();
  const { items } = await plant.user.call(ingestEndpoints.status);
  expect(items).toMatchObject([{ siteId: 'plant', lastPointMs: null, lastReceivedMs: null, pointsLastHour: 0, rejectedLast30Days: 0 }]);
});

test('what was refused is listed with its reason and first lines, newest first, page by page', async () => {
  const plant = await openPlant();
  await plant.ingest(CSV_TYPE, `segmentId,signal,t,v\ninv-1,Happiness,${TEN_MS},1\ninv-1,Happiness,${TEN_MS},2\n`);
  plant.setNow(NOON_MS + 60_000);
  await plant.ingest(CSV_TYPE, `t,inv-2/ActivePower\n${TEN_MS},NaN\n`);
  const list = (more: object = {}) => plant.user.call(ingestEndpoints.rejects, { query: { siteId: 'plant' as never, ...more } });
  const { items } = await list();
  expect(items).toEqual([
    { atMs: NOON_MS + 60_000, segmentId: 'inv-2', signal: 'ActivePower', reason: 'notFinite', count: 1, sample: '2' },
    { atMs: NOON_MS, segmentId: 'inv-1', signal: 'Happiness', reason: 'unknownSignal', count: 2, sample: '2, 3' },
  ]);
  expect((await list({ limit: 1 })).items).toEqual(items.slice(0, 1));
  expect((await list({ beforeMs: NOON_MS + 60_000 })).items).toEqual(items.slice(1));
});

test('strangers see neither status nor refusals, and what named no device of ours is shown to no user', async () => {
  const plant = await openPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower,unknown/ActivePower\n${TEN_MS},x,1\n`);
  const stranger = await plant.as({ of: 'other' });
  expect((await stranger.call(ingestEndpoints.status)).items).toEqual([]);
  expect(await stranger.refusal(ingestEndpoints.rejects, { query: { siteId: 'plant' as never } })).toMatchObject({ status: 404 });
  const { items } = await plant.user.call(ingestEndpoints.rejects, { query: { siteId: 'plant' as never } });
  expect(items.map(({ segmentId }) => segmentId)).toEqual(['inv-1']);
});

test('refusals are kept for thirty days', async () => {
  const plant = await openPlant();
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${TEN_MS},x\n`);
  const count = async () => (await plant.user.call(ingestEndpoints.rejects, { query: { siteId: 'plant' as never } })).items.length;
  await deleteOldArrivals(plant.db, NOON_MS + 30 * DAY_MS);
  expect(await count()).toBe(1);
  await deleteOldArrivals(plant.db, NOON_MS + 30 * DAY_MS + 1);
  expect(await count()).toBe(0);
});

test('the points of the last hour do not begin at nothing with each new hour', async () => {
  const plant = await openPlant({ nowMs: NOON_MS + 30 * 60_000 });
  await plant.ingest(
    CSV_TYPE,
    `t,inv-1/ActivePower\n${Array.from({ length: 40 }, (_, index) => `${TEN_MS + index * 1000},1`).join('\n')}\n`,
  );
  const points = async () => (await plant.user.call(ingestEndpoints.status)).items[0]?.pointsLastHour;
  expect(await points()).toBe(40);
  plant.setNow(NOON_MS + 75 * 60_000);
  expect(await points()).toBe(30);
  plant.setNow(NOON_MS + 120 * 60_000);
  expect(await points()).toBe(0);
});
