import { findServerPrograms } from '@solvane/testing/postgres-programs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createServerDatabase, startTestServer } from '../testing/test-server.ts';
import { createJobSchema } from './job-schema.ts';

const programs = findServerPrograms();

test.skipIf(programs === undefined)('processes that start together on an empty database make the tables of the queue once', async () => {
  const server = await startTestServer(programs ?? '');
  onTestFinished(server.stop);
  const url = await createServerDatabase(server.url);
  const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: url, max: 2 }));
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
  await Promise.all(pools.map((pool) => createJobSchema({ pool, url })));
  const counts = await Promise.all(pools.map((pool) => pool.query('select count(*)::integer as count from pgboss.version')));
  expect(counts.map(({ rows }) => rows)).toEqual(pools.map(() => [{ count: 1 }]));
});
