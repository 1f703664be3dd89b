import { hash } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';

const tableBackupSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** See RowChecksum. Backups of the first format have none. */
  checksum: z.string().optional(),
});
export type TableBackup = z.infer<typeof tableBackupSchema>;

export const databaseBackupSchema = z.object({
  /** The migrations the tables had seen. */
  migrations: z.array(z.string()),
  tables: z.array(tableBackupSchema),
  /** Last number each sequence has given; null: none yet. Numbers are text: they are larger than ours. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
});
export type DatabaseBackup = z.infer<typeof databaseBackupSchema>;

/** Adds up a hash of each row: the same for the same rows in any order, computed here or by the database. */
export class RowChecksum {
  #sum = 0n;

  add(line: string): void {
    this.#sum += hash('sha256', line, 'buffer').readBigInt64BE(0);
  }

  toString(): string {
    return this.#sum.toString();
  }
}

/** Rows of a table as the lines that a backup holds of them. */
export function selectLines({ name, columns }: Pick<TableBackup, 'name' | 'columns'>): string {
  return `select row_to_json(r)::text as line from (select ${columns.map(quote).join(', ')} from ${quote(name)}) r`;
}

/** What RowChecksum computes of the same lines. */
export async function readChecksum(client: pg.ClientBase, table: Pick<TableBackup, 'name' | 'columns'>) {
  const { rows } = await client.query<{ rows: number; checksum: string }>(
    `select count(*)::float8 as rows,
       coalesce(sum(('x' || left(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)::text as checksum
     from (${selectLines(table)}) lines`,
  );
  return rows[0] ?? { rows: 0, checksum: '0' };
}

export async function listTables(client: pg.ClientBase): Promise<Pick<TableBackup, 'name' | 'columns'>[]> {
  const { rows } = await client.query<Pick<TableBackup, 'name' | 'columns'>>(`
    select table_name as name, json_agg(column_name order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows;
}

export function tableFile(folder: string, table: string): string {
  return join(folder, `${table}.ndjson.gz`);
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
