import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineFixture, startTestEngine } from '../testing/engine-fixture.ts';
import { migrateSignals, SIGNAL_MIGRATIONS, type SignalMigration } from './migrations.ts';
import { numbersOf, textsOf } from './native-format.ts';
import { openEmbeddedDatabase, type SignalDatabase } from './signal-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'solvane-migrations-'));
let engine: EngineFixture;
let database: SignalDatabase;
beforeAll(async () => {
  engine = await startTestEngine();
  database = await openEmbeddedDatabase({ link: engine.link, spoolFolder: folder });
  await migrateSignals(database, SIGNAL_MIGRATIONS.slice(0, 1));
  await database.command(`insert into solvane.point_derived (series, time, value, version) select 5000, toDateTime64(0, 3, 'UTC'), 3, 1`);
  await migrateSignals(database);
  await database.command(
    `insert into solvane.point_raw select number % 100, fromUnixTimestamp64Milli(1750000000000 + intDiv(number, 100) * 600000, 'UTC'), number, 1 from numbers(100000)`,
  );
});
afterAll(async () => {
  await database.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

const count = async () => [...numbersOf(await database.select('select count() as n, sum(value) as sum from solvane.point_raw'), 'n')];

const addsAColumn: SignalMigration = {
  version: 1000,
  name: 'a source of each point',
  statements: ({ database: name }) => [
    `alter table ${name}.point_raw add column if not exists source UInt8 default 7`,
    `alter table ${name}.point_raw materialize column source`,
  ],
};

test('the second start has nothing to do', async () => {
  expect(await migrateSignals(database)).toEqual([]);
});

test('the newest computed points of before are kept when the views that found them go, and raw points keep theirs', async () => {
  const newest = await database.select('select value from solvane.point_latest final where series = 5000');
  expect([...numbersOf(newest, 'value')]).toEqual([3]);
  const views = await database.select(`select name from system.tables where database = 'solvane' and engine = 'MaterializedView'`);
  expect(textsOf(views, 'name')).toEqual(['point_raw_to_latest']);
});

test('a later step changes a filled store and keeps every point', async () => {
  const before = await count();
  expect(await migrateSignals(database, [...SIGNAL_MIGRATIONS, addsAColumn])).toEqual([1000]);
  expect(await count()).toEqual(before);
  expect([...numbersOf(await database.select('select sum(source) as s from solvane.point_raw'), 's')]).toEqual([700_000]);
});

test('a step that failed half way is taken again from its start', async () => {
  const failsOnce: SignalMigration = { version: 1001, name: 'x', statements: () => [...addsAColumn.statements(target), 'select nonsense'] };
  await expect(migrateSignals(database, [...SIGNAL_MIGRATIONS, addsAColumn, failsOnce])).rejects.toThrow();
  expect(await migrateSignals(database, [...SIGNAL_MIGRATIONS, addsAColumn, { ...failsOnce, statements: addsAColumn.statements }])).toEqual(
    [1001],
  );
});

test('an engine killed in the middle of a step is migrated by the next start', async () => {
  const slow: SignalMigration = {
    version: 1002,
    name: 'a slow one',
    statements: ({ database: name }) => [
      `create table if not exists ${name}.copied (n UInt64) engine = MergeTree order by n`,
      `insert into ${name}.copied select number from numbers(100000000) where sin(number) > 2`,
    ],
  };
  const steps = [...SIGNAL_MIGRATIONS, addsAColumn, { ...addsAColumn, version: 1001 }];
  const broken = migrateSignals(database, [...steps, slow]);
  const inTheMiddle = async () => (await database.select(`select name from system.tables where name = 'copied'`)).rowCount > 0;
  while (!(await inTheMiddle())) await new Promise((resolve) => setImmediate(resolve));
  process.kill(Number(engine.supervisor.status.pid), 'SIGKILL');
  await expect(broken).rejects.toMatchObject({ code: 'signals.unavailable' });
  const quick = { ...slow, statements: (target: Parameters<typeof slow.statements>[0]) => slow.statements(target).slice(0, 1) };
  expect(await migrateSignals(database, [...steps, quick])).toEqual([1002]);
  expect(await count()).toEqual([100_000]);
});

test('a store of a newer version is refused', async () => {
  await expect(migrateSignals(database)).rejects.toThrow(/newer version/);
});

const target = { database: 'solvane', cluster: undefined };

test('the tables of a cluster are written in the dialect of the engine', async () => {
  const statements = SIGNAL_MIGRATIONS.flatMap((migration) => migration.statements({ database: 'solvane', cluster: 'plants' }));
  for (const statement of statements) {
    const { bytes } = await engine.link.run({ sql: `explain ast ${statement}` });
    expect(bytes.toString()).toMatch(/(Create|Drop)Query.* solvane/);
  }
  const [replicated, distributed] = statements;
  expect(replicated).toContain(`on cluster plants`);
  expect(replicated).toContain(`ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/solvane/point_raw_local', '{replica}', version)`);
  expect(distributed).toContain(`Distributed('plants', 'solvane', 'point_raw_local', intDiv(series, 256))`);
  expect(statements.filter((statement) => statement.includes('materialized view')).every((view) => view.includes('_local'))).toBe(true);
});
