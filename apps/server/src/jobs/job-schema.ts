import type pg from 'pg';
import { createDb, TRANSACTION } from '../db/db.ts';
import { createBoss } from './boss.ts';

/** Creates or upgrades the tables of the queue; several processes may do it at once. */
export async function createJobSchema(pool: pg.Pool): Promise<void> {
  const boss = createBoss(createDb(pool, TRANSACTION), { supervise: false, migrate: true });
  await boss.start();
  await boss.stop({ graceful: false });
}
