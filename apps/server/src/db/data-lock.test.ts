import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataFolderInUseError, lockDataFolder, waitForCommand } from './data-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'solvane-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a second lock on the folder is refused and names the process that holds it', () => {
  const release = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid}`);
  release();
  lockDataFolder(folder)();
});

test('a process that is killed leaves no lock behind', async () => {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)});
    lockDataFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(() => lockDataFolder(folder)).toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDataFolder(folder)();
});

test('a start waits for a command that works on the folder', async () => {
  const release = lockDataFolder(folder, { isCommand: true });
  const onWait = vi.fn(() => void setTimeout(release, 300));
  await waitForCommand(folder, { limitMs: 60_000, onWait });
  expect(onWait).toHaveBeenCalledOnce();
  lockDataFolder(folder)();
});

test('a start waits neither for another product nor for a command that does not end', async () => {
  const onWait = vi.fn();
  const release = lockDataFolder(folder);
  await waitForCommand(folder, { limitMs: 60_000, onWait });
  expect(onWait).not.toHaveBeenCalled();
  release();
  lockDataFolder(folder, { isCommand: true });
  await waitForCommand(folder, { limitMs: 300, onWait });
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
});
