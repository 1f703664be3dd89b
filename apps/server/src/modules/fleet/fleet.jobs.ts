import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { settleConfiguration } from '../configuration/pending-sites.ts';
import { followCalendars } from './site-calendars.ts';
import { refreshDueRatings } from './site-summaries.ts';

const refreshRatingsJob = defineJob({ kind: 'fleet.refreshRatings', data: z.object({}) });
const followConfigurationJob = defineJob({ kind: 'fleet.followConfiguration', data: z.object({}) });

export function fleetJobs({ db, bus, jobs, now, signals }: Pick<Deps, 'db' | 'bus' | 'jobs' | 'now' | 'signals'>): void {
  // A rating that holds from a date on is in the lists from that day: zones are a day apart at most, so each hour is looked at.
  jobs.handle(refreshRatingsJob, async () => {
    await refreshDueRatings(db, now());
    return undefined;
  });
  jobs.repeat(refreshRatingsJob, '3 * * * *', {});
  // Looked at rather than told: a fleet is also changed by a command while no worker runs.
  jobs.handle(followConfigurationJob, async () => {
    await followCalendars({ db, now, store: signals.store });
    await settleConfiguration({ db, bus, now });
    return undefined;
  });
  jobs.repeat(followConfigurationJob, '* * * * *', {});
}
