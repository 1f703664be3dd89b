import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { deleteExpiredFiles } from './files.ts';

const deleteExpiredFilesJob = defineJob({ kind: 'workspace.deleteExpiredFiles', data: z.object({}) });

export function shellJobs({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): void {
  jobs.handle(deleteExpiredFilesJob, async () => {
    await deleteExpiredFiles(db, now());
    return undefined;
  });
  jobs.repeat(deleteExpiredFilesJob, '17 * * * *', {});
}
