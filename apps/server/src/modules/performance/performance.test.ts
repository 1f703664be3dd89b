import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant } from '../signals/testing/plant.ts';
import { computeWaiting } from './performance.ts';

const STEP_MS = 600_000;
const INVERTER = segmentIdSchema.parse('inv-1');
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

test('what arrives is validated and computed, and can be read as any other signal', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const startMs = NOON_MS - 6 * 3_600_000;
  const t = Array.from({ length: 36 }, (_, i) => startMs + i * STEP_MS);
  const v = t.map((_, i) => 20 * i);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));

  expect(await computeWaiting(plant.deps, NO_EVENTS)).toBe(1);

  const { items } = await plant.user.call(signalEndpoints.definitions, { body: { segmentIds: [INVERTER] } });
  expect(items.map(({ signalId }) => signalId)).toEqual(
    expect.arrayContaining(['ActivePower||Validated', 'ActiveEnergy||Validated', 'ActiveEnergy||Lost']),
  );
  const read = async (segmentId: string, signalId: string) => {
    const body = { segmentIds: [segmentIdSchema.parse(segmentId)], signalIds: [signalIdSchema.parse(signalId)], startMs, endMs: NOON_MS };
    return (await plant.user.call(signalEndpoints.values, { body: { ...body, resolution: 'raw' } })).series[0]?.values;
  };
  expect(await read('inv-1', 'ActivePower||Validated')).toEqual(v);
  expect(await read('plant-root', 'ActiveEnergy||Validated')).toHaveLength(36);
});
