import { Button } from '@mantine/core';
import type { Event, EventDeed } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { eventHistoryQuery, useUndo } from './event-history.queries.ts';
import prose from './prose.module.css';
import classes from './writing.module.css';

/** What people did, newest first; each deed can be taken back until its period is settled. */
export function HistoryTab({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { data, error, refetch } = useQuery(eventHistoryQuery(event));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.items.length === 0) return <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_History_None' })}</p>;
  return (
    <ol className={classes.history}>
      {data.items.map((deed) => (
        <DeedItem key={deed.deedId} deed={deed} event={event} undone={data.items.find(({ deedId }) => deedId === deed.undoes)} />
      ))}
    </ol>
  );
}

interface DeedItemProps {
  deed: EventDeed;
  event: Event;
  /** The deed this one took back, where it is on the list. */
  undone: EventDeed | undefined;
}

function DeedItem({ deed, event, undone }: DeedItemProps) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const words = useEventWords();
  const undo = useUndo(event);
  return (
    <li data-undone={deed.isUndone || undefined}>
      <div className={classes.deed}>
        <p>
          <b>{formatMessage({ id: `EventDetails_Deed_${deed.action}` })}</b>
          {undone && <span>: {formatMessage({ id: `EventDetails_Deed_${undone.action}` })}</span>}{' '}
          <span className={classes.by}>{formatMessage({ id: 'EventDetails_ByAt' }, { by: deed.author, at: time(deed.atMs) })}</span>
          {deed.isUndone && <span className={classes.undone}>{formatMessage({ id: 'EventDetails_WasUndone' })}</span>}
        </p>
        {deed.canUndo && !deed.isUndone && event.can.edit && (
          <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate(deed.deedId)}>
            {formatMessage({ id: 'EventDetails_Undo' })}
          </Button>
        )}
      </div>
      {deed.reason !== '' && <p className={`${prose.said} ${classes.reason}`}>{deed.reason}</p>}
      {deed.placements.length > 0 && (
        <ul className={classes.placements}>
          {deed.placements.slice(0, MOST_PLACEMENTS).map((placed) => (
            <li key={`${placed.startMs} ${placed.endMs}`}>
              {time(placed.startMs)} – {time(placed.endMs)}: {words.category(placed.category)}, {words.type(placed.type)},{' '}
              {words.code(placed.code)}
            </li>
          ))}
          {deed.placements.length > MOST_PLACEMENTS && (
            <li>{formatMessage({ id: 'EventDetails_Placements_More' }, { count: deed.placements.length - MOST_PLACEMENTS })}</li>
          )}
        </ul>
      )}
    </li>
  );
}

/** A deed on many events placed something on each of them. */
const MOST_PLACEMENTS = 6;
