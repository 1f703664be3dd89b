import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';

/** Updated by calls that are only recognised: when a credential was last used, and how long a session holds. */
const WRITTEN_BY_CALLING = ['sessions', 'api_tokens', 'ingestion_keys', 'view_keys'];

export interface ChangedRows {
  /** As they were: changed or deleted since. */
  before: string[];
  /** As they are: changed or inserted. */
  after: string[];
}

/** Finds what single calls change, and undoes it: everything runs in one transaction. */
export interface RowWatch {
  /** Tells which rows the work changed, if any. Afterwards they are as before. */
  changesOf(work: () => Promise<void>, tell: (changed: ChangedRows) => void): Promise<void>;
}

/** @param db - of a test whose statements all run in one transaction */
export async function watchRows(db: Db): Promise<RowWatch> {
  const tables = await listTables(db);
  const initial = await readRows(db, tables);
  // The driver of the tests releases its savepoint `statement` before each statement: the last one has to be that.
  await db.execute(sql.raw('savepoint matrix; savepoint statement'));
  return {
    changesOf: async (work, tell) => {
      const written = await countWrites(db);
      await work();
      if ((await countWrites(db)) === written) return;
      const now = await readRows(db, tables);
      await db.execute(sql.raw('rollback to savepoint matrix; savepoint statement'));
      const changed = { before: [...initial.difference(now)], after: [...now.difference(initial)] };
      if (changed.before.length + changed.after.length > 0) tell(changed);
    },
  };
}

/** Rows written in this transaction, also by statements that were undone: more than before means that it is worth looking. */
async function countWrites(db: Db): Promise<string> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select coalesce(sum(n_tup_ins + n_tup_del + case when relname = any(${sql.param(WRITTEN_BY_CALLING)}::text[]) then 0 else n_tup_upd end), 0)::text
      as count from pg_stat_xact_user_tables`,
  );
  return rows[0]?.count ?? '0';
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`);
  return rows.map(({ name }) => name).filter((name) => !WRITTEN_BY_CALLING.includes(name.replace('public.', '')));
}

async function readRows(db: Db, tables: readonly string[]): Promise<Set<string>> {
  const all = tables.map((name) => `select '${name} ' || each::text as row from ${name} as each`).join(' union all ');
  const { rows } = await db.execute<{ row: string }>(sql.raw(all));
  return new Set(rows.map(({ row }) => row));
}
