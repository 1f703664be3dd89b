import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { type DatabaseBackup, listTables, quote, readChecksum, type TableBackup, tableFile } from './backup-tables.ts';
import { type Migration, migrate, migrateWithin } from './migrate.ts';
import { RESTORE_MARKER } from './restore-marker.ts';

const BYTES_PER_INSERT = 4 * 1024 * 1024;

/**
 * Fills a database without tables: in one transaction migrates it to where the backup was, loads the rows and compares every table with the backup;
 * then migrates on. Killed in the middle it leaves no table.
 *
 * @throws Error when the database holds tables already, the backup is of a newer version, or a table differs from what was backed up
 */
export async function restoreDatabase(
  pool: pg.Pool,
  backup: DatabaseBackup,
  { folder, migrations }: { folder: string; migrations: readonly Migration[] },
): Promise<void> {
  const unknown = backup.migrations.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown) throw new Error(`The backup was made by a newer version of Solvane (${unknown}). Restore it with that version.`);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await assertEmpty(client);
    await migrateWithin(
      client,
      migrations.filter(({ name }) => backup.migrations.includes(name)),
    );
    await withoutConstraints(client, () => loadTables(client, backup, folder));
    for (const { name, lastValue } of backup.sequences)
      if (lastValue !== null) await client.query('select setval($1::regclass, $2::bigint)', [quote(name), lastValue]);
    await leaveThePast(client);
    await client.query('commit');
  } catch (error) {
    // An engine that a full disk has stopped rolls back when it is opened again.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  await migrate(pool, migrations);
}

export async function assertEmpty(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query("select from information_schema.tables where table_schema = 'public' and table_name <> $1 limit 1", [
    RESTORE_MARKER,
  ]);
  if (rows.length > 0) throw new Error('The database holds tables already. A backup is restored into an empty one.');
}

/**
 * Loads rows in any order: references are declared again afterwards, which checks all of them, whichever way they point. Triggers do not act: what
 * they wrote is in the backup.
 */
async function withoutConstraints(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  // A table with checks that wait for the end of the transaction cannot be altered.
  await client.query('set constraints all immediate');
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by relname, conname`);
  const { rows: triggered } = await client.query<{ table: string }>(`
    select distinct relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace order by relname`);
  for (const { table, name } of references) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  for (const { table } of triggered) await client.query(`alter table ${quote(table)} disable trigger user`);
  await load();
  for (const { table } of triggered) await client.query(`alter table ${quote(table)} enable trigger user`);
  for (const { table, name, definition } of references)
    await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`);
}

async function loadTables(client: pg.ClientBase, backup: DatabaseBackup, folder: string): Promise<void> {
  const known = await listTables(client);
  const missing = backup.tables.find(({ name }) => !known.some((table) => table.name === name));
  if (missing) throw new Error(`The backup holds a table that its version does not have: ${missing.name}.`);
  await client.query(`truncate ${known.map(({ name }) => quote(name)).join(', ')}`);
  for (const table of backup.tables) {
    await loadTable(client, table, folder);
    const { rows, checksum } = await readChecksum(client, table);
    if (rows !== table.rows) throw new Error(`The backup of ${table.name} is damaged: it holds ${rows} of ${table.rows} rows.`);
    if (checksum !== (table.checksum ?? checksum)) throw new Error(`The rows of ${table.name} are not those that were backed up.`);
  }
}

async function loadTable(client: pg.ClientBase, { name, columns }: TableBackup, folder: string): Promise<void> {
  const list = columns.map(quote).join(', ');
  const insert = `insert into ${quote(name)} (${list}) overriding system value select ${list} from json_populate_recordset(null::${quote(name)}, $1::json)`;
  let batch: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join(',')}]`]);
    batch = [];
    bytes = 0;
  };
  for await (const line of readLines(tableFile(folder, name))) {
    batch.push(line);
    bytes += line.length;
    if (bytes > BYTES_PER_INSERT) await flush();
  }
  await flush();
}

/** Line feeds only: text may hold the other line separators of Unicode. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  const source = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  source.on('error', (error) => text.destroy(error));
  for await (const chunk of source.pipe(text)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** No process works on the jobs any more, and browsers may hold answers of versions that came after the backup. */
async function leaveThePast(client: pg.ClientBase): Promise<void> {
  await client.query("update user_jobs set state = 'failed' where state in ('queued', 'running')");
  for (const table of ['fleet_version', 'inventory_versions']) {
    const { rows } = await client.query('select to_regclass($1) is not null as exists', [table]);
    if (rows[0]?.exists) await client.query(`update ${quote(table)} set version = gen_random_uuid()`);
  }
}
