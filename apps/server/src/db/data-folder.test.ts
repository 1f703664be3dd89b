import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeDataFolder, openDataFolder } from './data-folder.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

test('a full disk is named with its folder, where it is mounted, and what to do', () => {
  const folder = join(newFolder(), 'data');
  expect(() => openDataFolder(folder, () => 5 * 1024 * 1024)).toThrow(
    /^The disk of .*data \(mounted at \/.*\) is full: 5 MB free, 64 MB needed to start\. Free space there, or set SOLVANE_DATA/,
  );
  openDataFolder(folder, () => 64 * 1024 * 1024);
  expect(readdirSync(folder)).toEqual([]);
  expect(modeOf(folder)).toBe('700');
});

test('what the product made is closed to other users, at any depth', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'postgres', 'base'), { recursive: true });
  const file = join(folder, 'postgres', 'base', '1');
  writeFileSync(file, '');
  chmodSync(file, 0o664);
  const program = join(folder, 'spool');
  mkdirSync(program);
  chmodSync(program, 0o700);
  const { closed, open } = await closeDataFolder(folder);
  expect(closed.sort()).toEqual([folder, join(folder, 'postgres'), join(folder, 'postgres', 'base'), file]);
  expect(open).toEqual([]);
  expect([folder, join(folder, 'postgres', 'base'), file].map(modeOf)).toEqual(['700', '700', '600']);
  expect(await closeDataFolder(folder)).toEqual({ closed: [], open: [] });
});

test('a folder that others use too keeps its rights, and is named', async () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const foreign = join(folder, 'invoices.txt');
  writeFileSync(foreign, '');
  chmodSync(foreign, 0o644);
  // What a link leads to is not the product's.
  mkdirSync(join(folder, 'signals'), { mode: 0o700 });
  symlinkSync(foreign, join(folder, 'signals', 'link'));
  expect(await closeDataFolder(folder)).toEqual({ closed: [], open: [folder] });
  expect([folder, foreign].map(modeOf)).toEqual(['755', '644']);
});
