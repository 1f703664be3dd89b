import type pg from 'pg';
import { StartError } from './start-error.ts';

/** A table of this name stands in a database server from the beginning of a restore until everything restored is proven. */
export const RESTORE_MARKER = 'restore_in_progress';

/** Where the last restore did not end. */
export class RestoreUnfinishedError extends StartError {
  override readonly name = 'RestoreUnfinishedError';
}

export async function setRestoreMarker(pool: pg.Pool): Promise<void> {
  await pool.query(`create table if not exists ${RESTORE_MARKER} (started_at timestamptz not null default now())`);
}

export async function removeRestoreMarker(pool: pg.Pool): Promise<void> {
  await pool.query(`drop table if exists ${RESTORE_MARKER}`);
}

/** @throws RestoreUnfinishedError */
export async function assertNoRestoreMarker(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [`public.${RESTORE_MARKER}`]);
  if (rows[0]?.exists !== true) return;
  throw new RestoreUnfinishedError(
    `A restore into this database did not finish. Run it again with an empty database; to begin without a backup: drop table ${RESTORE_MARKER}.`,
  );
}
