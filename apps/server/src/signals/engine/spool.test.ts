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

test('files of other processes that come and go meanwhile are none of its business', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-spool-'));
  let isOver = false;
  const others = Array.from({ length: 8 }, async (_, n) => {
    for (let turn = 0; !isOver; turn++) {
      const path = join(folder, `${n}-${turn}.native`);
      await writeFile(path, 'points');
      await rm(path);
    }
  });
  try {
    for (let look = 0; look < 200; look++) await clearSpool(folder, Date.now());
  } finally {
    isOver = true;
    await Promise.all(others);
    await rm(folder, { recursive: true, force: true });
  }
});
