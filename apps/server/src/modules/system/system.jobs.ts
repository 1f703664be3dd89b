import { z } from 'zod';
import { vacuumChangedTables } from '../../db/vacuum.ts';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';

export const vacuumTablesJob = defineJob({ kind: 'system.vacuumTables', data: z.object({}) });

export function systemJobs({ database, jobs, log }: Pick<Deps, 'database' | 'jobs' | 'log'>): void {
  // A server does it by itself.
  if (database.url !== undefined) return;
  jobs.handle(vacuumTablesJob, async () => {
    const tables = await vacuumChangedTables(database);
    if (tables.length > 0) log.debug({ tables }, 'vacuumed');
    return undefined;
  });
  jobs.repeat(vacuumTablesJob, '*/10 * * * *', {});
}
