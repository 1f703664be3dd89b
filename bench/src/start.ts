import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '@solvane/testing/product';
import { type Measurement, median } from './measure.ts';
import { familyOf } from './process-memory.ts';

const STARTS = 5;
const MEGABYTE = 1_048_576;

export const startBenchmark = {
  title: 'Start',
  async run(): Promise<Measurement[]> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-bench-'));
    try {
      const first = await startOnce(dataFolder);
      const later: Start[] = [];
      const cold: Start[] = [];
      for (let index = 0; index < STARTS; index += 1) {
        later.push(await startOnce(dataFolder));
        if (dropFileCache()) cold.push(await startOnce(dataFolder));
      }
      return [
        {
          name: 'First start to sign-in, empty data folder',
          value: first.timeMs / 1000,
          unit: 's',
          note: 'databases created, without npm ci and web build',
        },
        {
          name: 'Second start to first response',
          value: median(later.map(({ timeMs }) => timeMs)) / 1000,
          unit: 's',
          goal: { value: 3, direction: 'atMost' },
          note: `median of ${STARTS} process starts`,
        },
        ...(cold.length === 0 ? [] : [coldRow(cold)]),
      ];
    } finally {
      rmSync(dataFolder, { recursive: true, force: true });
    }
  },
};

interface Start {
  timeMs: number;
  /** From the disk, by the product and its engine. */
  readBytes: number;
}

async function startOnce(dataFolder: string): Promise<Start> {
  const startMs = performance.now();
  const product = await startProduct({ demo: 'off', dataFolder });
  const timeMs = performance.now() - startMs;
  const readBytes = product.pid === undefined ? Number.NaN : diskReads(product.pid);
  await product.stop();
  return { timeMs, readBytes };
}

function coldRow(starts: readonly Start[]): Measurement {
  const megabytes = median(starts.map(({ readBytes }) => readBytes)) / MEGABYTE;
  return {
    name: 'The same with nothing of the disk in memory',
    value: median(starts.map(({ timeMs }) => timeMs)) / 1000,
    unit: 's',
    note: `as after the machine has started: ${megabytes.toFixed(0)} MB are read, so a disk of 100 MB/s takes ${(megabytes / 100).toFixed(1)} s for them`,
  };
}

/** As a machine that has just started. @returns false where that is not allowed: Linux, and root only */
function dropFileCache(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

/** Linux only; elsewhere NaN. */
function diskReads(pid: number): number {
  try {
    const readBy = (each: number): number => Number(/^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${each}/io`, 'utf8'))?.[1]);
    return familyOf(pid).reduce((sum, each) => sum + readBy(each), 0);
  } catch {
    return Number.NaN;
  }
}
