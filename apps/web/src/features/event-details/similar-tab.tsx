import { type Event, eventEndpoints } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import type { MessageKey } from '@solvane/i18n/messages';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { durationPhrase, lostEnergyText } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { openDetails } from '../../workspace/details.ts';
import prose from './prose.module.css';
import classes from './records.module.css';

/** Whether it happened before, here or elsewhere. */
export function SimilarTab({ eventId }: { eventId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...eventKeys.similar, eventId],
    queryFn: ({ signal }) => call(eventEndpoints.similar, { query: { eventId: eventIdSchema.parse(eventId) }, signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <EventList title="EventDetails_Similar_Device" events={data.onDevice} />
      <EventList title="EventDetails_Similar_Fleet" events={data.onFleet} />
    </>
  );
}

function EventList({ title, events }: { title: MessageKey; events: readonly Event[] }) {
  const { formatMessage } = useIntl();
  return (
    <section>
      <h4 className={prose.section}>{formatMessage({ id: title })}</h4>
      {events.length === 0 && <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_Similar_None' })}</p>}
      <table className={classes.table}>
        <tbody>
          {events.map((event) => (
            <SimilarRow key={event.eventId} event={event} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SimilarRow({ event }: { event: Event }) {
  const { locale } = useIntl();
  const noValueText = useNoValueText();
  const time = useEventTime(event.timezone);
  return (
    <tr>
      <td>
        <EventMark type={event.type} size={11} />
      </td>
      <td>
        <button type="button" className={prose.link} onClick={() => openDetails({ kind: 'event', eventId: event.eventId })}>
          {time(event.startMs)}
        </button>
      </td>
      <td>
        {event.siteName} {event.deviceName}
      </td>
      <td className={classes.number}>{durationPhrase(event.durationMs, locale)}</td>
      <td className={classes.number}>
        {event.lostEnergyKwh === null ? (
          <ReasonedValue reason={noValueText(['noLoss'])} />
        ) : (
          `${lostEnergyText(event.lostEnergyKwh, locale)} MWh`
        )}
      </td>
    </tr>
  );
}
