import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import type { BenchPostgres } from './postgres.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** The product as web processes, one worker and one engine on a PostgreSQL server. */
export interface ProductParts {
  webs: readonly RunningProduct[];
  /** Of all processes, the server of the database included. */
  pids: readonly number[];
  stop(): Promise<void>;
}

interface PartsOptions {
  postgres: BenchPostgres;
  dataFolder: string;
  env: Record<string, string>;
  /** Default: off */
  demo?: 'on' | 'off';
  /** Default: one */
  webCount?: number;
}

export async function startParts({ postgres, dataFolder, env: settings, demo = 'off', webCount = 1 }: PartsOptions): Promise<ProductParts> {
  const env = { ...settings, DATABASE_URL: postgres.url };
  const parts = [launch('engine', env, dataFolder)];
  const webs: RunningProduct[] = [];
  const stop = async (): Promise<void> => {
    for (const web of webs) await web.stop();
    await Promise.all(parts.map(end));
  };
  try {
    while (webs.length < webCount) webs.push(await startProduct({ demo, dataFolder, env: { ...env, SOLVANE_ROLE: 'web' } }));
    parts.push(launch('worker', env, dataFolder));
  } catch (error) {
    await stop();
    throw error;
  }
  const pids = [postgres, ...webs, ...parts].flatMap(({ pid }) => pid ?? []);
  return { webs, pids, stop };
}

function launch(role: 'engine' | 'worker', env: Record<string, string>, dataFolder: string): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...env, SOLVANE_ROLE: role, SOLVANE_DATA: dataFolder, PORT: '0', HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
}

async function end(part: ChildProcess): Promise<void> {
  if (part.exitCode !== null || part.signalCode !== null) return;
  part.kill();
  await once(part, 'exit');
}
