import { Button } from '@mantine/core';
import type { Event, EventEdit } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { HistoryList } from '../../shared/history/history-list.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { eventHistoryQuery, useUndo } from './event-history.queries.ts';
import prose from './prose.module.css';
import classes from './writing.module.css';

/** What people did, newest first; each edit can be taken back until its period is settled. */
export function HistoryTab({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  return (
    <QueryView query={useQuery(eventHistoryQuery(event))}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={prose.quiet}>{formatMessage({ id: 'EventDetails_History_None' })}</p>
        ) : (
          <Edits edits={items} event={event} />
        )
      }
    </QueryView>
  );
}

function Edits({ edits, event }: { edits: readonly EventEdit[]; event: Event }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const undo = useUndo(event);
  const titleOf = ({ action, undoes }: EventEdit): string => {
    const undone = edits.find(({ editId }) => editId === undoes);
    return [action, ...(undone ? [undone.action] : [])].map((each) => formatMessage({ id: `EventDetails_Edit_${each}` })).join(': ');
  };
  return (
    <HistoryList
      name={formatMessage({ id: 'EventDetails_Tab_history' })}
      entries={edits.map((edit) => ({
        id: edit.editId,
        title: titleOf(edit),
        who: edit.author,
        when: time(edit.atMs),
        dateTime: new Date(edit.atMs).toISOString(),
        note: edit.reason === '' ? undefined : <span className={prose.text}>{edit.reason}</span>,
        isUndone: edit.isUndone,
        actions: edit.isUndone ? (
          <span className={prose.quiet}>{formatMessage({ id: 'EventDetails_WasUndone' })}</span>
        ) : (
          edit.canUndo &&
          event.can.edit && (
            <Button
              size="xs"
              variant="default"
              loading={undo.isPending && undo.variables === edit.editId}
              onClick={() => undo.mutate(edit.editId)}
            >
              {formatMessage({ id: 'EventDetails_Undo' })}
            </Button>
          )
        ),
        content: edit.placements.length > 0 && <Placements edit={edit} time={time} />,
      }))}
    />
  );
}

/** An edit on many events placed something on each of them. */
const MOST_PLACEMENTS = 6;

function Placements({ edit: { placements }, time }: { edit: EventEdit; time: (ms: number) => string }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  return (
    <ul className={classes.placements}>
      {placements.slice(0, MOST_PLACEMENTS).map((placed) => (
        <li key={`${placed.startMs} ${placed.endMs}`}>
          {time(placed.startMs)} – {time(placed.endMs)}: {words.category(placed.category)}, {words.type(placed.type)},{' '}
          {words.code(placed.code)}
        </li>
      ))}
      {placements.length > MOST_PLACEMENTS && (
        <li>{formatMessage({ id: 'EventDetails_Placements_More' }, { count: placements.length - MOST_PLACEMENTS })}</li>
      )}
    </ul>
  );
}
