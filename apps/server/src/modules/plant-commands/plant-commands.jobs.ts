import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { type CommandDeps, failExpired } from './plant-commands.ts';

const failExpiredJob = defineJob({ kind: 'commands.failExpired', data: z.object({}) });

export function plantCommandJobs(deps: CommandDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.handle(failExpiredJob, async () => {
    await failExpired(deps);
    return undefined;
  });
  deps.jobs.repeat(failExpiredJob, '* * * * *', {});
}
