import { fileEndpoints } from '@solvane/contract/shell';
import { type Job, jobEndpoints } from '@solvane/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../../api/call.ts';

export function jobsQuery() {
  return queryOptions({
    queryKey: ['jobs', 'list'],
    queryFn: ({ signal }) => call(jobEndpoints.list, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function isRunning({ state }: Job): boolean {
  return state === 'queued' || state === 'running';
}

/** Where the file of a finished job lies; null: the job made none. */
export function fileAddress({ fileId }: Job): string | null {
  return fileId === null ? null : addressOf(fileEndpoints.download, { params: { fileId } });
}

/** The list with one job as it is now. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const isKnown = jobs.some(({ jobId }) => jobId === job.jobId);
  return isKnown ? jobs.map((known) => (known.jobId === job.jobId ? job : known)) : [job, ...jobs];
}
