import type { EventId, SegmentId } from '@solvane/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { eventQuery } from '../../shared/events/event.queries.ts';
import { durationPhrase } from '../../shared/events/event-text.ts';
import classes from './device-details.module.css';

interface StateAlarmsProps {
  eventId: EventId;
  segmentId: SegmentId;
  zone: string;
  nowMs: number;
}

const MOST_ROWS = 20;

/** What the device reported while it was in its state. */
export function StateAlarms({ eventId, segmentId, zone, nowMs }: StateAlarmsProps) {
  const { formatMessage, locale } = useIntl();
  const texts = useStateTexts();
  const rows = useQuery(eventQuery(eventId)).data?.rawEvents ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={classes.part}>
      <header>
        <h4>{formatMessage({ id: 'DeviceState_Alarms' })}</h4>
        <Link className={classes.link ?? ''} to="/event-log" search={{ devices: [segmentId] } as never}>
          {formatMessage({ id: 'Route_event-log' })}
        </Link>
      </header>
      <ul className={classes.alarms}>
        {rows.slice(0, MOST_ROWS).map((row) => (
          <li key={row.rawEventId}>
            <span>{texts.cause({ code: row.code, codeText: row.message })}</span>
            <time>{texts.time(row.startMs, zone)}</time>
            <span>
              {row.endMs === null
                ? formatMessage({ id: 'DeviceState_Alarms_Open' }, { duration: durationPhrase(Math.max(0, nowMs - row.startMs), locale) })
                : durationPhrase(row.endMs - row.startMs, locale)}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > MOST_ROWS && (
        <p className={classes.quiet}>{formatMessage({ id: 'DeviceState_Alarms_Shown' }, { shown: MOST_ROWS, count: rows.length })}</p>
      )}
    </section>
  );
}
