import { join } from 'node:path';
import type { Deps } from '../../deps.ts';
import { bulkEventsJob, runBulk } from './bulk.ts';
import { exportEvents, exportEventsJob } from './export.ts';
import type { EventDeps } from './perform-deed.ts';
import { assignWorkOrderJob, createWorkOrderJob, registerWorkOrder, tellAssignment } from './work-orders.ts';

/** Bulk work, exports and work orders: what nobody waits for at a screen. */
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
}

export function exportFolder({ dataFolder }: Pick<Deps['config'], 'dataFolder'>): string {
  return join(dataFolder, 'spool');
}
