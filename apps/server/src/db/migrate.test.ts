import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATION_FILLS, RENAMED_TABLES } from '../testing/migration-fills.ts';
import { openEmptyDatabase, openFreshDatabase } from '../testing/test-database.ts';
import { openDatabase } from './db.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';

const two: Migration[] = [
  { name: '0001_first', sql: 'create table plants (id text primary key)' },
  { name: '0002_second', sql: "alter table plants add column country text not null default 'SE'" },
];

async function emptyPool(poolSize = 1): Promise<pg.Pool> {
  const database = await openEmptyDatabase(poolSize);
  onTestFinished(database.stop);
  return database.pool;
}

test('each migration runs once, in order', async () => {
  const pool = await emptyPool();
  expect(await migrate(pool, two.slice(0, 1))).toEqual(['0001_first']);
  await pool.query("insert into plants values ('A')");
  expect(await migrate(pool, two)).toEqual(['0002_second']);
  expect(await migrate(pool, two)).toEqual([]);
  expect((await pool.query('select * from plants')).rows).toEqual([{ id: 'A', country: 'SE' }]);
});

test('a migration that fails leaves nothing of itself', async () => {
  const pool = await emptyPool();
  const broken = { name: '0002_broken', sql: 'create table half (id text); select 1 / 0;' };
  await expect(migrate(pool, [...two.slice(0, 1), broken])).rejects.toThrow('Migration 0002_broken failed');
  expect((await pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  expect(await migrate(pool, two)).toEqual(['0002_second']);
});

test('a database of a newer version, and a migration that was edited, are refused', async () => {
  const pool = await emptyPool();
  await migrate(pool, two);
  await expect(migrate(pool, two.slice(0, 1))).rejects.toThrow('newer version of Solvane (0002_second)');
  await expect(
    migrate(
      pool,
      two.map((one) => ({ ...one, sql: `${one.sql} ` })),
    ),
  ).rejects.toThrow('0001_first was changed');
});

test('processes that start together migrate once', async () => {
  const pool = await emptyPool(4);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(pool, two)));
  expect(applied.flat().sort()).toEqual(['0001_first', '0002_second']);
});

test('a process killed in the middle of a migration leaves a database that the next start migrates', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./db.ts', import.meta.url).href)});
    const { migrate } = await import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)});
    const { pool } = openDatabase({ url: undefined, poolSize: 1, folder: ${JSON.stringify(join(folder, 'postgres'))}, onError: console.error });
    await migrate(pool, [{ name: '0001_first', sql: 'create table plants (id text primary key)' }]);
    await pool.query("insert into plants select g::text from generate_series(1, 1000) g");
    console.log('migrating');
    await migrate(pool, [{ name: '0001_first', sql: 'create table plants (id text primary key)' },
      { name: '0002_second', sql: 'alter table plants add column half text; select count(*) from generate_series(1, 200000000)' }]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { pool, stop } = openDatabase({ url: undefined, poolSize: 1, folder: join(folder, 'postgres'), onError: console.error });
  onTestFinished(stop);
  expect(await migrate(pool, two)).toEqual(['0002_second']);
  expect((await pool.query('select count(*)::int, min(country) from plants')).rows).toEqual([{ count: 1000, min: 'SE' }]);
});

test('every table of the typed schema has the columns the database has', async () => {
  const { pool, stop } = await openFreshDatabase();
  onTestFinished(stop);
  const { rows } = await pool.query<{ table: string; column: string; type: string; nullable: boolean; hasDefault: boolean }>(`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable,
      format_type(a.atttypid, a.atttypmod) as type, (column_default is not null or is_identity = 'YES') as "hasDefault"
    from information_schema.columns
    join pg_attribute a on a.attrelid = (table_schema || '.' || table_name)::regclass and a.attname = column_name
    where table_schema = 'public' and table_name <> 'schema_migrations'`);
  const inDatabase = rows.map(
    ({ table, column, type, nullable, hasDefault }) =>
      `${table}.${column} ${type}${nullable ? '' : ' not null'}${hasDefault ? ' default' : ''}`,
  );
  const tables = await readTypedTables();
  const inCode = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => {
      const identity = 'generatedIdentity' in column && column.generatedIdentity !== undefined;
      return `${getTableName(table)}.${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}${column.hasDefault || identity ? ' default' : ''}`;
    }),
  );
  expect(inCode.sort()).toEqual(inDatabase.sort());
  expect(tables.every((table) => getTableConfig(table).schema === undefined)).toBe(true);
});

async function readTypedTables(): Promise<PgTable[]> {
  const folder = join(import.meta.dirname, 'schema');
  const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
}

test('no two migrations share a number', async () => {
  const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
});

test('each migration is proven on a database with rows in every table, and keeps them', async () => {
  const pool = await emptyPool();
  const migrations = await readMigrations();
  for (const [index, migration] of migrations.entries()) {
    const before = await countRows(pool);
    expect(await migrate(pool, migrations.slice(0, index + 1))).toEqual([migration.name]);
    const after = await countRows(pool);
    const kept = Object.entries(before).map(([name, count]) => [name in after ? name : (RENAMED_TABLES[name] ?? name), count]);
    expect(after).toMatchObject(Object.fromEntries(kept));
    await pool.query(MIGRATION_FILLS[migration.name] ?? '');
    const empty = Object.entries(await countRows(pool)).filter(([, count]) => count === 0);
    expect(empty, `tables of ${migration.name} that testing/migration-fills.ts leaves empty`).toEqual([]);
  }
});

async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(`
    select table_name as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as count
    from information_schema.tables where table_schema = 'public' and table_name <> 'schema_migrations'`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
