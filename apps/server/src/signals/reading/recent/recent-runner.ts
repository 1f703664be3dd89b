import { setTimeout as wait } from 'node:timers/promises';
import type { EngineLog } from '../../engine/engine-supervisor.ts';
import type { SignalStore } from '../../signal-store.ts';

export interface RecentRunnerOptions {
  store: Pick<SignalStore, 'loadRecent'>;
  log: EngineLog;
  /** How often to look whether there is something to read. */
  lookMs?: number;
}

export interface RecentRunner {
  stop(): Promise<void>;
}

/** Keeps recent days in the memory of a process that people ask. Between two pieces it rests as long as the first one took. */
export function startRecent({ store, log, lookMs = 2_000 }: RecentRunnerOptions): RecentRunner {
  const stop = new AbortController();
  const { signal } = stop;

  async function run(): Promise<void> {
    while (!signal.aborted) await wait(await look(), undefined, { ref: false, signal });
  }

  /** @returns how long to rest afterwards */
  async function look(): Promise<number> {
    const beginMs = performance.now();
    try {
      return (await store.loadRecent({ signal })) > 0 ? performance.now() - beginMs : lookMs;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'Recent days could not be read into memory; the next look tries again');
      return lookMs;
    }
  }

  // Of its own accord it ends only when it is stopped in the middle of a rest.
  const running = run().catch(() => undefined);
  return {
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}
