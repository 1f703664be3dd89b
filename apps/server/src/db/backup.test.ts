import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createGiven } from '../testing/given.ts';
import { migratedDump, openEmptyDatabase } from '../testing/test-database.ts';
import { backUpDatabase } from './backup.ts';
import { createDb, type Database, openDatabase, TRANSACTION } from './db.ts';
import { migrate, readMigrations } from './migrate.ts';
import { restoreDatabase } from './restore.ts';
import { assertNoRestoreMarker, removeRestoreMarker, setRestoreMarker } from './restore-marker.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An embedded database on disk, migrated. */
async function openOnDisk(): Promise<Database> {
  const database = openDatabase({
    url: undefined,
    poolSize: 1,
    folder: join(temporaryFolder(), 'postgres'),
    loadFrom: await migratedDump(),
    onError: console.error,
  });
  onTestFinished(database.stop);
  return database;
}

/** Every row of every table, as text. The version of the fleet is a new one after every change, a restored one included. */
async function contentOf({ pool }: Database): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('schema_migrations', 'fleet_version', 'inventory_versions') order by 1",
  );
  const content: Record<string, string[]> = {};
  for (const { name } of rows)
    content[name] = (await pool.query(`select t::text as row from "${name}" t order by 1`)).rows.map(({ row }) => row);
  return content;
}

async function fill(database: Database): Promise<void> {
  const db = createDb(database.pool, TRANSACTION);
  const given = createGiven(db, () => 1_700_000_000_000);
  const site = await given.site({ enterpriseId: 'solvind', contractorEnterpriseIds: ['nordic'], latitude: 0.1 + 0.2 });
  const device = await given.segment({ siteId: site.id });
  await given.metadata(device.id, { ratedPowerKw: 1e-7, model: 'a "b"\n\\ é \u2028', isTracked: false });
  await db.execute(sql`insert into users (id, email, name, created_at_ms) values (gen_random_uuid(), 'a@b.se', 'Å', 1)`);
  await db.execute(sql`insert into files (id, user_id, purpose, file_name, content_type, byte_count, created_at_ms)
    select gen_random_uuid(), id, 'csv', 'f.csv', 'text/csv', 3, 9007199254740993 from users`);
  await db.execute(sql`insert into file_chunks select id, 0, '\\x00ff7f' from files`);
  await db.execute(sql`insert into audit_log (at_ms, actor, action, entity_type, entity_id, details)
    select g, 'x', 'y', 'site', 'S', jsonb_build_object('n', g, 'text', repeat('long ', 200)) from generate_series(1, 3000) g`);
  await db.execute(
    sql`insert into user_jobs (id, kind, state, created_at_ms, updated_at_ms) values (gen_random_uuid(), 'k', 'running', 1, 1)`,
  );
}

test('a backup restored into an empty database holds every row, whatever its types, and goes on counting', async () => {
  const source = await openOnDisk();
  await fill(source);
  const folder = join(temporaryFolder(), 'backup');
  const backup = await backUpDatabase(source, folder);
  expect(backup.tables.find(({ name }) => name === 'audit_log')?.rows).toBe(3_000);
  expect(readdirSync(folder)).not.toContain('copy');
  const target = await openEmptyDatabase();
  onTestFinished(target.stop);
  await restoreDatabase(target.pool, backup, { folder, migrations: await readMigrations() });
  await source.pool.query("update user_jobs set state = 'failed'");
  const [restored, original] = [await contentOf(target), await contentOf(source)];
  for (const [name, rows] of Object.entries(original)) expect({ name, rows: restored[name] }).toEqual({ name, rows });
  expect(Object.keys(restored)).toEqual(Object.keys(original));
  const { rows } = await target.pool.query(
    "insert into audit_log (at_ms, actor, action, entity_type, entity_id) values (1, 'x', 'y', 'z', 'e') returning id",
  );
  expect(rows).toEqual([{ id: '3001' }]);
});

/** Six megabytes of events, more than one insert of a restore takes: every event names the next one as the one shown in its place. */
async function fillEventLog({ pool }: Database, { events }: { events: number }): Promise<void> {
  const db = createDb(pool, TRANSACTION);
  const given = createGiven(db, () => 1_700_000_000_000);
  const site = await given.site({ enterpriseId: 'solvind' });
  const device = await given.segment({ siteId: site.id });
  await pool.query('begin');
  await pool.query(
    `insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, raw_event_ids, updated_at_ms)
     select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, n, n + 1, false, repeat('x', 400), 'Downtime', 'c', 1, '{}', 1
     from generate_series(1, $3::int) n`,
    [site.id, device.id, events],
  );
  await pool.query(
    `update group_events set promoted_id = ('00000000-0000-0000-0000-' || lpad((start_ms + 1)::text, 12, '0'))::uuid where start_ms < $1`,
    [events],
  );
  await pool.query('commit');
}

test('rows that refer to later rows of their own table are restored, however many there are', async () => {
  const source = await openOnDisk();
  await fillEventLog(source, { events: 8_000 });
  const folder = join(temporaryFolder(), 'backup');
  const backup = await backUpDatabase(source, folder);
  const target = await openEmptyDatabase();
  onTestFinished(target.stop);
  await restoreDatabase(target.pool, backup, { folder, migrations: await readMigrations() });
  const promoted = `select count(*)::int as n from group_events a join group_events b on b.id = a.promoted_id`;
  expect((await target.pool.query(promoted)).rows).toEqual([{ n: 7_999 }]);
});

test('tables that refer to each other are restored, and a row that refers to nothing is refused', async () => {
  const source = await openOnDisk();
  const circle = {
    name: '9999_circle',
    sql: `create table a_ring (id integer primary key, next_id integer not null);
      create table b_ring (id integer primary key, next_id integer not null references a_ring (id));
      alter table a_ring add foreign key (next_id) references b_ring (id)`,
  };
  const migrations = [...(await readMigrations()), circle];
  await migrate(source.pool, migrations);
  await source.pool.query('alter table a_ring disable trigger all');
  await source.pool.query('insert into a_ring values (1, 2)');
  await source.pool.query('alter table a_ring enable trigger all');
  await source.pool.query('insert into b_ring values (2, 1)');
  const folder = join(temporaryFolder(), 'backup');
  const backup = await backUpDatabase(source, folder);
  const target = await openEmptyDatabase();
  onTestFinished(target.stop);
  await setRestoreMarker(target.pool);
  const lost = backup.tables.map((table) => (table.name === 'b_ring' ? { ...table, rows: 0, checksum: '0' } : table));
  const whole = readFileSync(join(folder, 'b_ring.ndjson.gz'));
  writeFileSync(join(folder, 'b_ring.ndjson.gz'), gzipSync(''));
  await expect(restoreDatabase(target.pool, { ...backup, tables: lost }, { folder, migrations })).rejects.toThrow('violates foreign key');
  await expect(assertNoRestoreMarker(target.pool)).rejects.toThrow('did not finish');
  writeFileSync(join(folder, 'b_ring.ndjson.gz'), whole);
  await restoreDatabase(target.pool, backup, { folder, migrations });
  await removeRestoreMarker(target.pool);
  await assertNoRestoreMarker(target.pool);
  expect((await target.pool.query('select a.id, b.id as b from a_ring a join b_ring b on b.id = a.next_id')).rows).toEqual([
    { id: 1, b: 2 },
  ]);
  await expect(target.pool.query('insert into b_ring values (3, 3)')).rejects.toThrow('b_ring_next_id_fkey');
});

test('every sequence goes on after the last number it gave, and one that gave none begins at its first', async () => {
  const source = await openOnDisk();
  await fill(source);
  await source.pool.query("select nextval('series_block_numbers') from generate_series(1, 41)");
  const backup = await backUpDatabase(source, join(temporaryFolder(), 'backup'));
  const folder = join(temporaryFolder(), 'second');
  const again = await backUpDatabase(source, folder);
  expect(again.sequences).toEqual(backup.sequences);
  const target = await openEmptyDatabase();
  onTestFinished(target.stop);
  await restoreDatabase(target.pool, again, { folder, migrations: await readMigrations() });
  const next = async ({ pool }: Database) => {
    const { rows } = await pool.query<{ name: string }>(
      "select sequencename as name from pg_sequences where schemaname = 'public' order by 1",
    );
    const numbers: Record<string, string> = {};
    for (const { name } of rows) numbers[name] = (await pool.query(`select nextval('"${name}"') as n`)).rows[0]?.n;
    return numbers;
  };
  const [restored, original] = [await next(target), await next(source)];
  expect(restored).toEqual(original);
  expect(restored).toMatchObject({ series_block_numbers: '42', audit_log_id_seq: '3001' });
});

test('the product goes on while it is backed up, and the backup holds one instant of it', async () => {
  const source = await openOnDisk();
  await source.pool.query("insert into enterprises values ('before', 'before', 1)");
  const backup = backUpDatabase(source, join(temporaryFolder(), 'backup'));
  // Both rows or none: they are committed together, at any moment of the backup.
  let committed = 0;
  let done = false;
  const finished = backup.finally(() => {
    done = true;
  });
  while (!done) {
    const names = [`a${committed}`, `b${committed}`];
    await source.db.transaction(async (tx) => {
      for (const name of names) await tx.execute(sql`insert into enterprises values (${name}, ${name}, 1)`);
    });
    committed += 1;
  }
  const { tables } = await finished;
  const rows = tables.find(({ name }) => name === 'enterprises')?.rows ?? 0;
  expect(rows % 2).toBe(1);
  expect(committed).toBeGreaterThan(3);
});

test('a backup of an older version is migrated after it is loaded', async () => {
  const source = await openOnDisk();
  const migrations = await readMigrations();
  await source.pool.query("insert into enterprises values ('E', 'Enterprise', 1)");
  const folder = join(temporaryFolder(), 'backup');
  const backup = await backUpDatabase(source, folder);
  const next = { name: '9999_next', sql: "alter table enterprises add column country text not null default 'SE'" };
  const target = await openEmptyDatabase();
  onTestFinished(target.stop);
  await restoreDatabase(target.pool, backup, { folder, migrations: [...migrations, next] });
  expect((await target.pool.query('select id, country from enterprises')).rows).toEqual([{ id: 'E', country: 'SE' }]);
});

test('nothing is restored over what is there, from a newer version, or from a damaged file', async () => {
  const source = await openOnDisk();
  const migrations = await readMigrations();
  await source.pool.query("insert into enterprises values ('E', 'Enterprise', 1)");
  const folder = join(temporaryFolder(), 'backup');
  const backup = await backUpDatabase(source, folder);
  await expect(restoreDatabase(source.pool, backup, { folder, migrations })).rejects.toThrow('holds tables already');
  const target = await openEmptyDatabase();
  onTestFinished(target.stop);
  await expect(restoreDatabase(target.pool, { ...backup, migrations: ['9999_future'] }, { folder, migrations })).rejects.toThrow(
    'newer version',
  );
  const short = { ...backup, tables: backup.tables.map((table) => (table.name === 'enterprises' ? { ...table, rows: 2 } : table)) };
  await expect(restoreDatabase(target.pool, short, { folder, migrations })).rejects.toThrow('The backup of enterprises is damaged');
  const changed = { ...backup, tables: backup.tables.map((table) => (table.name === 'enterprises' ? { ...table, checksum: '1' } : table)) };
  await expect(restoreDatabase(target.pool, changed, { folder, migrations })).rejects.toThrow('The rows of enterprises are not those');
});
