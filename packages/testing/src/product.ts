import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunningProduct {
  baseUrl: string;
  dataFolder: string;
  pid: number | undefined;
  /** Everything the product printed so far. */
  output(): string;
  /** How the process ended; undefined while it runs. */
  ending(): string | undefined;
  /** Sends the signal and resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops and removes the data. */
  dispose(): Promise<void>;
}

export interface ProductOptions {
  demo?: 'on' | 'off' | 'small';
  env?: Record<string, string>;
  /** An existing folder is kept by `dispose`. */
  dataFolder?: string;
  /** How long sign-in may take to come up. */
  timeoutMs?: number;
  /** Kills the process when aborted, also in the middle of its start. */
  signal?: AbortSignal;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs the real product as its own process on a free port, and resolves once sign-in works. */
export async function startProduct(options: ProductOptions = {}): Promise<RunningProduct> {
  for (let tries = 1; ; tries++)
    try {
      return await startOnFreePort(options);
    } catch (error) {
      // Another process that looks for a free port may have found the same one.
      if (tries === 3 || !String(error).includes('EADDRINUSE')) throw error;
    }
}

async function startOnFreePort({
  demo = 'small',
  env = {},
  dataFolder,
  timeoutMs = 300_000,
  signal: abort,
}: ProductOptions): Promise<RunningProduct> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'solvane-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts')], {
    cwd: root,
    env: { ...withoutTestSettings(process.env), PORT: String(port), HOST: '127.0.0.1', SOLVANE_DATA: folder, SOLVANE_DEMO: demo, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const kill = (): void => void child.kill('SIGKILL');
  abort?.addEventListener('abort', kill, { once: true });
  child.once('close', () => abort?.removeEventListener('abort', kill));

  const product: RunningProduct = {
    baseUrl: `http://127.0.0.1:${port}`,
    dataFolder: folder,
    pid: child.pid,
    output: () => printed,
    ending: () => {
      if (child.signalCode !== null) return `signal ${child.signalCode}`;
      return child.exitCode === null ? undefined : `code ${child.exitCode}`;
    },
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
    dispose: async () => {
      await product.stop();
      if (!dataFolder) rmSync(folder, { recursive: true, force: true });
    },
  };

  const failedEarly = ended.then((code) => {
    throw new Error(`The product ended with ${code} before sign-in worked:\n${printed}`);
  });
  failedEarly.catch(() => undefined);
  try {
    await Promise.race([signInWorks(product.baseUrl, timeoutMs, () => printed), failedEarly]);
  } catch (error) {
    await product.stop('SIGKILL');
    throw error;
  }
  return product;
}

/** What tests tell each other is no setting of the product, which refuses what it does not know. */
function withoutTestSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SOLVANE_E2E_')));
}

async function signInWorks(baseUrl: string, timeoutMs: number, output: () => string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${baseUrl}/healthz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Sign-in did not work within ${timeoutMs} ms:\n${output()}`);
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
