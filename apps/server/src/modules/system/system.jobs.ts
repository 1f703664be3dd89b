import { z } from 'zod';
import { checkpointGrownLog } from '../../db/checkpoint.ts';
import { vacuumChangedTables } from '../../db/vacuum.ts';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';

export const vacuumTablesJob = defineJob({ kind: 'system.vacuumTables', data: z.object({}) });
export const checkpointLogJob = defineJob({ kind: 'system.checkpointLog', data: z.object({}) });

export function systemJobs({ database, jobs, log }: Pick<Deps, 'database' | 'jobs' | 'log'>): void {
  // A server does both by itself.
  if (database.url !== undefined) return;
  jobs.handle(vacuumTablesJob, async () => {
    const tables = await vacuumChangedTables(database);
    if (tables.length > 0) log.debug({ tables }, 'vacuumed');
    return undefined;
  });
  jobs.repeat(vacuumTablesJob, '*/10 * * * *', {});
  jobs.handle(checkpointLogJob, async () => {
    if (await checkpointGrownLog(database)) log.debug('log of the database written down');
    return undefined;
  });
  jobs.repeat(checkpointLogJob, '*/2 * * * *', {});
}
