import { LOCKS, underLock } from '../db/advisory-lock.ts';
import { createDb, type Database, TRANSACTION } from '../db/db.ts';
import { createBoss } from './boss.ts';

/** Creates or upgrades the tables of the queue; several processes may do it at once. */
export async function createJobSchema({ pool, url }: Pick<Database, 'pool' | 'url'>): Promise<void> {
  const create = async (): Promise<void> => {
    const boss = createBoss(createDb(pool, TRANSACTION), { supervise: false, migrate: true });
    await boss.start();
    await boss.stop({ graceful: false });
  };
  // The queue looks whether its tables are there before it takes a lock of its own. An embedded database serves one process, with one connection.
  await (url === undefined ? create() : underLock(pool, LOCKS.jobSchema, create));
}
