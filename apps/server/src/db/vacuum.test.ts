import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openFreshDatabase } from '../testing/test-database.ts';
import type { Database } from './db.ts';
import { vacuumChangedTables } from './vacuum.ts';

const isEmbedded = inject('databaseUrl') === undefined;

test.skipIf(!isEmbedded)('tables that changed much are vacuumed and analysed, once; others are left alone', async () => {
  const database = await openFreshDatabase();
  onTestFinished(database.stop);
  await vacuumChangedTables(database);
  await fill(database, 10_000);
  expect(await estimateOf(database)).toBeLessThan(1);
  expect(await vacuumChangedTables(database)).toEqual(['public.settings']);
  expect(await estimateOf(database)).toBe(10_000);
  expect(await vacuumChangedTables(database)).toEqual([]);

  await database.pool.query("update settings set value = '2' where name < 'name 5'");
  const { rows: before } = await database.pool.query("select pg_relation_size('settings')::integer as size");
  expect(await vacuumChangedTables(database)).toEqual(['public.settings']);
  // There is room where the old rows were: the table does not grow with the next changes.
  await database.pool.query("update settings set value = '3' where name < 'name 3'");
  expect((await database.pool.query("select pg_relation_size('settings')::integer as size")).rows).toEqual(before);
});

test.skipIf(!isEmbedded)('no caller waits for more than one table', async () => {
  const database = await openFreshDatabase();
  onTestFinished(database.stop);
  await vacuumChangedTables(database);
  await fill(database, 10_000);
  const waiting = vi.spyOn(database.pool, 'waitingCount', 'get').mockReturnValue(1);
  expect(await vacuumChangedTables(database)).toEqual([]);
  waiting.mockRestore();
  expect(await vacuumChangedTables(database)).toEqual(['public.settings']);
});

async function fill({ pool }: Pick<Database, 'pool'>, count: number): Promise<void> {
  await pool.query("insert into settings (name, value, changed_at_ms) select 'name ' || n, '1', 1 from generate_series(1, $1) as n", [
    count,
  ]);
}

/** Rows the planner believes in. */
async function estimateOf({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ reltuples: number }>("select reltuples from pg_class where oid = 'public.settings'::regclass");
  return rows[0]?.reltuples ?? Number.NaN;
}
