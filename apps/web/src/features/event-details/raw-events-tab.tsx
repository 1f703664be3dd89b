import type { EventDetails } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { durationText } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import classes from './event-details.module.css';

/** What controllers and detectors said, which the event was made of. */
export function RawEventsTab({ details: { event, rawEvents } }: { details: EventDetails }) {
  const { formatMessage, locale } = useIntl();
  const words = useEventWords();
  const time = useEventTime(event.timezone);
  if (rawEvents.length === 0) return <p className={classes.quiet}>{formatMessage({ id: 'EventDetails_Raw_None' })}</p>;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{formatMessage({ id: 'EventDetails_Start' })}</th>
          <th scope="col">{formatMessage({ id: 'EventDetails_End' })}</th>
          <th scope="col" className={classes.number}>
            {formatMessage({ id: 'EventLog_Column_Duration' })}
          </th>
          <th scope="col">{formatMessage({ id: 'EventDetails_Code' })}</th>
          <th scope="col">{formatMessage({ id: 'EventDetails_Source' })}</th>
        </tr>
      </thead>
      <tbody>
        {rawEvents.map((raw) => (
          <tr key={raw.rawEventId}>
            <td>{time(raw.startMs)}</td>
            <td>{raw.endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(raw.endMs)}</td>
            <td className={classes.number}>{raw.endMs === null ? '' : durationText(raw.endMs - raw.startMs, locale)}</td>
            <td>
              <b>{raw.code}</b> {raw.message === '' ? (words.code(raw.code) === raw.code ? '' : words.code(raw.code)) : raw.message}
            </td>
            <td>{formatMessage({ id: `EventDetails_Source_${raw.source}` })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
