import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { setUp } from './visit.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Development {
  output(): string;
  stop(): Promise<void>;
}

test('npm run dev serves the web app beside the server, and brings changes of both without another command', async ({ page }) => {
  test.setTimeout(600_000);
  const development = await startDevelopment();
  try {
    await expect.poll(development.output, { timeout: 120_000 }).toContain('"msg":"ready"');
    await expect.poll(() => webAddress(development), { timeout: 120_000 }).not.toBe('');
    await setUp(page, { baseUrl: webAddress(development), output: development.output });
    await expect(page.getByRole('heading', { name: 'Fleet now' })).toBeVisible({ timeout: 120_000 });

    await page.evaluate('window.isStillHere = true');
    const updated = page.waitForEvent('console', { predicate: (message) => message.text().includes('hot updated'), timeout: 120_000 });
    await touch('apps/web/src/features/home/home-screen.tsx');
    await updated;
    await expect(page.getByRole('heading', { name: 'Fleet now' })).toBeVisible();
    expect(await page.evaluate('window.isStillHere'), 'the page was not loaded again').toBe(true);

    const starts = countStarts(development);
    await touch('apps/server/src/config.ts');
    await expect.poll(() => countStarts(development), { timeout: 120_000 }).toBeGreaterThan(starts);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Fleet now' })).toBeVisible();
  } finally {
    await development.stop();
  }
});

async function startDevelopment(): Promise<Development> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-dev-'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SOLVANE_')));
  const child = spawn(process.execPath, [join(root, 'tools', 'tasks.ts'), 'dev'], {
    cwd: root,
    env: { ...env, PORT: String(await freePort()), SOLVANE_DATA: folder, SOLVANE_DEMO: 'off', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return {
    output: () => printed,
    stop: async () => {
      await ended(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function webAddress({ output }: Development): string {
  return /Local:\s+(http:\/\/\S+?)\/?\s/.exec(output())?.[1] ?? '';
}

function countStarts({ output }: Development): number {
  return output().split('"msg":"ready"').length - 1;
}

/** As an editor that saves the file unchanged. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(join(root, path), now, now);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
