import type { JobId } from '@solvane/contract/ids';
import type { Job } from '@solvane/contract/system';
import { isRunning } from '../../../shared/live/jobs.queries.ts';

/** Failures older than this are in the bell only. */
const SHOWN_MS = 3_600_000;

/** Bulk work to be shown with the log: what goes on, and what ended with failures nobody has seen to yet. */
export function bulkJobsOf(
  jobs: readonly Job[],
  { closed, nowMs }: { closed: ReadonlySet<JobId>; nowMs: number },
): { shown: Job[]; finishedCount: number } {
  const bulk = jobs.filter(({ kind }) => kind === 'events.bulk');
  const isUnseen = ({ jobId, failed, finishedAtMs }: Job): boolean =>
    failed > 0 && !closed.has(jobId) && finishedAtMs !== null && finishedAtMs > nowMs - SHOWN_MS;
  return {
    shown: bulk.filter((job) => isRunning(job) || isUnseen(job)),
    finishedCount: bulk.filter((job) => !isRunning(job)).length,
  };
}
