import type { Database } from './db.ts';

/** Four files of the log. So much is read again at the start after a power cut, too. */
const MOST_LOG_BYTES = 64 * 1024 * 1024;

/**
 * Writes changes to their tables once the log of them has grown, for an embedded database: unlike a server it does so only when it stops, and its log would
 * fill the disk until then.
 *
 * @returns whether it was done
 */
export async function checkpointGrownLog({ pool }: Pick<Database, 'pool'>, mostBytes = MOST_LOG_BYTES): Promise<boolean> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()');
  if (Number(rows[0]?.bytes ?? 0) <= mostBytes) return false;
  await pool.query('checkpoint');
  return true;
}
