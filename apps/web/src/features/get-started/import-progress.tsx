import { Button } from '@mantine/core';
import type { SiteId } from '@solvane/contract/ids';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink, Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { isRunning, jobsQuery } from '../../shared/live/jobs.queries.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './get-started.module.css';

const POLL_MS = 2_000;

/** A site that the file has data of, and their period. */
export interface ImportedSite {
  siteId: SiteId;
  name: string;
  from: number;
  to: number;
}

const LinkButton = createLink(Button);

/** How far the import is; the event stream tells, and where it cannot, the list is asked. */
export function ImportProgress({ jobId, reports }: { jobId: string; reports: readonly ImportedSite[] }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const jobs = useQuery({ ...jobsQuery(), refetchInterval: ({ state }) => (isOver(state.data?.items, jobId) ? false : POLL_MS) });
  const job = jobs.data?.items.find((one) => one.jobId === jobId);
  const label = formatMessage({ id: 'GetStarted_Importing' });
  if (!job || isRunning(job)) {
    return (
      <div className={classes.result} role="status">
        <p className={classes.resultTitle}>{label}</p>
        <progress className={classes.progress} aria-label={label} {...(job?.progress != null && { value: job.progress })} />
      </div>
    );
  }
  const isGood = job.state === 'succeeded' && job.succeeded > 0;
  return (
    <div className={classes.result} role="status">
      <p className={classes.resultTitle} data-tone={isGood ? 'ok' : 'danger'}>
        {isGood ? <IconCircleCheck size={16} aria-hidden="true" /> : <IconCircleX size={16} aria-hidden="true" />}
        {job.message ? serverText(job.message.key, job.message.values) : formatMessage({ id: `Job_State_${job.state}` })}
      </p>
      {isGood && (
        <div className={classes.actions}>
          <Button variant="default" component={Link} to="/">
            {formatMessage({ id: 'Common_GoHome' })}
          </Button>
          <Button variant={reports.length > 0 ? 'default' : 'filled'} component={Link} to="/data-studio">
            {formatMessage({ id: 'GetStarted_ToStudio' })}
          </Button>
          {reports.map(({ siteId, name, from, to }) => (
            <LinkButton key={siteId} to="/data-report/$siteId" params={{ siteId }} search={{ from, to }}>
              {reports.length > 1
                ? formatMessage({ id: 'Ingestion_OpenReport' }, { site: name })
                : formatMessage({ id: 'GetStarted_ToReport' })}
            </LinkButton>
          ))}
        </div>
      )}
    </div>
  );
}

function isOver(jobs: readonly { jobId: string; state: string }[] | undefined, jobId: string): boolean {
  const job = jobs?.find((one) => one.jobId === jobId);
  return job?.state === 'succeeded' || job?.state === 'failed';
}
