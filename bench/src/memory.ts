import { setTimeout as delay } from 'node:timers/promises';
import { demoEndpoints } from '@solvane/contract/system';
import { signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { atRest, cpuSecondsOf, until, untilComputed } from './at-rest.ts';
import type { Measurement } from './measure.ts';
import { type ProcessMemory, readMemory, sumMemory } from './process-memory.ts';

const MEGABYTE = 1_048_576;
const LOOK_MS = 1_000;
/** What a start needed is given back by then. */
const AFTER_START_MS = 60_000;
const HISTORY_S = 3_600;
const ADMIN = { email: 'admin@solvane.demo', password: 'solvane-demo' };
const ENV = { SOLVANE_LOG_LEVEL: 'warn' };

/** What the processes of the product hold together, with the allocator's settings of `npm start`. */
export const memoryBenchmark = {
  title: 'Memory',
  async run(): Promise<Measurement[]> {
    return [...(await measureEmpty()), ...(await measureDemo())];
  },
};

async function measureEmpty(): Promise<Measurement[]> {
  const product = await startProduct({ demo: 'off', env: ENV });
  try {
    await delay(AFTER_START_MS);
    return [toMeasurement('Without a fleet, a minute after the start', readMemoryOf(product), 500)];
  } finally {
    await product.dispose();
  }
}

/** Thirteen months of the demo fleet: while they are computed, when that is done, and after the next start. */
async function measureDemo(): Promise<Measurement[]> {
  const product = await startProduct({ demo: 'on', env: ENV });
  try {
    const user = await signIn(product.baseUrl, ADMIN);
    let most: ProcessMemory[] = [];
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        const now = readMemoryOf(product);
        if (sumMemory(now) > sumMemory(most)) most = now;
        await delay(LOOK_MS);
      }
    })();
    await until(async () => (await user.poll(demoEndpoints.progress, {})).stage === 'live', HISTORY_S);
    await untilComputed(user, HISTORY_S);
    isOver = true;
    await watch;
    const cpu = cpuSecondsOf(product.pid);
    await atRest({ product, user });
    const rest = readMemoryOf(product);
    await product.stop();
    const again = await startProduct({ demo: 'on', dataFolder: product.dataFolder, env: ENV });
    try {
      await delay(AFTER_START_MS);
      return [
        toMeasurement('Demo fleet, while thirteen months are computed, most', most, undefined, `${cpu.toFixed(0)} s of CPU until then`),
        toMeasurement('Demo fleet, at rest with its history computed', rest, 1_200),
        toMeasurement('Demo fleet, a minute after the next start', readMemoryOf(again)),
      ];
    } finally {
      await again.stop();
    }
  } finally {
    await product.dispose();
  }
}

function readMemoryOf({ pid }: RunningProduct): ProcessMemory[] {
  return pid === undefined ? [] : readMemory(pid);
}

function toMeasurement(name: string, processes: readonly ProcessMemory[], goalMegabytes?: number, note?: string): Measurement {
  const parts = processes.map((each) => `${each.name} ${Math.round(each.bytes / MEGABYTE)}`).join(', ');
  const fileMegabytes = Math.round(processes.reduce((sum, { fileBytes }) => sum + fileBytes, 0) / MEGABYTE);
  return {
    name,
    value: sumMemory(processes) / MEGABYTE,
    unit: 'MB',
    ...(goalMegabytes === undefined ? {} : { goal: { value: goalMegabytes, direction: 'atMost' as const } }),
    note: `all processes, pages that they share once: ${parts} MB; of it ${fileMegabytes} MB of programs and files, which the system takes back when it needs them${note === undefined ? '' : `; ${note}`}`,
  };
}
