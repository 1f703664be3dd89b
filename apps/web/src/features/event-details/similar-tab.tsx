import { type Event, eventEndpoints } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import type { MessageKey } from '@solvane/i18n/messages';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { durationPhrase, lostEnergyText, namesOf } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { openDetails } from '../../workspace/details.ts';
import prose from './prose.module.css';

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
  const columns = useColumns();
  return (
    <section>
      <h4 className={prose.section}>{formatMessage({ id: title })}</h4>
      <ScreenTable
        label={formatMessage({ id: title })}
        isBare
        isHeadHidden
        rowHeight={28}
        rows={events}
        columns={columns}
        getRowId={({ eventId }) => eventId}
        empty={formatMessage({ id: 'EventDetails_Similar_None' })}
      />
    </section>
  );
}

function useColumns(): DataColumn<Event>[] {
  const { formatMessage, locale } = useIntl();
  const noValueText = useNoValueText();
  return [
    {
      id: 'type',
      header: formatMessage({ id: 'EventLog_Column_Type' }),
      cell: ({ type }) => <EventMark type={type} size={11} />,
      width: 32,
    },
    {
      id: 'start',
      header: formatMessage({ id: 'EventDetails_Start' }),
      cell: (event) => <OpenEvent event={event} />,
      isRowHeader: true,
      canGrow: false,
      width: 136,
      card: 'title',
    },
    {
      id: 'device',
      header: formatMessage({ id: 'EventLog_Column_Device' }),
      cell: (event) => namesOf(event).join(' '),
      canGrow: true,
      card: 'subtitle',
    },
    {
      id: 'duration',
      header: formatMessage({ id: 'EventLog_Column_Duration' }),
      cell: ({ durationMs }) => durationPhrase(durationMs, locale),
      align: 'end',
      width: 96,
      card: 'meta',
    },
    {
      id: 'lost',
      header: formatMessage({ id: 'EventLog_Column_Lost' }),
      cell: ({ lostEnergyKwh }) =>
        lostEnergyKwh === null ? <ReasonedValue reason={noValueText(['noLoss'])} /> : `${lostEnergyText(lostEnergyKwh, locale)} MWh`,
      align: 'end',
      width: 96,
      card: 'value',
    },
  ];
}

function OpenEvent({ event: { eventId, startMs, timezone } }: { event: Event }) {
  const time = useEventTime(timezone);
  return (
    <button type="button" className={prose.link} onClick={() => openDetails({ kind: 'event', eventId })}>
      {time(startMs)}
    </button>
  );
}
