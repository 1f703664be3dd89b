import type { Job } from '@solvane/contract/system';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useIntl } from 'react-intl';
import { fileAddress, isRunning } from '../../shared/live/jobs.queries.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { type BellNotice, bell } from '../../workspace/bell.ts';
import classes from './bell-panel.module.css';

const ICONS = {
  loading: IconInfoCircle,
  success: IconCircleCheck,
  error: IconAlertCircle,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
};
const SHOWN = 30;

export function BellPanel({ jobs }: { jobs: readonly Job[] }) {
  const { formatMessage } = useIntl();
  const { notices } = useSelector(bell);
  return (
    <div className={classes.panel}>
      <h2 className={classes.head}>{formatMessage({ id: 'Bell_Title' })}</h2>
      {jobs.length + notices.length === 0 && <p className={classes.empty}>{formatMessage({ id: 'Bell_Empty' })}</p>}
      {jobs.length > 0 && (
        <ul className={classes.list} aria-label={formatMessage({ id: 'Bell_Jobs' })}>
          {[...jobs]
            .sort((left, right) => Number(isRunning(right)) - Number(isRunning(left)) || right.createdAtMs - left.createdAtMs)
            .slice(0, SHOWN)
            .map((job) => (
              <JobItem key={job.jobId} job={job} />
            ))}
        </ul>
      )}
      {notices.length > 0 && (
        <ul className={classes.list} aria-label={formatMessage({ id: 'Notices_Label' })}>
          {notices.map((notice) => (
            <NoticeEntry key={notice.noticeId} notice={notice} />
          ))}
        </ul>
      )}
    </div>
  );
}

function JobItem({ job }: { job: Job }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const serverText = useServerText();
  const name = serverText(`Job_${job.kind}`);
  const text = job.message ? serverText(job.message.key, job.message.values) : formatMessage({ id: `Job_State_${job.state}` });
  const address = fileAddress(job);
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <p className={classes.title}>{name}</p>
        <p className={classes.detail} data-state={job.state}>
          {text}
          {job.failed > 0 &&
            job.message?.values.failed === undefined &&
            ` ${formatMessage({ id: 'Job_Counts' }, { succeeded: job.succeeded, failed: job.failed })}`}
        </p>
        {isRunning(job) &&
          (job.progress === null ? (
            <progress className={classes.progress} aria-label={name} />
          ) : (
            <progress className={classes.progress} value={job.progress} aria-label={name} />
          ))}
      </div>
      {isRunning(job) && job.progress !== null ? (
        <span className={classes.when}>{formatNumber(job.progress, { style: 'percent' })}</span>
      ) : (
        <time className={classes.when}>{formatDate(job.finishedAtMs ?? job.createdAtMs, WHEN)}</time>
      )}
      {address !== null && (
        <a className={classes.download} href={address} download aria-label={formatMessage({ id: 'Bell_Download' }, { name })}>
          <IconDownload />
        </a>
      )}
    </li>
  );
}

const WHEN = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function NoticeEntry({ notice }: { notice: BellNotice }) {
  const { formatDate } = useIntl();
  const serverText = useServerText();
  const Icon = ICONS[notice.kind];
  return (
    <li className={classes.item} data-kind={notice.kind}>
      <Icon className={classes.icon} aria-hidden="true" />
      <p className={classes.text}>{serverText(notice.message, notice.values)}</p>
      <time className={classes.when}>{formatDate(notice.atMs, WHEN)}</time>
    </li>
  );
}
