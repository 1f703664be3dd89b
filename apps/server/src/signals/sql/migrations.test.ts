import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreSignals } from '../maintenance/backup.ts';
import { findDifference, fingerprintPoints, type PointTotals, totalPoints } from '../maintenance/fingerprint.ts';
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
  await database.command(COMPUTED_BEFORE);
  await database.command(HOURS_BEFORE);
  await migrateSignals(database, SIGNAL_MIGRATIONS.slice(0, 3));
  await database.command(
    `insert into solvane.point_raw select number % 100, fromUnixTimestamp64Milli(1750000000000 + intDiv(number, 100) * 600000, 'UTC'), number, 1 from numbers(100000)`,
  );
});
afterAll(async () => {
  await database.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Before 1970 and over its beginning: points in no order, one twice, one without value but with a reason, one that was taken back. */
const BEFORE_MS = -100 * 600_000;
const COMPUTED_BEFORE = `insert into solvane.point_validated (series, time, value, flags, method, version)
  select 6000, fromUnixTimestamp64Milli(toInt64(${BEFORE_MS} + n * 600000), 'UTC'), multiIf(n in (7, 11), nan, n = 12 and k = 1, -12, n), n = 7 ? 0 : n % 3, n = 7 ? 0 : n % 5, 1 + k
  from (select number % 300 as n, intDiv(number, 300) as k from numbers(600)) where k = 0 or n = 12 order by cityHash64(n)`;
const HOURS_BEFORE = `insert into solvane.rollup_hour (series, time, count, version) select arrayJoin([100, 6000]), toDateTime64(0, 3, 'UTC'), 1, 1`;

const count = async () => [...numbersOf(await database.select('select count() as n, sum(value) as sum from solvane.point_raw'), 'n')];

const addsAColumn: SignalMigration = {
  version: 1000,
  name: 'a source of each point',
  statements: ({ database: name }) => [
    `alter table ${name}.point_raw add column if not exists source UInt8 default 7`,
    `alter table ${name}.point_raw materialize column source`,
  ],
};

test('folding computed points that was broken off behind its end ends the same when it is done again', async () => {
  const points = () =>
    database.select(
      'select sum(length(offsets)) as n, sum(arraySum(v -> if(isNaN(v), 0, v), values)) as s from solvane.stretch_validated final',
    );
  const before = await points();
  const [, , folding] = SIGNAL_MIGRATIONS;
  for (const statement of folding?.statements(target) ?? []) await database.command(statement);
  expect(await points()).toEqual(before);
});

test('a filled store of before opens: its tables get plain names and keep every row', async () => {
  await database.command(`insert into solvane.rollup_mark (block, day, marked) select 23, toDate32('2025-06-01'), 5`);
  const rows = (tables: string) =>
    database.select(`select count() as n, toString(sum(cityHash64(*))) as checksum from solvane.${tables} final`);
  const before = [await rows('stretch_validated'), await rows('stretch_derived'), await rows('rollup_mark')];
  expect(await migrateSignals(database)).toEqual([4]);
  expect([await rows('chunk_validated'), await rows('chunk_derived'), await rows('dirty_day')]).toEqual(before);
  for (const statement of SIGNAL_MIGRATIONS[3]?.statements(target) ?? []) await database.command(statement);
  expect(await rows('chunk_validated')).toEqual(before[0]);
});

test('a backup of an older version is restored and migrated', async () => {
  const older: SignalDatabase = { ...database, name: 'older' };
  const restored: SignalDatabase = { ...database, name: 'restored' };
  await migrateSignals(older, SIGNAL_MIGRATIONS.slice(0, 3));
  await database.command(`insert into older.stretch_derived select * from solvane.chunk_derived`);
  await database.command(`insert into older.rollup_mark (block, day, marked) select 19, toDate32('2025-06-01'), 5`);
  await database.command(`create table older.backup_state (startedAt UInt64, block UInt32, day Date32) engine = MergeTree order by block`);
  await database.command(`insert into older.backup_state select 1, 19, toDate32('2025-06-02')`);
  const totals = [{ ...totalPoints(await fingerprintPoints(database))[2], table: 'stretch_derived' } as PointTotals];
  const path = join(engine.dataFolder, 'backups', 'older');
  mkdirSync(join(path, '..'), { recursive: true });
  await database.command(`backup database older to File('${path}')`);
  await restoreSignals(restored, path, 'older');
  expect(await migrateSignals(restored)).toEqual([]);
  const found = totalPoints(await fingerprintPoints(restored));
  expect(findDifference(found, totals)).toBeUndefined();
  expect(findDifference(found, [{ table: 'stretch_derived', rows: 2, checksum: '1' }])).toBe('stretch_derived: 1 of 2 rows');
  const days = await database.select(`select toString(day) as day from restored.dirty_day where block = 19 and marked > 0 order by day`);
  expect(textsOf(days, 'day')).toEqual(['1970-01-01', '2025-06-01', '2025-06-02']);
});

test('the second start has nothing to do', async () => {
  expect(await migrateSignals(database)).toEqual([]);
});

test('computed points of before are in chunks, as they were, and hours of raw points are still there', async () => {
  const rows = await database.select(
    `select toUnixTimestamp64Milli(time) + at as ms, v, f, m, version from solvane.chunk_validated final ` +
      `array join offsets as at, values as v, arrayResize(flags, length(offsets)) as f, arrayResize(methods, length(offsets)) as m where series = 6000 order by ms`,
  );
  const [ms, values, flags, methods] = ['ms', 'v', 'f', 'm'].map((name) => [...numbersOf(rows, name)]);
  const kept = Array.from({ length: 300 }, (_, n) => n).filter((n) => n !== 7);
  expect(ms).toEqual(kept.map((n) => BEFORE_MS + n * 600_000));
  expect(values).toEqual(kept.map((n) => (n === 11 ? Number.NaN : n === 12 ? -12 : n)));
  expect(flags).toEqual(kept.map((n) => n % 3));
  expect(methods).toEqual(kept.map((n) => n % 5));
  const derived = await database.select(
    `select toUnixTimestamp64Milli(time) + arrayJoin(offsets) as ms, values from solvane.chunk_derived final where series = 5000`,
  );
  expect([...numbersOf(derived, 'ms')]).toEqual([0]);
  const hours = await database.select('select series from solvane.rollup_hour final order by series');
  expect([...numbersOf(hours, 'series')]).toEqual([100]);
  const tables = await database.select(`select name from system.tables where database = 'solvane' and name like 'point_%' order by name`);
  expect(textsOf(tables, 'name')).toEqual(['point_latest', 'point_raw', 'point_raw_to_latest']);
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
    expect(bytes.toString()).toMatch(/(Create|Drop|Insert|Delete|Rename)Query.* solvane|TableIdentifier solvane|rollup_hour|Rename/);
  }
  const [replicated, distributed] = statements;
  expect(replicated).toContain(`on cluster plants`);
  expect(replicated).toContain(`ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/solvane/point_raw_local', '{replica}', version)`);
  expect(distributed).toContain(`Distributed('plants', 'solvane', 'point_raw_local', intDiv(series, 256))`);
  expect(statements.filter((statement) => statement.includes('materialized view')).every((view) => view.includes('_local'))).toBe(true);
});
