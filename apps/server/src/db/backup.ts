import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { type DatabaseBackup, listTables, RowChecksum, selectLines, type TableBackup, tableFile } from './backup-tables.ts';
import { type Database, openDatabase } from './db.ts';

const ROWS_PER_FETCH = 500;
/** A row may be an uploaded file's chunk or a large view: how many are fetched at once follows from the largest so far. */
const BYTES_PER_FETCH = 8 * 1024 * 1024;

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
    const tables: TableBackup[] = [];
    for (const table of await listTables(client)) tables.push({ ...table, ...(await writeTable(client, table, folder)) });
    // Read last: a number that was given meanwhile is not given again.
    return { migrations: migrations.map(({ name }) => name), tables, sequences: await listSequences(client) };
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function writeTable(
  client: pg.PoolClient,
  table: Pick<TableBackup, 'name' | 'columns'>,
  folder: string,
): Promise<Pick<TableBackup, 'rows' | 'checksum'>> {
  let rows = 0;
  const checksum = new RowChecksum();
  await client.query(`declare backup no scroll cursor for ${selectLines(table)}`);
  async function* lines(): AsyncGenerator<string> {
    let largest = BYTES_PER_FETCH;
    for (;;) {
      const count = Math.max(1, Math.min(ROWS_PER_FETCH, Math.floor(BYTES_PER_FETCH / largest)));
      const fetched = await client.query<{ line: string }>(`fetch ${count} from backup`);
      if (fetched.rows.length === 0) return;
      if (rows === 0) largest = 1;
      for (const { line } of fetched.rows) {
        checksum.add(line);
        largest = Math.max(largest, line.length);
      }
      rows += fetched.rows.length;
      yield `${fetched.rows.map(({ line }) => line).join('\n')}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 5 }), createWriteStream(tableFile(folder, table.name), { mode: 0o600 }));
  await client.query('close backup');
  return { rows, checksum: checksum.toString() };
}

async function listSequences(client: pg.ClientBase): Promise<DatabaseBackup['sequences']> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}
