import { deviceStateEndpoints } from '@solvane/contract/device-states';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { metricValueEndpoints } from '@solvane/contract/metric-values';
import { DEVICE_STATES } from '@solvane/energy/events/device-state';
import { beforeEach, expect, test } from 'vitest';
import { groupEvents } from '../../db/schema/events.ts';
import { announceSiteChange } from '../../jobs/announce.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';

const STEP_MS = 600_000;
const TIMES = Array.from({ length: 12 }, (_, i) => NOON_MS - (12 - i) * STEP_MS);
const PLANT = siteIdSchema.parse('plant');
const HILL = siteIdSchema.parse('hill');

let plant: Plant;

const values = (segmentId: string, signal: string, value: number, timesMs = TIMES) => ({
  segmentId,
  signal,
  t: timesMs,
  v: timesMs.map(() => value),
});

/** An inverter that produces and one that is silent, turbines with and without wind, a battery without an order and one that nothing is known of. */
beforeEach(async () => {
  plant = await openPlant();
  const { given } = plant;
  await given.site({ id: HILL, enterpriseId: 'solvind', name: 'Hill', energyType: 'Hybrid', signalCalcPeriod: 'PT10M' });
  const types = { 'wt-1': 'WindTurbine', 'wt-2': 'WindTurbine', 'bi-1': 'BatteryInverter', 'bi-2': 'BatteryInverter' };
  for (const [id, segmentType] of Object.entries(types)) await given.segment({ siteId: HILL, id, name: id, segmentType });
  await given.metadata('wt-1', { cutInWindSpeed: 5 });
  await given.metadata('bi-1', { capacityAc: 1_000 });
  const key = await plant.asKey([PLANT, HILL]);
  const series = [
    ...[values('inv-1', 'ActivePower', 60), values('wt-1', 'NacelleWindSpeed', 4), values('wt-2', 'NacelleWindSpeed', 4)],
    ...[values('wt-1', 'ActivePower', 0), values('wt-2', 'ActivePower', 90), values('bi-1', 'ActivePower', 4)],
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }), key.headers);
});

async function countsOf(user: TestClient, siteId: typeof PLANT): Promise<Record<string, number>> {
  const body = { metricIds: DEVICE_STATES.map((state) => `devices.${state}` as const), siteIds: [siteId] };
  const period = { startMs: NOON_MS - 86_400_000, endMs: NOON_MS };
  const { totals } = await user.call(metricValueEndpoints.values, { body: { ...body, period, by: 'none', groupBy: 'total' } });
  return Object.fromEntries(totals.flatMap(({ metricId, value }) => (value === 0 ? [] : [[metricId.split('.')[1], value]])));
}

const countedOneByOne = async (siteId: typeof PLANT) => {
  const { counts } = await plant.user.call(deviceStateEndpoints.states, { body: { siteIds: [siteId], detail: 'counts' } });
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]));
};

test('devices of a site are counted in the states that each of them has by itself', async () => {
  for (const siteId of [PLANT, HILL]) expect(await countsOf(plant.user, siteId)).toEqual(await countedOneByOne(siteId));
  expect(await countsOf(plant.user, PLANT)).toEqual({ Running: 1, NoData: 1 });
  expect(await countsOf(plant.user, HILL)).toEqual({ Running: 1, Standby: 2, NoData: 1 });
});

test('what was counted holds for a minute, and no longer than until something of the site is announced', async () => {
  expect(await countsOf(plant.user, PLANT)).toEqual({ Running: 1, NoData: 1 });
  const event = {
    ...{ id: crypto.randomUUID(), siteId: PLANT, segmentId: segmentIdSchema.parse('inv-1'), code: '1', eventType: 'Downtime' as const },
    ...{ category: 'Fault', startMs: NOON_MS - STEP_MS, endMs: NOON_MS, isOpen: true, priority: 1, updatedAtMs: NOON_MS },
  };
  await plant.db.insert(groupEvents).values(event);
  expect(await countsOf(plant.user, PLANT)).toEqual({ Running: 1, NoData: 1 });
  await announceSiteChange(plant.deps, { siteId: PLANT, what: 'events', fromMs: null, toMs: null });
  expect(await countsOf(plant.user, PLANT)).toEqual({ Stopped: 1, NoData: 1 });
  const late = await plant.ingest(JSON_TYPE, JSON.stringify({ series: [values('inv-2', 'ActivePower', 50, TIMES.slice(-1))] }));
  expect(late).toMatchObject({ accepted: 1 });
  expect(await countsOf(plant.user, PLANT)).toEqual({ Stopped: 1, Running: 1 });
  plant.setNow(NOON_MS + 3_600_000);
  expect(await countsOf(plant.user, PLANT)).toEqual({ NoData: 2 });
});

test('sites of others are not counted, also where their owner has just counted them', async () => {
  await countsOf(plant.user, PLANT);
  const other = await plant.as({ of: 'other', permissions: ['ReadDashboard'] });
  await expect(countsOf(other, PLANT)).rejects.toThrow('404');
});
