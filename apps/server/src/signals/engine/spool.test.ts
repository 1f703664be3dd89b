import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearSpool } from './spool.ts';

test('files of processes that died long ago are removed, those at work are kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-spool-'));
  const now = Date.now();
  await writeFile(join(folder, 'old.native'), 'x');
  await utimes(join(folder, 'old.native'), new Date(now - 25 * 3_600_000), new Date(now - 25 * 3_600_000));
  await writeFile(join(folder, 'new.native'), 'x');
  await clearSpool(folder, now);
  expect(await readdir(folder)).toEqual(['new.native']);
  await rm(folder, { recursive: true });
});
