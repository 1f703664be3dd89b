import { randomUUID } from 'node:crypto';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { signalEndpoints } from '@solvane/contract/signals';
import { describe, expect, test } from 'vitest';
import { groupEvents } from '../../../db/schema/events.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { CSV_TYPE, openPlant, type Plant } from '../testing/plant.ts';

const STEP_MS = 600_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2025, 5, 1, 22);
const DAY = { startMs: START_MS, endMs: START_MS + 24 * HOUR_MS };

/** A local day of ten-minute power 0, 1, 2, ... and wind speeds from 0 to 14.3 m/s at one device. */
async function openDay(): Promise<Plant> {
  const plant = await openPlant();
  for (const id of ['wt-1', 'wt-2'])
    await plant.given.segment({ siteId: plant.siteId, id, name: id.toUpperCase(), segmentType: 'WindTurbine' });
  const rows = Array.from({ length: 144 }, (_, i) => `${START_MS + i * STEP_MS},${i},${i / 10}`);
  await plant.ingest(CSV_TYPE, `t,wt-1/ActivePower,wt-1/NacelleWindSpeed\n${rows.join('\n')}\n`, plant.key.headers);
  return plant;
}

function ask({ user }: Plant, request: Record<string, unknown>) {
  const body = { segmentIds: ['wt-1'], signalIds: ['ActivePower||Raw'], ...DAY, resolution: 'raw', ...request };
  return user.call(signalEndpoints.values, { body: body as never });
}

function refused({ user }: Plant, request: Record<string, unknown>) {
  const body = { segmentIds: ['wt-1'], signalIds: ['ActivePower||Raw'], ...DAY, resolution: 'raw', ...request };
  return user.refusal(signalEndpoints.values, { body: body as never });
}

describe('filters', () => {
  test('the shares of what each removed and what is left add up to all points, in order', async () => {
    const plant = await openDay();
    const { series, filtering } = await ask(plant, {
      filters: [
        { kind: 'value', signalId: 'NacelleWindSpeed||Raw', min: 3 },
        { kind: 'timeOfDay', from: 0, to: 12 * 60 },
      ],
    });
    expect(filtering).toEqual({ points: 144, used: 42, removed: [30, 72], notApplied: [0, 0] });
    expect([series[0]?.values[0], series[0]?.values.at(-1), series[0]?.values.length]).toEqual([30, 71, 42]);
  });

  test('native points are judged before hours are made of them', async () => {
    const plant = await openDay();
    const { series } = await ask(plant, { resolution: 'hour', filters: [{ kind: 'value', signalId: 'ActivePower||Raw', min: 3, max: 6 }] });
    expect(series[0]).toMatchObject({ timesMs: [START_MS, START_MS + HOUR_MS], values: [4, 6], completeness: [0.5, 1 / 6] });
  });

  test('events of a type are removed at the device, and below the device they hold for', async () => {
    const plant = await openDay();
    const event = { code: 'E1', eventType: 'Curtailment' as const, category: 'Grid', priority: 1, updatedAtMs: 1, isOpen: false };
    const { db } = plant;
    const [site] = await db.select({ segmentId: sites.segmentId }).from(sites);
    await db.insert(groupEvents).values([
      {
        ...event,
        id: randomUUID(),
        siteId: 'plant' as SiteId,
        segmentId: 'wt-1' as SegmentId,
        startMs: START_MS,
        endMs: START_MS + 90 * 60_000,
      },
      {
        ...event,
        id: randomUUID(),
        siteId: 'plant' as SiteId,
        segmentId: site?.segmentId as SegmentId,
        startMs: START_MS + 2 * HOUR_MS,
        endMs: START_MS + 3 * HOUR_MS,
      },
    ]);
    const count = async (mode: string, type = 'Curtailment') =>
      (await ask(plant, { filters: [{ kind: 'events', types: [type], mode }] })).filtering?.used;
    expect([await count('without'), await count('only'), await count('without', 'Downtime')]).toEqual([144 - 9 - 6, 15, 144]);
  });

  test('the sun, the wind range and outliers remove what their rules say', async () => {
    const plant = await openDay();
    await plant.db.update(sites).set({ latitude: 59.3, longitude: 18.1 });
    await plant.ingest(CSV_TYPE, `t,wt-1/ActivePower\n${START_MS + 70 * STEP_MS},9000\n`, plant.key.headers);
    const one = async (filter: object) => (await ask(plant, { filters: [filter] })).filtering;
    const sun = await one({ kind: 'sunElevation', min: 5 });
    expect(sun?.used).toBeGreaterThan(90);
    expect(sun?.used).toBeLessThan(110);
    expect((await one({ kind: 'windRange', min: 4, max: 10 }))?.used).toBe(61);
    expect((await one({ kind: 'outliers', threshold: 3.5 }))?.removed).toEqual([1]);
    expect((await one({ kind: 'outliers', threshold: 3.5, against: 'NacelleWindSpeed||Raw' }))?.removed).toEqual([1]);
  });

  test('a filter that a device has no signal for removes nothing and says so', async () => {
    const plant = await openDay();
    const { filtering } = await ask(plant, {
      filters: [
        { kind: 'value', signalId: 'IrradiancePOA||Raw', min: 3 },
        { kind: 'quality', states: ['good'] },
      ],
    });
    expect(filtering).toEqual({ points: 144, used: 144, removed: [0, 0], notApplied: [1, 1] });
  });

  test('the total of devices is made of what is left of each', async () => {
    const plant = await openDay();
    const rows = Array.from({ length: 144 }, (_, i) => `${START_MS + i * STEP_MS},${1000}`);
    await plant.ingest(CSV_TYPE, `t,wt-2/ActivePower\n${rows.join('\n')}\n`, plant.key.headers);
    const { series } = await ask(plant, {
      segmentIds: ['wt-1', 'wt-2'],
      treeAggregation: 'total',
      resolution: 'day',
      filters: [{ kind: 'timeOfDay', from: 0, to: 60 }],
    });
    expect(series).toMatchObject([{ key: 'total', timesMs: [START_MS], values: [1002.5] }]);
  });

  test('what is no filter, an unknown signal and too many points are refused with their reasons', async () => {
    const plant = await openDay();
    expect(await refused(plant, { filters: [{ kind: 'value', signalId: 'ActivePower||Raw' }] })).toMatchObject({ code: 'request.invalid' });
    expect(await refused(plant, { filters: [{ kind: 'value', signalId: 'Nothing||Raw', min: 1 }] })).toMatchObject({
      issues: [{ path: ['filters', 0, 'signalId'], message: 'Signals_Unknown', values: { signal: 'Nothing||Raw' } }],
    });
    const long = { startMs: 0, endMs: LIMITS.nativePointsPerRequest * STEP_MS + STEP_MS, resolution: 'year' };
    expect(await refused(plant, { ...long, filters: [{ kind: 'timeOfDay', from: 0, to: 60 }] })).toMatchObject({
      code: 'signals.tooManyDatapoints',
      values: { requested: LIMITS.nativePointsPerRequest + 1, allowed: LIMITS.nativePointsPerRequest },
    });
  });

  test('devices of others cannot be filtered either', async () => {
    const plant = await openDay();
    const stranger = await plant.as({ of: 'nordic' });
    const body = { segmentIds: ['wt-1'], signalIds: ['ActivePower||Raw'], ...DAY, filters: [{ kind: 'timeOfDay', from: 0, to: 60 }] };
    expect(await stranger.refusal(signalEndpoints.values, { body: body as never })).toMatchObject({ code: 'resource.notFound' });
  });
});
