import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { z } from 'zod';
import { type Database, openDatabase } from './db.ts';
import { type Migration, migrate } from './migrate.ts';

const tableBackupSchema = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() });
export const databaseBackupSchema = z.object({
  /** The migrations the tables had seen. */
  migrations: z.array(z.string()),
  tables: z.array(tableBackupSchema),
  /** Last number each sequence has given; null: none yet. Numbers are text: they are larger than ours. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
});
export type DatabaseBackup = z.infer<typeof databaseBackupSchema>;

const ROWS_PER_FETCH = 500;
const BYTES_PER_INSERT = 4 * 1024 * 1024;

/**
 * Writes every table as it is at one instant, one file of JSON lines each: what an embedded database wrote a server can read, and the other way round.
 * The product goes on meanwhile: a server reads from one snapshot, an embedded database is copied first, and the copy is read.
 * The job queue is left out: what it holds belongs to processes that are gone when it is restored.
 *
 * @param folder - does not exist yet
 */
export async function backUpDatabase(database: Database, folder: string): Promise<DatabaseBackup> {
  await mkdir(folder, { recursive: true });
  if (!database.copyFolder) return writeTables(database.pool, folder);
  const copy = join(folder, 'copy');
  await database.copyFolder(copy);
  const copied = openDatabase({ url: undefined, poolSize: 1, folder: copy, onError: () => undefined });
  try {
    return await writeTables(copied.pool, folder);
  } finally {
    await copied.stop();
    await rm(copy, { recursive: true, force: true });
  }
}

async function writeTables(pool: pg.Pool, folder: string): Promise<DatabaseBackup> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const tables: DatabaseBackup['tables'] = [];
    for (const { name, columns } of await listTables(client)) tables.push({ name, columns, rows: await writeTable(client, name, folder) });
    // Read last: a number that was given meanwhile is not given again.
    return { migrations: migrations.map(({ name }) => name), tables, sequences: await listSequences(client) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function writeTable(client: pg.PoolClient, name: string, folder: string): Promise<number> {
  let rows = 0;
  await client.query(`declare backup no scroll cursor for select row_to_json(t)::text as line from ${quote(name)} t`);
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const fetched = await client.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from backup`);
      if (fetched.rows.length === 0) return;
      rows += fetched.rows.length;
      yield `${fetched.rows.map(({ line }) => line).join('\n')}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 5 }), createWriteStream(fileOf(folder, name)));
  await client.query('close backup');
  return rows;
}

/**
 * Fills a database without tables: migrates it to where the backup was, loads the rows in one transaction, and migrates on.
 *
 * @throws Error when the database holds tables already, or the backup is of a newer version
 */
export async function restoreDatabase(
  pool: pg.Pool,
  backup: DatabaseBackup,
  { folder, migrations }: { folder: string; migrations: readonly Migration[] },
): Promise<void> {
  const { rows: existing } = await pool.query("select from information_schema.tables where table_schema = 'public'");
  if (existing.length > 0) throw new Error('The database holds tables already. A backup is restored into an empty one.');
  const unknown = backup.migrations.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown) throw new Error(`The backup was made by a newer version of Solvane (${unknown}). Restore it with that version.`);
  await migrate(
    pool,
    migrations.filter(({ name }) => backup.migrations.includes(name)),
  );
  const client = await pool.connect();
  try {
    await client.query('begin');
    const order = sortByReferences(await listTables(client), await listReferences(client));
    const tables = order.flatMap((name) => backup.tables.filter((table) => table.name === name));
    await client.query(`truncate ${order.map(quote).join(', ')}`);
    for (const table of tables) await loadTable(client, table, folder);
    for (const { name, lastValue } of backup.sequences)
      if (lastValue !== null) await client.query('select setval($1::regclass, $2::bigint)', [quote(name), lastValue]);
    // Nobody works on these any more.
    await client.query("update user_jobs set state = 'failed' where state in ('queued', 'running')");
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  await migrate(pool, migrations);
}

async function loadTable(client: pg.PoolClient, { name, columns, rows }: DatabaseBackup['tables'][number], folder: string): Promise<void> {
  const list = columns.map(quote).join(', ');
  const insert = `insert into ${quote(name)} (${list}) overriding system value select ${list} from json_populate_recordset(null::${quote(name)}, $1::json)`;
  let loaded = 0;
  let batch: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join(',')}]`]);
    loaded += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const line of readLines(fileOf(folder, name))) {
    batch.push(line);
    bytes += line.length;
    if (bytes > BYTES_PER_INSERT) await flush();
  }
  await flush();
  if (loaded !== rows) throw new Error(`The backup of ${name} is damaged: it holds ${loaded} of ${rows} rows.`);
}

/** Line feeds only: text may hold the other line separators of Unicode. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  const text = createReadStream(file).pipe(createGunzip()).setEncoding('utf8');
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

interface Table {
  name: string;
  columns: string[];
}

async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select table_name as name, json_agg(column_name order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows;
}

async function listSequences(client: pg.ClientBase): Promise<DatabaseBackup['sequences']> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

interface Reference {
  from: string;
  to: string;
}

/** References that must hold after each statement; deferred ones wait for the end of the transaction. */
async function listReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select source.relname as "from", target.relname as "to"
    from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and not condeferred and connamespace = 'public'::regnamespace and conrelid <> confrelid`);
  return rows;
}

function sortByReferences(tables: readonly Table[], references: readonly Reference[]): string[] {
  const sorted: string[] = [];
  let waiting = tables.map(({ name }) => name);
  while (waiting.length > 0) {
    const free = waiting.filter((name) => references.every(({ from, to }) => from !== name || sorted.includes(to)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${waiting.join(', ')}`);
    sorted.push(...free);
    waiting = waiting.filter((name) => !free.includes(name));
  }
  return sorted;
}

function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.ndjson.gz`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
