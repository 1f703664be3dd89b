import { randomUUID } from 'node:crypto';
import { type JobId, jobIdSchema, type UserId } from '@solvane/contract/ids';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { ambientTransaction, type Db } from '../db/db.ts';
import type { MessageBus } from '../db/message-bus.ts';
import { createBoss } from './boss.ts';
import { pullBackJobs } from './future-times.ts';
import type { EnqueueOptions, JobDefinition, JobHandler, JobOutcome } from './job.ts';
import { createJobProgress, type JobProgress } from './job-progress.ts';
import { failLostJobs, releaseActiveJobs } from './lost-jobs.ts';

/** Background work on PostgreSQL: enqueued in the transaction that decides on it, done at least once. */
export interface Jobs {
  /** Says who does a kind of work. Every process that enqueues or works says it, before `start`. */
  handle<Data extends z.ZodType>(definition: JobDefinition<Data>, handler: JobHandler<z.output<Data>>): void;
  /** Repeats a kind of work, by a cron expression in UTC. */
  repeat<Data extends z.ZodType>(definition: JobDefinition<Data>, cron: string, data: z.input<Data>): void;
  /** Inside a transaction of `db` the job exists when it commits, and never when it rolls back. undefined: one with the same key waits already. */
  enqueue<Data extends z.ZodType>(
    db: Db,
    definition: JobDefinition<Data>,
    data: z.input<Data>,
    options?: EnqueueOptions,
  ): Promise<JobId | undefined>;
  /**
   * @param options.work - false: only enqueue, other processes work
   * @param options.isAlone - no other process works on the database: what runs there ran in a process that is gone
   */
  start(options: { work: boolean; isAlone?: boolean }): Promise<void>;
  /** Takes no more work and waits for what runs. */
  stop(): Promise<void>;
  /** Does all that waits, one after the other, here and now. For commands and tests. @returns how many jobs ran */
  runWaiting(): Promise<number>;
}

export interface JobsOptions {
  db: Db;
  bus: MessageBus;
  now: () => number;
  onError: (error: unknown, kind: string) => void;
}

interface Registered {
  definition: JobDefinition;
  handler: JobHandler<never>;
}

const CHANNEL = 'jobs';
/** The floor under the wake-up by message: how long a lost message, a repeated job or another try wait at most. Each kind is asked for. */
const POLL_SECONDS = 15;
/** The same of kinds with several places: a message wakes one of them. */
const POLL_PLACES_SECONDS = 5;
const HEARTBEAT_SECONDS = 60;
const STOP_MS = 20_000;
/** How long a job waits at most that died with its process, or that a clock ahead of this one put off. */
const TIDY_MS = 30_000;

export function createJobs({ db, bus, now, onError }: JobsOptions): Jobs {
  const registered = new Map<string, Registered>();
  const repeated: { kind: string; cron: string; data: object }[] = [];
  const queues = new Set<string>();
  const workers = new Map<string, string>();
  const progress = createJobProgress({ db, bus, now });
  let started: Promise<PgBoss> | undefined;
  let unsubscribe = (): void => undefined;
  let tidyTimer: NodeJS.Timeout | undefined;

  const boss = (work = false): Promise<PgBoss> => {
    started ??= startBoss(db, { work, onError });
    return started;
  };

  /** The queue, knowing every kind that is handled. */
  const ready = async (work = false): Promise<PgBoss> => {
    const queue = await boss(work);
    const missing = [...registered.values()].filter(({ definition }) => !queues.has(definition.kind));
    if (missing.length > 0) await createQueues(db, missing);
    for (const { definition } of missing) queues.add(definition.kind);
    return queue;
  };

  const tidy = async (): Promise<void> => {
    await pullBackJobs({ db, now });
    await failLostJobs({ db, now });
  };

  const run = async (kind: string, job: JobWithMetadata): Promise<void> => {
    const entry = registered.get(kind);
    if (!entry) throw new RangeError(`No handler for ${kind}`);
    await runJob(entry, job, { progress, onError });
  };

  return {
    handle: (definition, handler) => {
      if (registered.has(definition.kind)) throw new RangeError(`${definition.kind} is handled twice`);
      registered.set(definition.kind, { definition, handler });
    },
    repeat: (definition, cron, data) => {
      repeated.push({ kind: definition.kind, cron, data: { data: definition.data.parse(data) } });
    },
    enqueue: async (target, definition, data, { userId, singletonKey, priority, startAfterMs } = {}) => {
      const queue = await ready();
      const jobId = jobIdSchema.parse(randomUUID());
      const sent = await queue.send(
        definition.kind,
        { data: definition.data.parse(data), userId },
        {
          id: jobId,
          db: fromDrizzle(target, sql),
          // One job per key may wait: a job without a key has its own.
          singletonKey: singletonKey ?? jobId,
          ...(priority === undefined ? {} : { priority }),
          ...(startAfterMs === undefined ? {} : { startAfter: new Date(startAfterMs) }),
        },
      );
      if (sent === null) return undefined;
      if (userId) await progress.begin(target, { jobId, userId, kind: definition.kind });
      await bus.publish(target, CHANNEL, definition.kind);
      return jobId;
    },
    start: async ({ work, isAlone = false }) => {
      const queue = await ready(work);
      if (!work) return;
      const wake = (kind: string): void => {
        const worker = workers.get(kind);
        if (worker) queue.notifyWorker(worker);
      };
      if (isAlone) await releaseActiveJobs(db, queue);
      await tidy();
      tidyTimer = setInterval(() => void tidy().catch((error: unknown) => onError(error, 'queue')), TIDY_MS).unref();
      for (const { kind, cron, data } of repeated) await queue.schedule(kind, cron, data, { missed: 'once' });
      for (const { definition } of registered.values()) {
        const options = {
          includeMetadata: true,
          pollingIntervalSeconds: definition.concurrency === undefined ? POLL_SECONDS : POLL_PLACES_SECONDS,
          localConcurrency: definition.concurrency ?? 1,
        } as const;
        const worker = await queue.work(definition.kind, options, async ([job]: JobWithMetadata<object>[]) => {
          if (!job) return;
          // What waits behind it has had its message already.
          wake(definition.kind);
          await run(definition.kind, job);
        });
        workers.set(definition.kind, worker);
      }
      unsubscribe = bus.subscribe(CHANNEL, (kind) => wake(String(kind)));
    },
    stop: async () => {
      clearInterval(tidyTimer);
      unsubscribe();
      const queue = await started;
      started = undefined;
      queues.clear();
      await queue?.stop({ graceful: true, timeout: STOP_MS });
    },
    runWaiting: async () => {
      const queue = await ready();
      let count = 0;
      for (let found = true; found; ) {
        found = false;
        for (const kind of registered.keys()) {
          for (const job of await queue.fetch<object>(kind, { includeMetadata: true })) {
            found = true;
            count += 1;
            // Only workers of the queue are stopped through their signal; this run is no worker.
            await settle(queue, kind, job.id, () => run(kind, { ...job, signal: new AbortController().signal }));
          }
        }
      }
      return count;
    },
  };
}

async function startBoss(db: Db, { work, onError }: { work: boolean; onError: JobsOptions['onError'] }): Promise<PgBoss> {
  const boss = createBoss(db, { supervise: work, migrate: false });
  boss.on('error', (error) => onError(error, 'queue'));
  await boss.start();
  return boss;
}

/** All of them in one statement: one each costs more than all else in a test. */
async function createQueues(db: Db, missing: readonly Registered[]): Promise<void> {
  const wanted = missing.map(({ definition }) => ({
    name: definition.kind,
    options: {
      policy: 'short',
      retryLimit: definition.retries ?? 2,
      retryBackoff: true,
      expireInSeconds: definition.maxSeconds ?? 900,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 86_400,
    },
  }));
  await (ambientTransaction() ?? db).execute(sql`
    select pgboss.create_queue(wanted.name, wanted.options)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (name text, options jsonb)`);
}

interface JobPayload {
  data: unknown;
  userId?: UserId;
}

async function runJob(
  { definition, handler }: Registered,
  job: JobWithMetadata,
  { progress, onError }: { progress: JobProgress; onError: JobsOptions['onError'] },
): Promise<void> {
  const { data, userId } = job.data as JobPayload;
  const jobId = jobIdSchema.parse(job.id);
  const tracked = userId ? progress.track({ jobId, userId }) : undefined;
  try {
    await tracked?.running();
    const outcome: JobOutcome | undefined = await (handler as JobHandler<unknown>)({
      jobId,
      userId,
      data: definition.data.parse(data),
      signal: job.signal,
      progress: async (share) => tracked?.report(share),
    });
    await tracked?.finished('succeeded', outcome ?? {});
  } catch (error) {
    onError(error, definition.kind);
    if (job.retryCount >= job.retryLimit) await tracked?.finished('failed', {});
    throw error;
  }
}

async function settle(queue: PgBoss, kind: string, jobId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await queue.fail(kind, jobId, { message: String(error) });
    return;
  }
  await queue.complete(kind, jobId);
}
