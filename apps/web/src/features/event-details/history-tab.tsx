import { Button } from '@mantine/core';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { type Event, type EventDeed, eventEndpoints } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import classes from './event-details.module.css';
import { useEventCommand } from './use-event-command.ts';

/** What people did, newest first; each deed can be taken back until its period is settled. */
export function HistoryTab({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { data, error, refetch } = useQuery({
    queryKey: [...eventKeys.history, event.eventId, event.version],
    queryFn: ({ signal }) => call(eventEndpoints.history, { query: { eventId: event.eventId }, signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.items.length === 0) return <p className={classes.quiet}>{formatMessage({ id: 'EventDetails_History_None' })}</p>;
  return (
    <ol className={classes.history}>
      {data.items.map((deed) => (
        <DeedItem key={deed.deedId} deed={deed} timezone={event.timezone} />
      ))}
    </ol>
  );
}

function DeedItem({ deed, timezone }: { deed: EventDeed; timezone: string }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(timezone);
  const undo = useEventCommand((deedId: string) => call(eventCommandEndpoints.undo, { body: { deedId } }), 'EventDetails_Undo_Failed');
  return (
    <li data-undone={deed.isUndone || undefined}>
      <p>
        <b>{formatMessage({ id: `EventDetails_Deed_${deed.action}` })}</b>{' '}
        <span className={classes.quiet}>{formatMessage({ id: 'EventDetails_ByAt' }, { by: deed.author, at: time(deed.atMs) })}</span>
      </p>
      {deed.reason !== '' && <p className={classes.said}>{deed.reason}</p>}
      {deed.canUndo && !deed.isUndone && (
        <Button size="compact-xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate(deed.deedId)}>
          {formatMessage({ id: 'EventDetails_Undo' })}
        </Button>
      )}
    </li>
  );
}
