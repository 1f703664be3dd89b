import { jobIdSchema } from '@solvane/contract/ids';
import type { Job } from '@solvane/contract/system';
import { expect, test } from 'vitest';
import { bulkJobsOf } from './bulk-jobs.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const idOf = (n: number) => jobIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${n}`);
const job = (n: number, { failed = 0, state = 'succeeded' as Job['state'], minutesAgo = 5 } = {}): Job => ({
  jobId: idOf(n),
  kind: 'events.bulk',
  state,
  progress: state === 'running' ? 0.4 : 1,
  createdAtMs: NOW_MS - 3_600_000,
  finishedAtMs: state === 'running' ? null : NOW_MS - minutesAgo * 60_000,
  succeeded: 3,
  failed,
  fileId: null,
  message: null,
});
const shownOf = (jobs: Job[], { watched = [] as number[], closed = [] as number[] } = {}) =>
  bulkJobsOf(jobs, { watched: new Set(watched.map(idOf)), closed: new Set(closed.map(idOf)), nowMs: NOW_MS }).shown.map(
    ({ jobId }) => jobId,
  );

test('bulk work is shown while it goes on, and shows how it ended while the log stays open', () => {
  expect(shownOf([job(1, { state: 'running' }), job(2), job(3)], { watched: [2] })).toEqual([idOf(1), idOf(2)]);
});

test('failures are shown later, too, until they are closed or an hour old', () => {
  const jobs = [job(1, { failed: 1 }), job(2, { failed: 1 }), job(3, { failed: 1, minutesAgo: 61 })];
  expect(shownOf(jobs, { closed: [2] })).toEqual([idOf(1)]);
});
