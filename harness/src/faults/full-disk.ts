import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultCheck, FaultWorld } from './check.ts';
import { ensureComputed, recalculateAll } from './computation.ts';
import { openPlant } from './plant.ts';
import { ensureStored, startSenders } from './senders.ts';
import { ensure, eventually, pause } from './wait.ts';

const DISK = 'size=900m';
const CHUNK = Buffer.alloc(1024 * 1024);

export const fullDisks: readonly FaultCheck[] = [
  { name: 'a full disk during ingestion, recalculation and start', loops: { short: 0, long: 50 }, findObstacle, open: openFullDisk },
];

/** A disk of its own needs a mount. */
function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root can mount a small disk';
  const folder = mkdtempSync(join(tmpdir(), 'solvane-faults-mount-'));
  const isAllowed = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (isAllowed) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return isAllowed ? undefined : 'this machine does not allow mounts';
}

async function openFullDisk(): Promise<FaultWorld> {
  const disk = mkdtempSync(join(tmpdir(), 'solvane-faults-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', disk]);
  const filler = join(disk, 'filler');
  const unmount = (): void => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  };
  const plant = await openPlant({ parent: disk }).catch((error: unknown) => {
    unmount();
    throw error;
  });
  const everything = new Set<number>();
  let first = 0;
  return {
    dispose: async () => {
      await plant.dispose();
      unmount();
    },
    loop: async (random) => {
      const senders = startSenders(plant, { first });
      const acknowledge = (count: number): Promise<void> =>
        eventually(async () => ensure(senders.acknowledged.size >= count, `only ${senders.acknowledged.size} bodies were acknowledged`));
      try {
        await acknowledge(4);
        await recalculateAll(await plant.operator());
        await pause(random() * 300);
        fill(disk, filler);
        await pause(1_000 + random() * 1_000);
        if (random() < 0.5) {
          await plant.kill();
          // With nothing left on the disk it may refuse to start, and spoils nothing.
          await plant.start().catch(() => undefined);
          await plant.kill();
          rmSync(filler);
          await plant.start();
        } else rmSync(filler);
        await acknowledge(senders.acknowledged.size + 4);
      } finally {
        rmSync(filler, { force: true });
        await senders.stop();
      }
      for (const body of senders.acknowledged) everything.add(body);
      first = Math.max(first, ...everything) + 8;
      ensure(senders.unexpected.length === 0, [...new Set(senders.unexpected)].slice(0, 5).join('; '));
      await ensureStored(plant, everything);
      const operator = await plant.operator();
      await recalculateAll(operator);
      await ensureComputed(operator);
    },
  };
}

/** Takes all that is free, to the last block. */
function fill(disk: string, filler: string): void {
  const file = openSync(filler, 'a');
  try {
    while (statfsSync(disk).bavail > 0) writeSync(file, CHUNK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}
