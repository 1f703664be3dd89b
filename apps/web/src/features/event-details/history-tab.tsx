import { Button } from '@mantine/core';
import type { Event, EventEdit } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { eventHistoryQuery, useUndo } from './event-history.queries.ts';
import prose from './prose.module.css';
import classes from './writing.module.css';

/** What people did, newest first; each edit can be taken back until its period is settled. */
export function HistoryTab({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { data, error, refetch } = useQuery(eventHistoryQuery(event));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.items.length === 0) return <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_History_None' })}</p>;
  return (
    <ol className={classes.history}>
      {data.items.map((edit) => (
        <EditItem key={edit.editId} edit={edit} event={event} undone={data.items.find(({ editId }) => editId === edit.undoes)} />
      ))}
    </ol>
  );
}

interface EditItemProps {
  edit: EventEdit;
  event: Event;
  /** The edit this one took back, where it is on the list. */
  undone: EventEdit | undefined;
}

function EditItem({ edit, event, undone }: EditItemProps) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const words = useEventLabels();
  const undo = useUndo(event);
  return (
    <li data-undone={edit.isUndone || undefined}>
      <div className={classes.edit}>
        <p>
          <b>{formatMessage({ id: `EventDetails_Edit_${edit.action}` })}</b>
          {undone && <span>: {formatMessage({ id: `EventDetails_Edit_${undone.action}` })}</span>}{' '}
          <span className={classes.by}>{formatMessage({ id: 'EventDetails_ByAt' }, { by: edit.author, at: time(edit.atMs) })}</span>
          {edit.isUndone && <span className={classes.undone}>{formatMessage({ id: 'EventDetails_WasUndone' })}</span>}
        </p>
        {edit.canUndo && !edit.isUndone && event.can.edit && (
          <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate(edit.editId)}>
            {formatMessage({ id: 'EventDetails_Undo' })}
          </Button>
        )}
      </div>
      {edit.reason !== '' && <p className={`${prose.text} ${classes.reason}`}>{edit.reason}</p>}
      {edit.placements.length > 0 && (
        <ul className={classes.placements}>
          {edit.placements.slice(0, MOST_PLACEMENTS).map((placed) => (
            <li key={`${placed.startMs} ${placed.endMs}`}>
              {time(placed.startMs)} – {time(placed.endMs)}: {words.category(placed.category)}, {words.type(placed.type)},{' '}
              {words.code(placed.code)}
            </li>
          ))}
          {edit.placements.length > MOST_PLACEMENTS && (
            <li>{formatMessage({ id: 'EventDetails_Placements_More' }, { count: edit.placements.length - MOST_PLACEMENTS })}</li>
          )}
        </ul>
      )}
    </li>
  );
}

/** An edit on many events placed something on each of them. */
const MOST_PLACEMENTS = 6;
