import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignalStore } from '../create-signal-store.ts';
import { migrateSignals } from '../sql/migrations.ts';
import { numbersOf } from '../sql/native-format.ts';
import { openEmbeddedDatabase } from '../sql/signal-database.ts';
import { type EngineFixture, startTestEngine } from '../testing/engine-fixture.ts';
import { openTestStore, type StoreFixture, toPointColumns } from '../testing/store-fixture.ts';
import { PointWriter } from './point-writer.ts';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await openTestStore();
});
afterAll(() => fixture.close());

const TIME_MS = Date.UTC(2025, 5, 1);
const points = (series: number, count: number) =>
  toPointColumns(Array.from({ length: count }, (_, i) => ({ series, timeMs: TIME_MS + i * 600_000, value: i })));

test('a thousand small writes at once become few inserts, each acknowledged', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  const inserts = async () => {
    const [count] = numbersOf(
      await fixture.database.select(`select toInt64(value) as n from system.events where event = 'InsertQuery'`),
      'n',
    );
    return count ?? 0;
  };
  const before = await inserts();
  await Promise.all(Array.from({ length: 1000 }, (_, n) => fixture.store.writeRaw(points(series + (n % 200), 5))));
  expect((await inserts()) - before).toBeLessThan(50);
  const seriesQuery = { kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'avg' } as const;
  const requested = Array.from({ length: 200 }, (_, n) => ({ ...seriesQuery, series: series + n }));
  expect(await fixture.store.countPoints({ series: requested, startMs: TIME_MS, endMs: TIME_MS + 86_400_000 })).toBe(1000);
});

test('more points than may wait are turned away, and those that wait are written', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  const writer = new PointWriter({ database: fixture.database, onWritten: () => undefined, queueMaxPoints: 10 });
  const results = await Promise.allSettled([
    writer.write(points(series, 8)),
    writer.write(points(series + 1, 8)),
    writer.write(points(series + 2, 2)),
  ]);
  expect(results[0]).toMatchObject({ status: 'fulfilled' });
  expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'ingest.busy' } });
  expect(results[2]).toMatchObject({ status: 'fulfilled' });
  await writer.write(points(series + 1, 8));
  expect((await fixture.store.readLatest([series, series + 1, series + 2])).series.length).toBe(3);
});

test('a body larger than the queue is taken when nothing else waits', async () => {
  const writer = new PointWriter({ database: fixture.database, onWritten: () => undefined, queueMaxPoints: 10 });
  await writer.write(points(fixture.directory.addBlock({ zone: 'UTC' }), 100));
});

test('on a full disk writes are refused as such, reads go on', async () => {
  const engine: EngineFixture = await startTestEngine();
  const open = (link: EngineFixture['link']) =>
    createSignalStore({
      database: openEmbeddedDatabase({ link, spoolFolder: join(engine.dataFolder, 'spool') }),
      directory: fixture.directory,
    });
  await migrateSignals(openEmbeddedDatabase({ link: engine.link, spoolFolder: join(engine.dataFolder, 'spool') }));
  await open(engine.link).writeRaw(points(256, 3));
  await engine.supervisor.close();
  const full = await startTestEngine({ dataFolder: engine.dataFolder, minFreeBytes: 1e18 });
  const store = open(full.link);
  await expect(store.writeRaw(points(256, 3))).rejects.toMatchObject({ code: 'storage.full' });
  expect((await store.readLatest([256])).values).toEqual(Float64Array.of(2));
  await full.close();
  await engine.close();
});
