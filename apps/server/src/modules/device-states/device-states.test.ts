import { deviceStateEndpoints } from '@solvane/contract/device-states';
import type { RequestOf } from '@solvane/contract/endpoint';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { groupEvents } from '../../db/schema/events.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';

const STEP_MS = 600_000;
const siteId = siteIdSchema.parse('plant');
type Body = RequestOf<typeof deviceStateEndpoints.states>['body'];

const ask = (user: TestClient, body: Partial<Body> = { siteIds: [siteId] }) =>
  user.call(deviceStateEndpoints.states, { body: body as Body });

/** Two hours up to the newest complete interval. */
const TIMES = Array.from({ length: 12 }, (_, i) => NOON_MS - (12 - i) * STEP_MS);

let plant: Plant;

/** Five inverters at noon under light that is known: the fifth has been silent for an hour and ten minutes. */
beforeEach(async () => {
  plant = await openPlant();
  const { given } = plant;
  for (const id of ['inv-3', 'inv-4', 'inv-5']) await given.segment({ siteId: 'plant', id, name: id.toUpperCase() });
  await given.segment({ siteId: 'plant', id: 'light', name: 'Light', segmentType: 'WeatherStation' });
  for (const id of ['inv-1', 'inv-2', 'inv-3', 'inv-4', 'inv-5']) await given.metadata(id, { capacityAc: 100, model: 'A' });
  const power = (segmentId: string, kw: number, count = 12) => ({
    ...{ segmentId, signal: 'ActivePower' },
    ...{ t: TIMES.slice(0, count), v: TIMES.slice(0, count).map(() => kw) },
  });
  const series = [
    ...[power('inv-1', 60), power('inv-2', 64), power('inv-3', 62), power('inv-4', 50), power('inv-5', 61, 5)],
    { segmentId: 'light', signal: 'IrradiancePOA', t: TIMES, v: TIMES.map((_, i) => (i < 3 ? 20 : 600)) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
});

const event = async (segmentId: string, eventType: 'Downtime' | 'Warning', options: Partial<typeof groupEvents.$inferInsert> = {}) => {
  const row = {
    ...{ id: crypto.randomUUID(), siteId, segmentId: segmentIdSchema.parse(segmentId), code: '1205', eventType, category: 'Fault' },
    ...{ startMs: NOON_MS - 3_600_000, endMs: NOON_MS, isOpen: true, priority: 1, updatedAtMs: NOON_MS },
    ...{ lostEnergyKwh: 60, revenueLoss: 3 },
  };
  await plant.db.insert(groupEvents).values({ ...row, ...options });
};

describe('states of devices', () => {
  test('are those of their data, their events and their light, since when, with power beside that of peers', async () => {
    await event('inv-4', 'Downtime');
    await event('inv-3', 'Downtime', { isOpen: false, startMs: NOON_MS - 5_400_000, endMs: NOON_MS - 1_800_000 });
    const { items, counts } = await ask(plant.user);
    const byName = Object.fromEntries(items.map((item) => [item.name, item]));
    expect(counts).toEqual([
      { state: 'NoData', count: 1 },
      { state: 'Stopped', count: 1 },
      { state: 'Running', count: 3 },
    ]);
    expect(byName['INV-1']).toMatchObject({ state: 'Running', powerKw: 60, ratedPowerKw: 100, parentName: 'Plant', event: null });
    expect(byName['INV-1']?.sinceMs).toBe(TIMES[3]);
    expect(byName['INV-3']?.sinceMs).toBe(NOON_MS - 1_800_000);
    expect(byName['INV-4']).toMatchObject({ state: 'Stopped', sinceMs: NOON_MS - 3_600_000, peerMedianKw: 62, peerCount: 3 });
    expect(byName['INV-4']?.event).toMatchObject({ code: '1205', lostKwhPerHour: 60, costPerHour: 3, isAcknowledged: false });
    expect(byName['INV-5']).toMatchObject({ state: 'NoData', powerKw: null, sinceMs: TIMES[5], dataToMs: TIMES[5] });
  });

  test('tell of changes where events began and ended, and where data ran out', async () => {
    await event('inv-4', 'Downtime');
    await event('inv-3', 'Warning', { isOpen: false, startMs: NOON_MS - 5_400_000, endMs: NOON_MS - 1_800_000 });
    const { changes } = await ask(plant.user, { siteIds: [siteId], changesFromMs: NOON_MS - 2 * 3_600_000 });
    expect(changes.filter(({ segmentId }) => segmentId === 'inv-4' || segmentId === 'inv-3')).toMatchObject([
      { segmentId: 'inv-3', atMs: NOON_MS - 1_800_000, from: 'Warning', to: 'Running', code: '' },
      { segmentId: 'inv-4', atMs: NOON_MS - 3_600_000, from: 'Running', to: 'Stopped', code: '1205', costPerHour: 3 },
      { segmentId: 'inv-3', atMs: NOON_MS - 5_400_000, from: 'Running', to: 'Warning' },
    ]);
    expect(changes.find(({ segmentId }) => segmentId === 'inv-5')).toMatchObject({ to: 'NoData', atMs: TIMES[5] });
  });

  test('are of the chosen devices and types, or only counted', async () => {
    const segmentIds = [segmentIdSchema.parse('inv-2')];
    expect((await ask(plant.user, { segmentIds })).items).toMatchObject([{ name: 'INV-2', peerMedianKw: 60, peerCount: 3 }]);
    const stations = await ask(plant.user, { siteIds: [siteId], segmentTypes: ['WeatherStation'] });
    expect(stations.items).toMatchObject([{ name: 'Light', state: 'Running', reading: null, powerKw: null }]);
    const { items, counts } = await ask(plant.user, { siteIds: [siteId], detail: 'counts' });
    expect([items, counts.map(({ count }) => count)]).toEqual([[], [1, 4]]);
  });

  test('at night devices without an event stand by', async () => {
    plant.setNow(NOON_MS + 10 * 3_600_000);
    const night = TIMES.map((timeMs) => timeMs + 10 * 3_600_000);
    await plant.ingest(
      JSON_TYPE,
      JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: night, v: night.map(() => 0) }] }),
    );
    const [first] = (await ask(plant.user)).items;
    expect(first).toMatchObject({ name: 'INV-1', state: 'Standby' });
    const sunset = Date.UTC(2026, 0, 15, 14, 20);
    expect(Math.abs((first?.sinceMs ?? 0) - sunset)).toBeLessThan(20 * 60_000);
  });
});

describe('who sees states of devices', () => {
  const as = (permissions: PermissionName[]) => plant.as({ of: 'solvind', permissions });

  test('readers of dashboards, overviews or device states; events need the event log', async () => {
    await event('inv-4', 'Downtime');
    for (const permission of ['ReadDashboard', 'PageDeviceStateMonitor'] as const) {
      const { items } = await ask(await as([permission]));
      expect(items.find(({ name }) => name === 'INV-4')).toMatchObject({ state: 'Stopped', event: null });
    }
  });

  test('sites of others are as if they did not exist', async () => {
    const stranger = await plant.as({ of: 'other' });
    const refusal = await stranger.refusal(deviceStateEndpoints.states, { body: { siteIds: [siteId] } });
    expect(refusal).toMatchObject({ code: 'resource.notFound' });
    const without = await as(['PageEventLogs']);
    expect(await without.refusal(deviceStateEndpoints.states, { body: { segmentIds: [segmentIdSchema.parse('inv-1')] } })).toMatchObject({
      code: 'resource.notFound',
    });
  });

  test('sites or devices have to be named, not both', async () => {
    expect(await plant.user.refusal(deviceStateEndpoints.states, { body: {} })).toMatchObject({ code: 'request.invalid' });
  });
});
