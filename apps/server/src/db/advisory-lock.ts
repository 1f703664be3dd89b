import type pg from 'pg';

/** Keys of work that one process of an installation does at a time. Any numbers; the same in every version. */
export const LOCKS = { migration: 7_351_240_311, signalMigration: 7_351_240_313, jobSchema: 7_351_240_317 } as const;

/** Does work while no other process does work of the same key; the others wait. The lock ends with the connection, also when the process is killed. */
export async function underLock<T>(pool: pg.Pool, key: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [key]);
    return await work(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined);
    client.release();
  }
}
