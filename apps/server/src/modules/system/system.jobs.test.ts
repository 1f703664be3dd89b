import { expect, inject, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { vacuumTablesJob } from './system.jobs.ts';

test.skipIf(inject('databaseUrl') !== undefined)('the embedded database is tidied up in the background', async () => {
  const { deps } = await testApp({ commits: true });
  const { pool } = deps.database;
  await pool.query("insert into settings (name, value, changed_at_ms) select 'name ' || n, '1', 1 from generate_series(1, 10000) as n");
  await deps.jobs.enqueue(deps.db, vacuumTablesJob, {});
  await deps.jobs.runWaiting();
  expect((await pool.query("select reltuples from pg_class where oid = 'public.settings'::regclass")).rows).toEqual([
    { reltuples: 10_000 },
  ]);
});
