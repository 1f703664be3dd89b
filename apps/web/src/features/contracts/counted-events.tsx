import type { CountedEvent } from '@solvane/contract/contract-results';
import { type EventId, eventIdSchema } from '@solvane/contract/ids';
import { decimalText, measuredNumberText } from '@solvane/i18n/number-text';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { openDetails } from '../../workspace/details.ts';
import classes from './contracts.module.css';
import { signedText } from './month-text.ts';

interface CountedEventsProps {
  title: string;
  events: readonly CountedEvent[];
  pointsHeader: string;
  zone?: string;
}

const HOUR_MS = 3_600_000;
const SHOWN_FIRST = 10;

/** Events with what each takes from 100 %; one opens in the details. */
export function CountedEvents({ title, events, pointsHeader, zone = 'UTC' }: CountedEventsProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const words = useEventLabels();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? events : events.slice(0, SHOWN_FIRST);
  return (
    <section className={classes.events} aria-label={title}>
      <h3>{title}</h3>
      <table className={classes.results} aria-label={title}>
        <thead className={classes.tableHead}>
          <tr>
            <th scope="col">{formatMessage({ id: 'Contract_Event' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Event_Start' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Event_Hours' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Event_Lost' })}</th>
            <th scope="col">{pointsHeader}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((event) => (
            <tr key={`${event.segmentId} ${event.startMs} ${event.timeCategory} ${event.code}`}>
              <th scope="row">
                <EventButton event={event} label={words.category(event.category)} />
              </th>
              <td>{formatDate(event.startMs, { dateStyle: 'short', timeStyle: 'short', timeZone: zone })}</td>
              <td>{decimalText((event.endMs - event.startMs) / HOUR_MS, { digits: 1, locale })}</td>
              <td>{measuredNumberText(event.lostKwh, locale)}</td>
              <td>{signedText(event.points, { digits: 3, locale })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {events.length > SHOWN_FIRST && !isAll && (
        <button type="button" className={classes.textButton} onClick={() => setAll(true)}>
          {formatMessage({ id: 'Contract_Events_All' }, { count: events.length })}
        </button>
      )}
    </section>
  );
}

interface EventButtonProps {
  event: Pick<CountedEvent, 'eventId' | 'eventType' | 'deviceName' | 'timeCategory'>;
  label: string;
}

export function EventButton({ event: { eventId, eventType, deviceName, timeCategory }, label }: EventButtonProps) {
  const content = (
    <>
      <EventMark type={eventType} />
      <b>{deviceName}</b> {label} <small>{timeCategory}</small>
    </>
  );
  if (eventId === null) return <span className={classes.event}>{content}</span>;
  const id: EventId = eventIdSchema.parse(eventId);
  return (
    <button type="button" className={classes.event} onClick={() => openDetails({ kind: 'event', eventId: id, tab: undefined } as never)}>
      {content}
    </button>
  );
}
