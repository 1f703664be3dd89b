import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

interface Product {
  process: ChildProcess;
  /** Where it says that it listens. */
  address(): string;
  /** What it has printed so far. */
  output(): string;
  exit: Promise<number | null>;
}

const MAIN = join(import.meta.dirname, 'main.ts');

const COMMANDS = join(import.meta.dirname, 'cli', 'main.ts');

/** Paths that other users of the machine may read or change. */
function openToOthers(folder: string): string[] {
  const paths = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))];
  return paths.filter((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0;
  });
}

function launch(settings: Record<string, string>, { file = MAIN, args = [] }: { file?: string; args?: string[] } = {}): Product {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: { PATH, HOME, PORT: '0', SOLVANE_DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Not before everything it printed is read.
  const exit = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { process: child, address: () => /Server listening at (http:\/\/[\d.:]+)/.exec(output)?.[1] ?? '', output: () => output, exit };
}

async function untilHealthy({ address, output, exit }: Product): Promise<void> {
  const ended = exit.then(() => {
    throw new Error(`The product ended:\n${output()}`);
  });
  const healthy = vi.waitFor(async () => expect((await fetch(`${address()}/healthz`)).ok).toBe(true), { timeout: 120_000, interval: 50 });
  await Promise.race([healthy, ended]);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-main-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the product starts from nothing, keeps a second process out, stops in good order and starts again', {
  timeout: 300_000,
}, async () => {
  const settings = { SOLVANE_DATA: join(newFolder(), 'data') };
  const first = launch(settings);
  await untilHealthy(first);
  const login = await fetch(`${first.address()}/account/login`);
  expect({ status: login.status, isPage: (await login.text()).includes('<form') }).toEqual({ status: 200, isPage: true });

  const second = launch(settings);
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain(`Another Solvane (process ${first.process.pid}) works on ${settings.SOLVANE_DATA}`);

  const backup = join(newFolder(), 'backup');
  const command = launch(settings, { file: COMMANDS, args: ['backup', backup] });
  expect(await command.exit, command.output()).toBe(0);
  expect(openToOthers(backup)).toEqual([]);
  expect(openToOthers(settings.SOLVANE_DATA)).toEqual([]);

  first.process.kill('SIGTERM');
  expect(await first.exit, first.output()).toBe(0);
  // As an earlier version left it.
  chmodSync(settings.SOLVANE_DATA, 0o755);
  chmodSync(join(settings.SOLVANE_DATA, 'postgres', 'PG_VERSION'), 0o644);
  const again = launch(settings);
  await untilHealthy(again);
  await vi.waitFor(() => expect(again.output()).toContain('were open to other users'), { timeout: 20_000 });
  expect(again.output()).toContain(join(settings.SOLVANE_DATA, 'postgres', 'PG_VERSION'));
  expect(openToOthers(settings.SOLVANE_DATA)).toEqual([]);
  expect(again.output()).not.toContain('database migrated');
});

test('a start that is interrupted ends in good order', { timeout: 300_000 }, async () => {
  const product = launch({ SOLVANE_DATA: join(newFolder(), 'data') });
  await vi.waitFor(() => expect(product.output()).toContain('Server listening'), { timeout: 120_000, interval: 20 });
  product.process.kill('SIGTERM');
  expect(await product.exit, product.output()).toBe(0);
});

test('a wrong configuration is explained, all of it, before anything starts', { timeout: 300_000 }, async () => {
  const product = launch({ SOLVANE_DATA: join(newFolder(), 'data'), PORT: 'eighty', SOLVANE_ROLE: 'boss' });
  expect(await product.exit).toBe(1);
  expect(product.output()).toMatch(/The configuration has 2 problems:\n {2}PORT must be a whole number\n {2}SOLVANE_ROLE /);
});

test('a port that is taken is named', { timeout: 300_000 }, async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  const product = launch({ SOLVANE_DATA: join(newFolder(), 'data'), PORT: port });
  expect(await product.exit).toBe(1);
  expect(product.output()).toContain('Set PORT to a free one');
});

test('a data folder that cannot be used and an address that cannot be listened on are named in one line', {
  timeout: 300_000,
}, async () => {
  const folder = newFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  mkdirSync(join(folder, 'data'));
  const cases: [Record<string, string>, string][] = [
    [{ SOLVANE_DATA: file }, `SOLVANE_DATA names ${file}, which is a file. Set it to a folder.`],
    [{ SOLVANE_DATA: join(file, 'below') }, `SOLVANE_DATA names ${join(file, 'below')}, and a part of that path is a file.`],
    [{ SOLVANE_DATA: '/proc/solvane' }, 'The folder /proc/solvane cannot be made'],
    [{ SOLVANE_DATA: join(folder, 'data'), HOST: '192.0.2.1' }, 'HOST=192.0.2.1 is not an address of this machine'],
    [
      { SOLVANE_DATA: join(folder, 'data'), DATABASE_URL: 'postgres://solvane:secret@127.0.0.1:1/solvane' },
      'The database at 127.0.0.1:1 does not answer (ECONNREFUSED). Check DATABASE_URL.',
    ],
  ];
  for (const [settings, line] of cases) {
    const product = launch({ SOLVANE_LOG_LEVEL: 'silent', ...settings });
    expect(await product.exit).toBe(1);
    expect(product.output()).toContain(line);
    expect(product.output()).not.toMatch(/\n {4}at /);
    expect(product.output()).not.toContain('secret');
  }
});
