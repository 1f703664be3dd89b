import type { EngineLog } from '../engine/engine-supervisor.ts';
import type { SignalMaintenance } from '../signal-maintenance.ts';
import type { SignalWriter } from '../signal-writer.ts';

export interface RollUpRunnerOptions {
  store: Pick<SignalMaintenance, 'rollUp' | 'mergeRollUps'> & Pick<SignalWriter, 'onWritten'>;
  log: EngineLog;
  /** Writes of this long are rolled up together. */
  gatherMs?: number;
  /** How often to look for what other processes wrote. */
  pollMs?: number;
}

export interface RollUpRunner {
  /** Says that something was written on another way than through this store. */
  written(): void;
  /** Resolves when nothing is left to do that was there at the call. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Merging waits half a minute after the last roll-up. Where nothing was left to merge after so long, nothing is until the next one. */
const MERGED_AFTER_MS = 60_000;

/** Keeps roll-ups up to date, and quick to read, in the background. Several may run: they do the same work twice, not wrong. */
export function startRollUps({ store, log, gatherMs = 250, pollMs = 15_000 }: RollUpRunnerOptions): RollUpRunner {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasMore = false;
  let isMerged = false;
  let lastRollUpMs = performance.now();

  function run(): Promise<void> {
    clearTimeout(timer);
    hasMore = false;
    running ??= work().finally(() => {
      running = undefined;
      schedule(hasMore ? gatherMs : pollMs);
    });
    return running;
  }

  async function work(): Promise<void> {
    try {
      while (!stop.signal.aborted && (await store.rollUp({ signal: stop.signal })) > 0) {
        lastRollUpMs = performance.now();
        isMerged = false;
      }
      if (isMerged) return;
      await merge();
      isMerged = !hasMore && performance.now() - lastRollUpMs > MERGED_AFTER_MS;
    } catch (error) {
      if (!stop.signal.aborted) log.warn({ err: error }, 'Rolling up failed; the next pass tries again');
    }
  }

  /** One after the other: what is written meanwhile is rolled up first. */
  async function merge(): Promise<void> {
    const { signal } = stop;
    for (let before: string | undefined; !signal.aborted && !hasMore; ) {
      const merged = await store.mergeRollUps({ signal });
      // Where the engine is busy with it itself, it is still there.
      if (merged === undefined || merged === before) return;
      before = merged;
    }
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!stop.signal.aborted) timer = setTimeout(() => void run(), delayMs).unref();
  }

  function written(): void {
    if (!hasMore && running === undefined) schedule(gatherMs);
    hasMore = true;
  }

  const unsubscribe = store.onWritten(written);
  void run();

  return {
    written,
    settle: async () => {
      await running;
      await run();
    },
    stop: async () => {
      stop.abort();
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}
