import { findServerPrograms } from '@solvane/testing/postgres-programs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createServerDatabase, startTestServer } from '../testing/test-server.ts';
import { LOCKS, underLock } from './advisory-lock.ts';

const programs = findServerPrograms();

test.skipIf(programs === undefined)('work of one key is done by one process at a time, also after work that failed', async () => {
  const server = await startTestServer(programs ?? '');
  onTestFinished(server.stop);
  const connectionString = await createServerDatabase(server.url);
  const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString, max: 2 }));
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
  let atOnce = 0;
  const most: number[] = [];
  const work = async (client: pg.PoolClient) => {
    atOnce += 1;
    most.push(atOnce);
    await client.query('select pg_sleep(0.02)');
    atOnce -= 1;
    if (most.length === 1) throw new Error('broken');
  };
  const outcomes = await Promise.allSettled(pools.map((pool) => underLock(pool, LOCKS.signalMigration, work)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(most).toEqual([1, 1, 1]);
});
