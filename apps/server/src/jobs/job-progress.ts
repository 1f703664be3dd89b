import type { JobId, UserId } from '@solvane/contract/ids';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { MessageBus } from '../db/message-bus.ts';
import { userJobs } from '../db/schema/jobs.ts';
import type { JobOutcome } from './job.ts';

/** Says on the bus that a user's job has changed; the row in `user_jobs` says how. */
export const JOB_CHANGED_CHANNEL = 'job-changed';

interface JobChanged {
  jobId: JobId;
  userId: UserId;
}

export interface JobProgress {
  begin(db: Db, job: JobChanged & { kind: string }): Promise<void>;
  track(job: JobChanged): TrackedJob;
}

interface TrackedJob {
  running(): Promise<void>;
  /** @param share - 0 to 1 */
  report(share: number): Promise<void>;
  finished(state: 'succeeded' | 'failed', outcome: JobOutcome): Promise<void>;
}

/** What a user watches is written at most this often; the last state always. */
const REPORT_MS = 500;

export function createJobProgress({ db, bus, now }: { db: Db; bus: MessageBus; now: () => number }): JobProgress {
  const update = async (job: JobChanged, values: Partial<typeof userJobs.$inferInsert>): Promise<void> => {
    await db
      .update(userJobs)
      .set({ ...values, updatedAtMs: now() })
      .where(eq(userJobs.id, job.jobId));
    await bus.publish(db, JOB_CHANGED_CHANNEL, { jobId: job.jobId, userId: job.userId });
  };
  return {
    begin: async (target, { jobId, userId, kind }) => {
      await target.insert(userJobs).values({ id: jobId, userId, kind, createdAtMs: now(), updatedAtMs: now() });
      await bus.publish(target, JOB_CHANGED_CHANNEL, { jobId, userId });
    },
    track: (job) => {
      let reportedAtMs = Number.NEGATIVE_INFINITY;
      return {
        running: () => update(job, { state: 'running' }),
        report: async (share) => {
          if (now() - reportedAtMs < REPORT_MS) return;
          reportedAtMs = now();
          await update(job, { progress: Math.min(1, Math.max(0, share)) });
        },
        finished: (state, { succeeded = 0, failed = 0, fileId, message }) =>
          update(job, {
            state,
            finishedAtMs: now(),
            succeededCount: succeeded,
            failedCount: failed,
            fileId: fileId ?? null,
            messageKey: message?.key ?? null,
            messageValues: message?.values ?? {},
            ...(state === 'succeeded' ? { progress: 1 } : {}),
          }),
      };
    },
  };
}
