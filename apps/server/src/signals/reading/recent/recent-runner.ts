import type { EngineLog } from '../../engine/engine-supervisor.ts';
import type { SignalMaintenance } from '../../signal-maintenance.ts';

export interface RecentRunnerOptions {
  store: Pick<SignalMaintenance, 'loadRecent' | 'onPrefetchRequest'>;
  log: EngineLog;
  /** How often to look whether there is something to read. */
  lookMs?: number;
}

export interface RecentRunner {
  stop(): Promise<void>;
}

/** Behind a prefetch request: others mostly follow at once, and none waits for the cache. */
const SOON_MS = 200;

/** Caches what users request in the process that serves them. Between two chunks it rests as long as the first one took. */
export function startRecent({ store, log, lookMs = 2_000 }: RecentRunnerOptions): RecentRunner {
  const stop = new AbortController();
  const { signal } = stop;
  let isRequested = false;
  let wake: (afterMs: number) => void = () => undefined;
  const unsubscribe = store.onPrefetchRequest(() => {
    isRequested = true;
    wake(SOON_MS);
  });

  async function run(): Promise<void> {
    while (!signal.aborted) {
      isRequested = false;
      const restMs = await look();
      if (!signal.aborted) await rest(isRequested ? Math.min(restMs, SOON_MS) : restMs);
    }
  }

  /** @returns how long to rest afterwards */
  async function look(): Promise<number> {
    const beginMs = performance.now();
    try {
      return (await store.loadRecent({ signal })) > 0 ? performance.now() - beginMs : lookMs;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'Recent values could not be read into memory; the next look tries again');
      return lookMs;
    }
  }

  function rest(restMs: number): Promise<void> {
    return new Promise((resolve) => {
      let endMs = Number.POSITIVE_INFINITY;
      let timer: NodeJS.Timeout | undefined;
      wake = (afterMs) => {
        // Requests that follow each other do not put it off.
        if (performance.now() + afterMs >= endMs) return;
        endMs = performance.now() + afterMs;
        clearTimeout(timer);
        timer = setTimeout(resolve, afterMs).unref();
      };
      wake(restMs);
    });
  }

  const running = run();
  return {
    stop: async () => {
      unsubscribe();
      stop.abort();
      wake(0);
      await running;
    },
  };
}
