import { LIMITS } from '@solvane/contract/limits';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconLoader2, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { instantsInZone } from '../../shared/time/instants-in-zone.ts';
import { closeNotice, isStaying, type Notice, type NoticeKind, useNotices } from '../../workspace/notices.ts';
import classes from './notice-list.module.css';

const ICONS: Record<NoticeKind, typeof IconInfoCircle> = {
  loading: IconLoader2,
  success: IconCircleCheck,
  error: IconAlertCircle,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
};

/** Notices at the bottom right. What went wrong interrupts those who listen; everything else waits for a pause. */
export function NoticeList() {
  const { formatMessage } = useIntl();
  const notices = useNotices();
  return (
    <section className={classes.list} aria-label={formatMessage({ id: 'Notices_Label' })}>
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { formatMessage, formatNumber } = useIntl();
  const { id, kind, title, message, action, progress } = notice;
  const zone = notice.values?.timezone;
  const time = useEventTime(typeof zone === 'string' ? zone : 'UTC');
  const values = instantsInZone(notice.values ?? {}, time);
  const { hold, release } = useAutoClose(notice);
  const Icon = ICONS[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice only keeps it from leaving
    <div
      className={classes.notice}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>
        <p className={classes.title}>{formatMessage({ id: title }, values)}</p>
        {message && <p className={classes.message}>{formatMessage({ id: message }, values)}</p>}
        {progress !== undefined && (
          <progress className={classes.progress} value={progress} aria-label={formatMessage({ id: title }, values)} />
        )}
      </div>
      {progress !== undefined && <span className={classes.share}>{formatNumber(progress, { style: 'percent' })}</span>}
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            closeNotice(id);
            action.run();
          }}
        >
          {formatMessage({ id: action.label })}
        </button>
      )}
      <button type="button" className={classes.close} aria-label={formatMessage({ id: 'Common_Close' })} onClick={() => closeNotice(id)}>
        <IconX />
      </button>
    </div>
  );
}

/** Leaves by itself after a while, but not while it is being read. */
function useAutoClose(notice: Notice): { hold: () => void; release: () => void } {
  const [isHeld, setHeld] = useState(false);
  // A timer lies outside of React; a notice that is replaced starts again.
  useEffect(() => {
    if (isHeld || isStaying(notice)) return;
    const timer = setTimeout(() => closeNotice(notice.id), LIMITS.toastSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return { hold: () => setHeld(true), release: () => setHeld(false) };
}
