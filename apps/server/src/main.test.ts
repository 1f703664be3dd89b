import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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

function launch(settings: Record<string, string>): Product {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
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

  first.process.kill('SIGTERM');
  expect(await first.exit, first.output()).toBe(0);
  const again = launch(settings);
  await untilHealthy(again);
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
