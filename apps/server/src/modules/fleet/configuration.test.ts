import { deviceTreeEndpoints, metadataEndpoints } from '@solvane/contract/fleet';
import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import type { SegmentId, SignalId, SiteId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { settleConfiguration } from '../configuration/pending-sites.ts';
import { parseDescription } from './description/parse-description.ts';
import { importFleet } from './import/import-fleet.ts';
import { followCalendars } from './site-calendars.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 86_400_000;
const FIRST_MS = NOW_MS - 60 * DAY_MS;

interface SiteChange {
  name?: string;
  timezone?: string;
  signalCalcPeriod?: 'PT10M' | 'PT15M';
  capacity?: number | { from: string | null; value: number }[];
  model?: string;
  extraSegments?: { id: string; name: string; type: string }[];
  disabled?: boolean;
}

function ridge({ name = 'WT-1', timezone = 'Asia/Kolkata', signalCalcPeriod = 'PT10M', ...rest }: SiteChange = {}): FleetDescriptionInput {
  const { capacity = 1500, model = 'A', extraSegments = [], disabled = false } = rest;
  return {
    version: 1,
    enterprises: [{ id: 'north', name: 'North' }],
    sites: [
      {
        id: 'ridge',
        name: 'Ridge',
        enterpriseId: 'north',
        visibilityState: 'Published',
        timezone,
        latitude: 20,
        longitude: 77,
        energyType: 'Wind',
        signalCalcPeriod,
        segments: [
          { id: 'WT-1', name, type: 'WindTurbine', disabled, metadata: { capacityAc: capacity, hubHeight: 80, rotorDiameter: 77, model } },
          ...extraSegments,
        ],
      },
    ],
  };
}

interface Fleet extends TestApp {
  describe(change?: SiteChange, options?: { prune?: boolean }): Promise<void>;
  state(): Promise<unknown>;
  waitingDays(): Promise<string[]>;
  computeAll(): Promise<void>;
}

/** A plant that has sent data for sixty days. */
async function openFleet(options: { signals?: boolean } = {}): Promise<Fleet> {
  const app = await testApp({ nowMs: NOW_MS, ...options });
  const { deps, db } = app;
  const describeFleet: Fleet['describe'] = async (change, { prune = false } = {}) => {
    const { description } = parseDescription(ridge(change));
    if (!description) throw new Error('The description has errors');
    const { issues, changes } = await importFleet(deps, description, { actor: { userId: null, name: 'test' }, prune });
    expect(changes, JSON.stringify(issues)).toBeDefined();
  };
  await describeFleet();
  await db.insert(siteArrivals).values({ siteId: 'ridge' as SiteId, firstPointMs: FIRST_MS, lastPointMs: NOW_MS, lastReceivedMs: NOW_MS });
  const user = await app.as({ of: 'north' });
  return {
    ...app,
    describe: describeFleet,
    state: async () => (await user.call(deviceTreeEndpoints.sites)).sites[0]?.configurationState,
    waitingDays: async () => {
      const rows = await db.select({ day: dirtySiteDays.day }).from(dirtySiteDays).orderBy(asc(dirtySiteDays.day));
      return rows.map(({ day }) => day);
    },
    computeAll: async () => {
      await db.delete(dirtySiteDays);
    },
  };
}

describe('a site is pending from a change of what is computed until the last weeks are recalculated', () => {
  test.each<[string, SiteChange]>([
    ['a rating', { capacity: 1600 }],
    ['a zone', { timezone: 'Europe/Stockholm' }],
    ['an interval', { signalCalcPeriod: 'PT15M' }],
    ['a new device', { extraSegments: [{ id: 'M-1', name: 'Meter', type: 'Meter' }] }],
    ['a device out of service', { disabled: true }],
  ])('%s', async (_what, change) => {
    const { describe: describeFleet, state, waitingDays, deps, computeAll } = await openFleet();
    expect(await state()).toEqual({ state: 'ready' });
    await describeFleet(change);
    expect(await state()).toEqual({ state: 'pending', sinceMs: NOW_MS, why: 'fleet' });
    expect((await waitingDays()).length).toBeGreaterThanOrEqual(61);
    await settleConfiguration(deps);
    expect(await state()).toMatchObject({ state: 'pending' });
    await computeAll();
    await settleConfiguration(deps, ['ridge' as SiteId]);
    expect(await state()).toEqual({ state: 'ready' });
  });

  test.each<[string, SiteChange]>([
    ['a name', { name: 'Turbine 1' }],
    ['a model', { model: 'B' }],
    ['nothing', {}],
  ])('but %s changes no result', async (_what, change) => {
    const { describe: describeFleet, state, waitingDays } = await openFleet();
    await describeFleet(change);
    expect(await state()).toEqual({ state: 'ready' });
    expect(await waitingDays()).toEqual([]);
  });

  test('a removed device counts, too', async () => {
    const { describe: describeFleet, state, deps, computeAll } = await openFleet();
    await describeFleet({ extraSegments: [{ id: 'M-1', name: 'Meter', type: 'Meter' }] });
    await computeAll();
    await settleConfiguration(deps);
    await describeFleet({}, { prune: true });
    expect(await state()).toMatchObject({ state: 'pending' });
  });

  test('a value from a date on concerns the days from that date, and two before it', async () => {
    const { describe: describeFleet, waitingDays } = await openFleet();
    const capacity = [
      { from: null, value: 1500 },
      { from: '2026-01-10', value: 1600 },
    ];
    await describeFleet({ capacity });
    expect((await waitingDays())[0]).toBe('2026-01-08');
  });

  test('history may still wait, and data that come meanwhile do not hold it up', async () => {
    const { describe: describeFleet, state, deps, db } = await openFleet();
    await describeFleet({ capacity: 1600 });
    await db.delete(dirtySiteDays).where(eq(dirtySiteDays.priority, 1));
    const today = { siteId: 'ridge' as SiteId, day: '2026-01-15', priority: 1, markedAtMs: NOW_MS + 1 };
    await db
      .insert(dirtySiteDays)
      .values(today)
      .onConflictDoUpdate({ target: [dirtySiteDays.siteId, dirtySiteDays.day], set: today });
    await settleConfiguration(deps);
    expect(await state()).toEqual({ state: 'ready' });
  });

  test('a site without data has nothing to wait for', async () => {
    const { describe: describeFleet, state, db } = await openFleet();
    await db.delete(siteArrivals);
    await describeFleet({ capacity: 1600 });
    expect(await state()).toEqual({ state: 'ready' });
  });

  test('also when it is changed in the metadata editor', async () => {
    const { as, state, waitingDays } = await openFleet();
    const user = await as({ of: 'north' });
    const change = { segmentId: 'WT-1' as SegmentId, attribute: 'capacityAc', value: 1700, validFrom: null };
    expect(await user.call(metadataEndpoints.save, { body: { changes: [change] } })).toEqual({ saved: 1, failed: [] });
    expect(await state()).toEqual({ state: 'pending', sinceMs: NOW_MS, why: 'metadata' });
    expect((await waitingDays()).length).toBeGreaterThanOrEqual(61);
  });

  test('a change of no site evicts no cached devices', async () => {
    const { deps, db } = await openFleet();
    const version = async () => (await db.execute("select version from inventory_versions where topic = 'fleet'")).rows;
    const before = await version();
    await settleConfiguration(deps);
    await followCalendars({ db, now: deps.now, store: deps.signals.store });
    expect(await version()).toEqual(before);
  });
});

describe('roll-ups follow the calendar of their site', () => {
  const HOUR_MS = 3_600_000;
  const START_MS = Date.UTC(2026, 0, 10);

  async function readBy(app: TestApp, resolution: 'hour' | 'day'): Promise<[string, number | null][]> {
    const user = await app.as({ of: 'north' });
    const body = {
      segmentIds: ['WT-1' as SegmentId],
      signalIds: ['ActivePower||Raw' as SignalId],
      startMs: START_MS,
      endMs: START_MS + 2 * DAY_MS,
      resolution,
      aggregation: 'sum' as const,
    };
    const [series] = (await user.call(signalEndpoints.values, { body })).series;
    return (series?.timesMs ?? []).map((timeMs, index) => [new Date(timeMs).toISOString(), series?.values[index] ?? null]);
  }

  test('a zone with another half hour and another midnight is read right, before and after it is rolled up again', async () => {
    const app = await openFleet({ signals: true });
    const { deps, db } = app;
    const { store, registry } = deps.signals;
    const [series = 0] = await registry.register([
      { siteId: 'ridge' as SiteId, segmentId: 'WT-1' as SegmentId, apCode: 'ActivePower', calcType: 'Raw' },
    ]);
    const times = Array.from({ length: 288 }, (_, index) => START_MS + index * 600_000);
    await store.writeRaw({
      series: Uint32Array.from(times, () => series),
      timesMs: Float64Array.from(times),
      values: Float64Array.from(times, () => 1),
    });
    await deps.signals.settle();
    const follow = () => followCalendars({ db, now: deps.now, store });
    // What a plant that has just begun to send rolled up, it rolled up by the calendar it has.
    expect(await follow()).not.toContain('ridge');
    expect((await readBy(app, 'hour'))[1]).toEqual(['2026-01-10T00:30:00.000Z', 6]);

    await app.describe({ timezone: 'Europe/Stockholm' });
    expect(await follow()).toEqual(['ridge']);
    expect(await follow()).toEqual([]);
    const hours = Array.from({ length: 48 }, (_, hour) => [new Date(START_MS + hour * HOUR_MS).toISOString(), 6]);
    const days = [
      ['2026-01-09T23:00:00.000Z', 138],
      ['2026-01-10T23:00:00.000Z', 144],
      ['2026-01-11T23:00:00.000Z', 6],
    ];
    for (const rolledUp of [false, true]) {
      if (rolledUp) await deps.signals.settle();
      expect(await readBy(app, 'hour')).toEqual(hours);
      expect(await readBy(app, 'day')).toEqual(days);
    }
  });
});
