import { ActionIcon, Button, Progress } from '@mantine/core';
import type { JobId } from '@solvane/contract/ids';
import type { Job } from '@solvane/contract/system';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { eventKeys } from '../../../shared/events/event.queries.ts';
import { isRunning, jobsQuery } from '../../../shared/live/jobs.queries.ts';
import { useNowMs } from '../../../workspace/refresh.ts';
import classes from './bulk.module.css';
import { bulkJobsOf } from './bulk-jobs.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';

/** How far bulk work is, and what became of it. */
export function BulkJobList() {
  const queryClient = useQueryClient();
  const { data } = useQuery(jobsQuery());
  const [closed, setClosed] = useState<ReadonlySet<JobId>>(new Set());
  const [opened, setOpened] = useState<JobId | null>(null);
  const nowMs = useNowMs();
  const [watched, setWatched] = useState<ReadonlySet<JobId>>(new Set());
  const { shown, finishedCount } = bulkJobsOf(data?.items ?? NONE, { watched, closed, nowMs });
  const begun = shown.filter((job) => isRunning(job) && !watched.has(job.jobId));
  if (begun.length > 0) setWatched(new Set([...watched, ...begun.map(({ jobId }) => jobId)]));
  const seen = useRef<number | null>(null);
  // Jobs end outside of React: rows show what became of them at once.
  useEffect(() => {
    if (!data) return;
    if (seen.current !== null && finishedCount > seen.current) void queryClient.invalidateQueries({ queryKey: eventKeys.all });
    seen.current = finishedCount;
  }, [data, finishedCount, queryClient]);
  const close = (jobId: JobId): void => setClosed((before) => new Set([...before, jobId]));
  return (
    <>
      {shown.map((job) => (
        <BulkJob key={job.jobId} job={job} onOpen={() => setOpened(job.jobId)} onClose={() => close(job.jobId)} />
      ))}
      {opened && (
        <OutcomeDialog
          jobId={opened}
          onClose={() => setOpened(null)}
          onRetried={() => {
            close(opened);
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

const NONE: readonly Job[] = [];

function BulkJob({ job, onOpen, onClose }: { job: Job; onOpen: () => void; onClose: () => void }) {
  const { formatMessage, formatNumber } = useIntl();
  const share = job.progress ?? 0;
  if (isRunning(job))
    return (
      <div className={classes.job} role="status">
        <span>{formatMessage({ id: 'EventLog_Bulk_Running' })}</span>
        <Progress className={classes.progress} value={share * 100} aria-label={formatMessage({ id: 'EventLog_Bulk_Running' })} />
        <span className={classes.share}>{formatNumber(share, { style: 'percent' })}</span>
      </div>
    );
  return (
    <div className={classes.job} data-failed={job.failed > 0 || undefined} role="status">
      <b>
        {formatMessage({ id: job.failed > 0 ? 'EventLog_Bulk_Partly' : 'EventLog_Bulk_Done' }, { done: job.succeeded, failed: job.failed })}
      </b>
      <span className={classes.spread} />
      <Button size="xs" variant="default" onClick={onOpen}>
        {formatMessage({ id: 'EventLog_Bulk_ShowOutcome' })}
      </Button>
      <ActionIcon aria-label={formatMessage({ id: 'Common_Close' })} onClick={onClose}>
        <IconX />
      </ActionIcon>
    </div>
  );
}
