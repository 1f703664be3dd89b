import { join } from 'node:path';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { exportSignals, exportSignalsJob } from './export/export-job.ts';
import { dataImportJob, importUploadedData } from './import/data-import.ts';
import { deleteOldArrivals } from './ingest/arrivals.ts';
import { createSignalDirectory } from './queries/signal-directory.ts';
import { deleteOldPoints } from './retention.ts';

const deleteArrivalsJob = defineJob({ kind: 'signals.forgetArrivals', data: z.object({}) });
const deletePointsJob = defineJob({ kind: 'signals.forgetPoints', data: z.object({}), maxSeconds: 6 * 3_600 });

export function signalsJobs({
  config,
  db,
  bus,
  jobs,
  now,
  signals,
}: Pick<Deps, 'config' | 'db' | 'bus' | 'jobs' | 'now' | 'signals'>): void {
  const { store, registry } = signals;
  const directory = createSignalDirectory({ db });
  const spoolFolder = join(config.dataFolder, 'spool');
  const deps = { db, now, signals: store, directory, exportFolder: spoolFolder };
  const imports = { db, bus, now, signals: store, registry, spoolFolder };
  jobs.handle(exportSignalsJob, (run) => exportSignals(deps, run));
  jobs.handle(dataImportJob, (run) => importUploadedData(imports, run));
  jobs.handle(deleteArrivalsJob, async () => {
    await deleteOldArrivals(db, now());
    return undefined;
  });
  jobs.repeat(deleteArrivalsJob, '41 * * * *', {});
  jobs.handle(deletePointsJob, async (run) => {
    await deleteOldPoints({ db, store, now }, config.retention, run.signal);
    return undefined;
  });
  jobs.repeat(deletePointsJob, '23 2 * * *', {});
}
