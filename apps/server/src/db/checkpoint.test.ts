import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { checkpointGrownLog } from './checkpoint.ts';
import { openDatabase } from './db.ts';

const MEGABYTE = 1024 * 1024;

test.skipIf(inject('databaseUrl') !== undefined)('the log of an embedded database stays as small as it may be', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = openDatabase({ url: undefined, poolSize: 1, folder, onError: (error) => console.error(error) });
  onTestFinished(() => database.stop());
  await database.start();
  const write = (megabytes: number) =>
    database.pool.query("select pg_logical_emit_message(false, 'test', repeat('x', $1::integer)) from generate_series(1, $2::integer)", [
      MEGABYTE,
      megabytes,
    ]);
  const files = () => readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  await write(1);
  expect(await checkpointGrownLog(database, 32 * MEGABYTE)).toBe(false);
  await write(200);
  const grown = files();
  expect(grown).toBeGreaterThan(12);
  expect(await checkpointGrownLog(database, 32 * MEGABYTE)).toBe(true);
  expect(await checkpointGrownLog(database, 32 * MEGABYTE)).toBe(false);
  for (let round = 0; round < 3; round += 1) {
    await write(64);
    await checkpointGrownLog(database, 32 * MEGABYTE);
  }
  expect(files()).toBeLessThanOrEqual(8);
});
