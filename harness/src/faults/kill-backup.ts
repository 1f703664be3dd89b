import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '@solvane/testing/http-user';
import { startProduct } from '@solvane/testing/product';
import { firstDifference } from '../first-difference.ts';
import type { FaultCheck, FaultWorld } from './check.ts';
import { openHistory, readResults } from './history.ts';
import { type FaultPlant, OPERATOR, runCommand } from './plant.ts';
import { ensure, eventually, pause } from './wait.ts';

export const killsDuringBackup: readonly FaultCheck[] = [
  { name: 'kill -9 of the server or of the command during a backup', loops: { short: 0, long: 50 }, open: openBackups },
  { name: 'kill -9 of a restore', loops: { short: 0, long: 50 }, open: openRestores },
];

interface BackupWorld {
  plant: FaultPlant;
  /** What users see of it. */
  results: string;
  /** How long an undisturbed one takes. */
  backupMs: number;
  /** A whole backup. */
  backup: string;
}

async function openBackupWorld(): Promise<BackupWorld> {
  const plant = await openHistory();
  const results = await readResults(await plant.operator());
  const backup = join(plant.folder, 'backup');
  const beganMs = performance.now();
  await plant.run(['backup', backup]);
  return { plant, results, backup, backupMs: performance.now() - beganMs };
}

async function openBackups(): Promise<FaultWorld> {
  const { plant, results, backupMs } = await openBackupWorld();
  let loops = 0;
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      loops += 1;
      const target = join(plant.folder, `killed-${loops}`);
      const power = new AbortController();
      const command = plant.run(['backup', target], power.signal).catch(() => undefined);
      await pause(random() * backupMs);
      if (random() < 0.5) power.abort();
      else {
        await plant.kill();
        await plant.start();
      }
      await command;
      // A folder of that name is a whole backup or does not exist; the product ends one whose command was killed.
      if (existsSync(target)) await ensureRestores(plant, target, results);
      const next = join(plant.folder, 'next');
      await plant.run(['backup', next, '--verify']);
      for (const folder of [target, next]) rmSync(folder, { recursive: true, force: true });
      const operator = await plant.operator();
      const after = await eventually(() => readResults(operator));
      ensure(after === results, `results differ after the fault: ${firstDifference(results, after)}`);
    },
  };
}

async function openRestores(): Promise<FaultWorld> {
  const { plant, results, backup } = await openBackupWorld();
  await plant.kill();
  let restoreMs: number | undefined;
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      restoreMs ??= await ensureRestores(plant, backup, results);
      const dataFolder = join(plant.folder, 'restored');
      try {
        const power = new AbortController();
        const restored = runCommand({ dataFolder, args: ['restore', backup], signal: power.signal }).catch(() => undefined);
        await pause(random() * restoreMs);
        power.abort();
        await restored;
        const isEmptyStart = await startsEmpty(dataFolder, results);
        ensure(!isEmptyStart, 'the product began without the data after a killed restore');
      } finally {
        rmSync(dataFolder, { recursive: true, force: true });
      }
      await ensureRestores(plant, backup, results);
    },
  };
}

/** @returns whether the product starts on what a killed restore left, without what was to be restored */
async function startsEmpty(dataFolder: string, results: string): Promise<boolean> {
  // Killed before it had begun: nothing says that anything was to be restored.
  if (!existsSync(join(dataFolder, 'restoring')) && !existsSync(join(dataFolder, 'postgres'))) return false;
  const product = await startProduct({ demo: 'off', dataFolder, env: { SOLVANE_LOG_LEVEL: 'warn' } }).catch((error: unknown) => {
    ensure(String(error).includes('did not finish'), `the start failed without naming the restore: ${error}`);
    return undefined;
  });
  if (!product) return false;
  try {
    const operator = await signIn(product.baseUrl, OPERATOR).catch(() => undefined);
    return operator === undefined || (await eventually(() => readResults(operator))) !== results;
  } finally {
    await product.stop('SIGKILL');
  }
}

/** @returns how long the restore took. @throws Error when the product on the restored folder shows anything else */
async function ensureRestores(plant: FaultPlant, backup: string, results: string): Promise<number> {
  const dataFolder = join(plant.folder, 'whole');
  try {
    const beganMs = performance.now();
    await runCommand({ dataFolder, args: ['restore', backup] });
    const durationMs = performance.now() - beganMs;
    ensure(!(await startsEmpty(dataFolder, results)), 'a restored product shows other results');
    return durationMs;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
