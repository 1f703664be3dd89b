import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { refreshDueRatings } from './site-summaries.ts';

const refreshRatingsJob = defineJob({ kind: 'fleet.refreshRatings', data: z.object({}) });

/** A rating that holds from a date on is in the lists from that day: zones are a day apart at most, so each hour is looked at. */
export function fleetJobs({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): void {
  jobs.handle(refreshRatingsJob, async () => {
    await refreshDueRatings(db, now());
    return undefined;
  });
  jobs.repeat(refreshRatingsJob, '3 * * * *', {});
}
