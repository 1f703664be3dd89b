import type { Database } from './db.ts';

/**
 * Vacuums and analyses table by table, for an embedded database: unlike a server it has no autovacuum.
 * The counters of changes start at zero with each start, the size that a table had the last time does not.
 * There is one session: as soon as a caller waits for it the other tables wait for the next time.
 *
 * @returns tables that were done
 */
export async function vacuumChangedTables({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ name: string }>(CHANGED_TABLES);
  const done: string[] = [];
  const client = await pool.connect();
  try {
    for (const { name } of rows) {
      if (pool.waitingCount > 0) break;
      await client.query(`vacuum (analyze) ${name}`);
      done.push(name);
    }
  } finally {
    client.release();
  }
  return done;
}

/** A tenth was written, a fifth is dead, or the table is a fifth larger than when it was done last; small ones cost nothing as they are. */
const CHANGED_TABLES = `
  select format('%I.%I', schemaname, stat.relname) as name
  from pg_stat_user_tables as stat join pg_class as class on class.oid = stat.relid
  where class.relkind = 'r' and (n_mod_since_analyze > 500 + 0.1 * greatest(reltuples, 0) or n_dead_tup > 500 + 0.2 * greatest(reltuples, 0)
    or pg_relation_size(class.oid) / current_setting('block_size')::integer > 50 + 1.2 * relpages)
  order by pg_relation_size(class.oid)`;
