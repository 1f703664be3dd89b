import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServerPrograms } from '@solvane/testing/postgres-programs';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { firstDifference } from '../first-difference.ts';
import type { FaultCheck, FaultWorld } from './check.ts';
import { ensureComputed, recalculateAll } from './computation.ts';
import { fillHistory, readResults } from './history.ts';
import { openPlant } from './plant.ts';
import { startPostgres } from './postgres-server.ts';
import { ensure, eventually, pause } from './wait.ts';

export const killsOfWorkers: readonly FaultCheck[] = [
  {
    name: 'kill -9 of a worker process during recalculation (web, worker and engine apart, PostgreSQL server)',
    loops: { short: 0, long: 50 },
    findObstacle: () => (findServerPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
    open: openWorkers,
  },
];

async function openWorkers(): Promise<FaultWorld> {
  const postgres = await startPostgres();
  const parent = mkdtempSync(join(tmpdir(), 'solvane-faults-workers-'));
  const dataFolder = join(parent, 'data');
  const env = { DATABASE_URL: postgres.url, SOLVANE_LOG_LEVEL: 'warn' };
  const launch = (role: string) => startProduct({ demo: 'off', dataFolder, env: { ...env, SOLVANE_ROLE: role } });
  const running: RunningProduct[] = [];
  const dispose = async (): Promise<void> => {
    for (const product of running) await product.stop('SIGKILL');
    await postgres.dispose();
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    const engine = await launch('engine');
    running.push(engine);
    let worker = await launch('worker');
    running.push(worker);
    const plant = await openPlant({ env: { ...env, SOLVANE_ROLE: 'web' }, parent, dataFolder });
    running.push(plant.product);
    await fillHistory(plant);
    const operator = await plant.operator();
    const before = await readResults(operator);
    return {
      dispose,
      loop: async (random) => {
        ensure((await recalculateAll(operator)) > 0, 'nothing is computed again');
        await pause(random() * 1_500);
        await worker.stop('SIGKILL');
        worker = await launch('worker');
        running.push(worker);
        await ensureComputed(operator);
        const after = await eventually(() => readResults(operator));
        ensure(after === before, `results differ after the fault: ${firstDifference(before, after)}`);
        ensure(plant.product.ending() === undefined, 'the web process ended');
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
