import type { JobId } from '@solvane/contract/ids';
import type { Job } from '@solvane/contract/system';
import { isRunning } from '../../../shared/live/jobs.queries.ts';

/** What ended before that is in the bell only. */
const SHOWN_MS = 3_600_000;

/** Bulk work to be shown with the log: what goes on, what ended while the log was open, and what ended with failures that are still open. */
export function bulkJobsOf(
  jobs: readonly Job[],
  { watched, closed, nowMs }: { watched: ReadonlySet<JobId>; closed: ReadonlySet<JobId>; nowMs: number },
): { shown: Job[]; finishedCount: number } {
  const bulk = jobs.filter(({ kind }) => kind === 'events.bulk');
  const isUnseen = ({ jobId, failed, finishedAtMs }: Job): boolean =>
    (failed > 0 || watched.has(jobId)) && !closed.has(jobId) && finishedAtMs !== null && finishedAtMs > nowMs - SHOWN_MS;
  return {
    shown: bulk.filter((job) => isRunning(job) || isUnseen(job)),
    finishedCount: bulk.filter((job) => !isRunning(job)).length,
  };
}
