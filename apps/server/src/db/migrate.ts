import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { LOCKS, underLock } from './advisory-lock.ts';

export interface Migration {
  /** `0001_foundation` */
  name: string;
  sql: string;
}

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** Files `NNNN_name.sql` in order. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort();
  return Promise.all(files.map(async (file) => ({ name: file.replace(/\.sql$/, ''), sql: await readFile(join(folder, file), 'utf8') })));
}

/**
 * Applies what is missing, forward only, each migration in one transaction with its record: a process that is killed in the middle leaves the
 * state before that migration.
 *
 * @returns names of the migrations applied now
 * @throws Error when the database knows a migration that this version does not, or one whose text has changed since
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  return underLock(pool, LOCKS.migration, async (client) => {
    const missing = await findMissing(client, migrations);
    for (const migration of missing) await applyAlone(client, migration);
    return missing.map(({ name }) => name);
  });
}

/** The same inside the caller's transaction. */
export async function migrateWithin(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.migration]);
  for (const migration of await findMissing(client, migrations)) await apply(client, migration);
}

async function findMissing(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at_ms bigint not null)',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  assertSameHistory(migrations, applied);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyAlone(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await apply(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
  await client.query('insert into schema_migrations (name, checksum, applied_at_ms) values ($1, $2, $3)', [
    migration.name,
    checksumOf(migration),
    Date.now(),
  ]);
}

function assertSameHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new Error(`The database was migrated by a newer version of Solvane (${name}). Start that version, or restore a backup.`);
    if (known.get(name) !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied. Migrations are never edited: add a new one.`);
  }
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
