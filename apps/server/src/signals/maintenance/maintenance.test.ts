import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@solvane/energy/time/zone';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSignalStore } from '../create-signal-store.ts';
import { startRollUps } from '../rollup/roll-up-runner.ts';
import type { SignalStore } from '../signal-store.ts';
import { migrateSignals } from '../sql/migrations.ts';
import { openEmbeddedDatabase } from '../sql/signal-database.ts';
import { startTestEngine } from '../testing/engine-fixture.ts';
import { openTestStore, type StoreFixture, type TestPoint, toPointColumns } from '../testing/store-fixture.ts';
import { compareCopy } from './fingerprint.ts';

const ZONE = 'Europe/Stockholm';
const START_MS = Date.UTC(2025, 4, 31, 22);
const INTERVAL_MS = 600_000;

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await openTestStore();
});
afterAll(() => fixture.close());

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const everyTenMinutes = (series: number, count: number, value = 1): TestPoint[] =>
  Array.from({ length: count }, (_, i) => ({ series, timeMs: START_MS + i * INTERVAL_MS, value }));
const stored = (series: number) => ({ series, kind: 'raw', zone: ZONE, intervalMs: INTERVAL_MS }) as const;

async function sums(store: SignalStore, series: number, resolution: 'raw' | 'hour' | 'day' | 'month', days = 40): Promise<number> {
  const response = await store.read({
    series: [{ ...stored(series), aggregation: 'sum' }],
    startMs: START_MS,
    endMs: START_MS + days * DAY_MS,
    resolution,
  });
  return response.series[0]?.values.reduce((sum, value) => sum + value, 0) ?? 0;
}

async function rollUpAll(store = fixture.store): Promise<void> {
  while ((await store.rollUp()) > 0);
}

test('what a retention rule deletes is gone from points, roll-ups and newest points, the rest stays', async () => {
  const series = fixture.directory.addBlock({ zone: ZONE });
  await fixture.store.writeRaw(toPointColumns([...everyTenMinutes(series, 144 * 4), ...everyTenMinutes(series + 1, 10)]));
  await rollUpAll();
  await fixture.store.deleteBefore([stored(series), stored(series + 1)], START_MS + 2 * DAY_MS);
  for (const resolution of ['raw', 'hour', 'day'] as const) expect(await sums(fixture.store, series, resolution)).toBe(288);
  expect(await sums(fixture.store, series + 1, 'raw')).toBe(0);
  expect((await fixture.store.readLatest([series, series + 1])).series).toEqual(Float64Array.of(series));
});

test('of computed points a retention rule deletes those before the instant, also in the middle of a chunk', async () => {
  const series = fixture.directory.addBlock({ kind: 'derived', zone: ZONE });
  const points = everyTenMinutes(series, 144 * 3);
  const derived = { ...toPointColumns(points), weights: new Float64Array(points.length).fill(2) };
  const period = { startMs: START_MS, endMs: START_MS + 3 * DAY_MS };
  const rollUp = { zone: ZONE, intervalMs: INTERVAL_MS, directions: new Set<number>() };
  await fixture.store.replaceComputed({ ...period, derived: { series: [series], points: derived }, rollUp });
  const beforeMs = START_MS + DAY_MS + 8 * 3_600_000;
  await fixture.store.deleteBefore([{ series, kind: 'derived', zone: ZONE, intervalMs: INTERVAL_MS }], beforeMs);
  const { timesMs } = await fixture.store.readPoints({ ...period, kind: 'derived', series: [series] });
  expect([...timesMs].sort((a, b) => a - b)).toEqual(points.flatMap(({ timeMs }) => (timeMs >= beforeMs ? [timeMs] : [])));
});

test('a write that a crash cut off behind its points is rolled up after the next start, and read right before', async () => {
  const series = fixture.directory.addBlock({ zone: ZONE });
  await fixture.store.writeRaw(toPointColumns(everyTenMinutes(series, 6)));
  await rollUpAll();
  // What a killed writer leaves: days opened, points in the table, nothing marked.
  const name = fixture.database.name;
  await fixture.database.command(
    `insert into ${name}.dirty_day (block, day, opened) select ${series / 256}, toDate32('2025-05-31'), toUInt64(toUnixTimestamp64Nano(now64(9)))`,
  );
  await fixture.database.command(
    `insert into ${name}.point_raw select ${series}, fromUnixTimestamp64Milli(toInt64(${START_MS}), 'UTC'), 101, toUInt64(toUnixTimestamp64Nano(now64(9)))`,
  );
  expect(await sums(fixture.store, series, 'day')).toBe(106);
  await rollUpAll();
  const { pendingBlockDays } = await fixture.store.rollUpState();
  expect(pendingBlockDays).toBe(1); // the writer may still be at it
  process.kill(Number(fixture.engine?.supervisor.status.pid), 'SIGKILL');
  await vi.waitFor(
    async () => {
      await rollUpAll();
      expect(await fixture.store.rollUpState()).toEqual({ pendingBlockDays: 0 });
    },
    { timeout: 60_000, interval: 100 },
  );
  for (const resolution of ['hour', 'day', 'month'] as const) expect(await sums(fixture.store, series, resolution)).toBe(106);
});

test('kill after kill, nothing acknowledged is lost and roll-ups agree with points', async () => {
  const series = fixture.directory.addBlock({ zone: ZONE });
  const acknowledged = new Set<number>();
  for (let round = 0; round < 4; round++) {
    const writes = Array.from({ length: 30 }, (_, n) => {
      const slot = round * 30 + n;
      return fixture.store
        .writeRaw(toPointColumns([{ series, timeMs: START_MS + slot * INTERVAL_MS, value: 1 }]))
        .then(() => acknowledged.add(slot))
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'signals.unavailable' }));
    });
    const rolling = fixture.store.rollUp().catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    if (round > 0) await Promise.race(writes);
    process.kill(Number(fixture.engine?.supervisor.status.pid), 'SIGKILL');
    await Promise.all([...writes, rolling]);
    await vi.waitFor(() => fixture.store.rollUpState(), { timeout: 60_000 });
  }
  const points = await sums(fixture.store, series, 'raw');
  expect(points).toBeGreaterThanOrEqual(acknowledged.size);
  expect(await sums(fixture.store, series, 'day')).toBe(points);
  await vi.waitFor(
    async () => {
      await rollUpAll();
      expect(await fixture.store.rollUpState()).toEqual({ pendingBlockDays: 0 });
    },
    { timeout: 60_000, interval: 100 },
  );
  for (const resolution of ['hour', 'day', 'month'] as const) expect(await sums(fixture.store, series, resolution)).toBe(points);
});

test('roll-ups follow writes by themselves', async () => {
  const series = fixture.directory.addBlock({ zone: ZONE });
  const runner = startRollUps({ store: fixture.store, log, gatherMs: 1 });
  await fixture.store.writeRaw(toPointColumns(everyTenMinutes(series, 6)));
  await vi.waitFor(async () => expect(await fixture.store.rollUpState()).toEqual({ pendingBlockDays: 0 }), { timeout: 60_000 });
  await runner.stop();
  const [hours] = (
    await fixture.database.select(`select total from ${fixture.database.name}.rollup_hour final where series = ${series}`)
  ).byName.values();
  expect(hours).toEqual(Float64Array.of(6));
});

test('a backup taken while points arrive and are rolled up is restored into an empty folder, whole', async () => {
  const series = fixture.directory.addBlock({ zone: ZONE });
  await fixture.store.writeRaw(toPointColumns(everyTenMinutes(series, 144 * 30)));
  await rollUpAll();
  await fixture.store.writeRaw(toPointColumns(everyTenMinutes(series + 1, 144 * 3))); // not rolled up yet
  const path = join(fixture.engine?.dataFolder ?? '', 'backups', 'monday');
  mkdirSync(join(path, '..'), { recursive: true });
  let isWriting = true;
  const meanwhile = (async () => {
    for (let value = 2; isWriting; value++) {
      await fixture.store.writeRaw(toPointColumns(everyTenMinutes(series, 144, value)));
      await fixture.store.rollUp();
    }
  })();
  const before = await fixture.store.fingerprint();
  await fixture.store.backUp(path);
  const after = await fixture.store.fingerprint();
  isWriting = false;
  await meanwhile;

  const engine = await startTestEngine({ backupFolders: [path] });
  const database = await openEmbeddedDatabase({ link: engine.link, spoolFolder: join(engine.dataFolder, 'spool') });
  const restored = createSignalStore({ database, directory: fixture.directory });
  await restored.restore(path);
  await migrateSignals(database);
  const points = await sums(restored, series, 'raw');
  expect(points).toBeGreaterThanOrEqual(144 * 30);
  const comparison = compareCopy(await restored.fingerprint(), { before, after });
  expect(comparison).toMatchObject({ different: [], changed: expect.any(Number) });
  expect(comparison.compared).toBeGreaterThan(0);
  for (const resolution of ['hour', 'day', 'month'] as const) expect(await sums(restored, series, resolution)).toBe(points);
  await rollUpAll(restored);
  for (const resolution of ['hour', 'day', 'month'] as const) expect(await sums(restored, series, resolution)).toBe(points);
  expect(await sums(restored, series + 1, 'month')).toBe(144 * 3);
  expect((await restored.readLatest([series])).timesMs).toEqual(Float64Array.of(START_MS + (144 * 30 - 1) * INTERVAL_MS));
  await restored.writeRaw(toPointColumns(everyTenMinutes(series, 1, 1000)));
  expect(await sums(restored, series, 'raw', 1)).toBeGreaterThan(1000);
  await restored.close();
  await engine.close();
});
