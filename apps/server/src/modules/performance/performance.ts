import { hostname } from 'node:os';
import type { Deps } from '../../deps.ts';
import { SITE_DAYS_CHANNEL } from '../recalculation/site-days.ts';
import type { BatchRunner } from './computation/batch.ts';
import { runBatchesHere } from './computation/batch-here.ts';
import { EVIDENCE_BYTES, EvidenceCache } from './evidence/evidence-cache.ts';
import type { StoreEvents } from './queue/finish-batch.ts';
import { pullBackDays } from './queue/future-days.ts';
import type { LoadOverlays } from './queue/load-task.ts';
import { type WorkDeps, workOnce } from './queue/work.ts';

export interface PerformanceOptions {
  loadOverlays: LoadOverlays;
  storeEvents: StoreEvents;
}

/** Computes site-days in the background, as many batches at once as its threads have places for. */
export interface PerformanceWorker {
  /** Finishes what is under way and takes no more. */
  stop(): Promise<void>;
}

type WorkerDeps = Pick<Deps, 'db' | 'bus' | 'now' | 'log' | 'signals'>;

/** How long a lost message, or a day that became due by the clock alone, costs at most. */
const POLL_MS = 2_000;
/** How long days wait at most that a clock ahead of this one put off. */
const FOLLOW_CLOCK_MS = 30_000;

export function startPerformance(deps: WorkerDeps, options: PerformanceOptions & { runner: BatchRunner }): PerformanceWorker {
  const { log, bus } = deps;
  const { runner } = options;
  const work: WorkDeps = { ...workDeps(deps, options, runner), onClaimed: () => widen() };
  const running = new Set<Promise<void>>();
  const recent = new Set<Promise<void>>();
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  const fill = (): void => {
    clearTimeout(timer);
    if (isStopping) return;
    while (running.size < runner.places) {
      const place: Promise<void> = usePlace({ isRecentOnly: false }, () => running.size <= runner.places).finally(() =>
        running.delete(place),
      );
      running.add(place);
    }
    timer = setTimeout(fill, POLL_MS).unref();
  };

  /** One place more with each claim, so that a fleet at rest is not asked eight times. */
  const widen = (): void => {
    if (isStopping || recent.size >= runner.recentPlaces) return;
    const place: Promise<void> = usePlace({ isRecentOnly: true }, () => recent.size <= runner.recentPlaces).finally(() =>
      recent.delete(place),
    );
    recent.add(place);
  };

  /** One batch after the other until nothing is due, or the place is wanted for something else. */
  async function usePlace(option: { isRecentOnly: boolean }, isWanted: () => boolean): Promise<void> {
    try {
      while (!isStopping && isWanted() && (await workOnce(work, option)) !== undefined);
    } catch (error) {
      log.error({ err: error }, 'computing site-days failed');
    }
  }

  const unsubscribe = bus.subscribe(SITE_DAYS_CHANNEL, fill);
  const followClock = setInterval(
    () => void pullBackDays(deps).catch((error: unknown) => log.error({ err: error }, 'site-days of a clock ahead')),
    FOLLOW_CLOCK_MS,
  ).unref();
  fill();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      clearInterval(followClock);
      unsubscribe();
      await Promise.all([...running, ...recent]);
      await runner.close();
    },
  };
}

/** Does all that waits, also what is not due yet, one batch after the other, here and now: for commands and tests. @returns site-days done */
export async function computeWaiting(deps: WorkerDeps, options: PerformanceOptions): Promise<number> {
  const { signals } = deps;
  const runner = runBatchesHere({ store: signals.store, register: signals.registry.register });
  const work = workDeps(deps, options, runner);
  let done = 0;
  const all = { dueMs: Number.MAX_SAFE_INTEGER };
  for (let days = await workOnce(work, all); days !== undefined; days = await workOnce(work, all)) done += days;
  return done;
}

function workDeps(
  { db, bus, now, log, signals }: WorkerDeps,
  { loadOverlays, storeEvents }: PerformanceOptions,
  runner: Pick<BatchRunner, 'run'>,
): WorkDeps {
  return {
    db,
    bus,
    now,
    log,
    registry: signals.registry,
    loadOverlays,
    storeEvents,
    runner,
    evidence: new EvidenceCache(EVIDENCE_BYTES),
    onWritten: signals.writtenElsewhere,
    worker: `${hostname()} ${process.pid}`,
  };
}
