import { performance } from 'node:perf_hooks';

export interface Measurement {
  name: string;
  /** What the number is, with its unit. */
  value: number;
  unit: string;
  /** What the product promises; undefined: a number to watch. */
  goal?: { value: number; direction: 'atMost' | 'atLeast' };
  /** How it was measured, in a few words. */
  note?: string;
}

/** Milliseconds of each run after `warmUp` runs that are not counted. */
export async function timeRuns(run: () => Promise<unknown>, { runs, warmUp }: { runs: number; warmUp: number }): Promise<number[]> {
  for (let index = 0; index < warmUp; index += 1) await run();
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const startMs = performance.now();
    await run();
    times.push(performance.now() - startMs);
  }
  return times;
}

export async function timeOnce(run: () => Promise<unknown>): Promise<number> {
  const [time = Number.NaN] = await timeRuns(run, { runs: 1, warmUp: 0 });
  return time;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const position = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (position - Math.floor(position));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
