import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../jobs/job.ts';
import { openPreviewThread } from './computation/open-threads.ts';
import { EVIDENCE_BYTES, EvidenceCache } from './evidence/evidence-cache.ts';
import { backtestJob, runBacktest } from './impact/backtests.ts';
import { adoptHistory, markRunningDays, relearnOldDays } from './queue/follow-clock.ts';
import type { LoadOverlays } from './queue/load-task.ts';

const followClockJob = defineJob({ kind: 'performance.followClock', data: z.object({}) });

interface PerformanceJobDeps extends Pick<Deps, 'db' | 'jobs' | 'now' | 'signals'> {
  loadOverlays: LoadOverlays;
}

/** @returns ends what it began, when the server stops */
export function performanceJobs({ db, jobs, now, signals, loadOverlays }: PerformanceJobDeps): () => Promise<void> {
  const runner = openPreviewThread(signals);
  const evidence = new EvidenceCache<string>(EVIDENCE_BYTES);
  jobs.handle(backtestJob, (run) => runBacktest({ db, now, registry: signals.registry, loadOverlays, runner, evidence }, run));
  jobs.handle(followClockJob, async () => {
    const { store, registry } = signals;
    await adoptHistory({ db, now, store, registry });
    await relearnOldDays({ db, now });
    await markRunningDays({ db, now });
    return undefined;
  });
  jobs.repeat(followClockJob, '*/10 * * * *', {});
  return () => runner.close();
}
