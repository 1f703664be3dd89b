import { join } from 'node:path';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { bulkEventsJob, runBulk } from './bulk/bulk.ts';
import { exportEvents, exportEventsJob } from './bulk/export.ts';
import { assignWorkOrderJob, createWorkOrderJob, registerWorkOrder, tellAssignment } from './details/work-orders.ts';
import type { EventDeps } from './edits/perform-edit.ts';
import { sumChangedDays } from './grouping/event-day-sums.ts';

const sumChangedDaysJob = defineJob({ kind: 'events.sumChangedDays', data: z.object({}) });

/** Bulk work, exports and work orders: no user waits for them at a screen. */
export function eventJobs(deps: EventDeps & Pick<Deps, 'config'>): void {
  const { jobs, db, now, config } = deps;
  jobs.handle(bulkEventsJob, (run) => runBulk(deps, run));
  jobs.handle(exportEventsJob, (run) => exportEvents({ db, now, folder: exportFolder(config) }, run));
  jobs.handle(createWorkOrderJob, async ({ data }) => {
    await registerWorkOrder(deps, data.workOrderId);
    return undefined;
  });
  jobs.handle(assignWorkOrderJob, async ({ data }) => {
    await tellAssignment(deps, data.workOrderId);
    return undefined;
  });
  // A request for totals does the same; after a long calculation, or a restore, it is too much for one request.
  jobs.handle(sumChangedDaysJob, async ({ signal }) => {
    while (!signal.aborted && (await sumChangedDays(db)) > 0);
    return undefined;
  });
  jobs.repeat(sumChangedDaysJob, '*/5 * * * *', {});
}

export function exportFolder({ dataFolder }: Pick<Deps['config'], 'dataFolder'>): string {
  return join(dataFolder, 'spool');
}
