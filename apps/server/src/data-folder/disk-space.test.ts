import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readDiskSpace } from './disk-space.ts';

test('the space of a disk is read in bytes, with a reserve that is a small part of it', async () => {
  const { freeBytes, reserveBytes } = await readDiskSpace(tmpdir());
  expect(freeBytes).toBeGreaterThan(1024 ** 2);
  expect(reserveBytes).toBeGreaterThan(0);
  expect(reserveBytes).toBeLessThanOrEqual(1024 ** 3);
});

test('a folder that does not exist has no space to read', async () => {
  await expect(readDiskSpace('/no/such/folder')).rejects.toMatchObject({ code: 'ENOENT' });
});
