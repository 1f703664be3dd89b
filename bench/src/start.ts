import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '@solvane/testing/product';
import { type Measurement, median, timeOnce } from './measure.ts';

const STARTS = 5;

export const startBenchmark = {
  title: 'Start',
  async run(): Promise<Measurement[]> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'solvane-bench-'));
    try {
      const first = await timeStart(dataFolder);
      const later: number[] = [];
      for (let index = 0; index < STARTS; index += 1) later.push(await timeStart(dataFolder));
      return [
        {
          name: 'First start to sign-in, empty data folder',
          value: first / 1000,
          unit: 's',
          note: 'databases created, without npm ci and web build',
        },
        {
          name: 'Second start to first response',
          value: median(later) / 1000,
          unit: 's',
          goal: { value: 3, direction: 'atMost' },
          note: `median of ${STARTS} process starts`,
        },
      ];
    } finally {
      rmSync(dataFolder, { recursive: true, force: true });
    }
  },
};

async function timeStart(dataFolder: string): Promise<number> {
  let stop: () => Promise<unknown> = () => Promise.resolve();
  const time = await timeOnce(async () => {
    const product = await startProduct({ demo: 'off', dataFolder });
    stop = product.stop;
  });
  await stop();
  return time;
}
