import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { adoptHistory, markRunningDays, relearnOldDays } from './queue/follow-clock.ts';

const followClockJob = defineJob({ kind: 'performance.followClock', data: z.object({}) });

export function performanceJobs({ db, jobs, now, signals }: Pick<Deps, 'db' | 'jobs' | 'now' | 'signals'>): void {
  jobs.handle(followClockJob, async () => {
    const { store, registry } = signals;
    await adoptHistory({ db, now, store, registry });
    await relearnOldDays({ db, now });
    await markRunningDays({ db, now });
    return undefined;
  });
  jobs.repeat(followClockJob, '*/10 * * * *', {});
}
