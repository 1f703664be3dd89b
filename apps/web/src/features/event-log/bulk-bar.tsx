import { ActionIcon, Button } from '@mantine/core';
import type { Event, EventFilter } from '@solvane/contract/events';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { CommentDialog } from './comment-dialog.tsx';
import classes from './event-log.module.css';
import { type EventSelection, isSelected, NOTHING_SELECTED, selectedCount } from './event-selection.ts';
import { useAcknowledgeEvents } from './use-acknowledge-events.ts';
import { type BulkOrder, useBulkAction } from './use-bulk-action.ts';

interface BulkBarProps {
  /** Loaded rows. */
  events: readonly Event[];
  /** Of the whole result. */
  total: number;
  filter: EventFilter;
  selection: EventSelection;
  onSelect: (selection: EventSelection) => void;
}

/** As many as one command takes at once; more are a job. */
const AT_ONCE = 200;

/** What can be done to the chosen events, at the foot of the list. */
export function BulkBar({ events, total, filter, selection, onSelect }: BulkBarProps) {
  const { formatMessage } = useIntl();
  const [isCommenting, setIsCommenting] = useState(false);
  const acknowledge = useAcknowledgeEvents();
  const bulk = useBulkAction();
  const count = selectedCount(selection, total);
  const chosen = events.filter(({ eventId }) => isSelected(selection, eventId));
  const areAllLoaded = chosen.length === count;
  const areAcknowledged = areAllLoaded && chosen.every((event) => event.acknowledged !== null);
  const clear = (): void => onSelect(NOTHING_SELECTED);
  const start = (action: BulkOrder['action']): void =>
    bulk.mutate(
      {
        action,
        selection:
          selection.kind === 'some' ? { eventIds: [...selection.eventIds] } : { filter, exceptEventIds: [...selection.exceptEventIds] },
      },
      { onSuccess: clear },
    );
  const setAcknowledged = (isOn: boolean): void => {
    if (areAllLoaded && count <= AT_ONCE) acknowledge.mutate({ events: chosen, isOn }, { onSuccess: clear });
    else start({ kind: isOn ? 'acknowledge' : 'unacknowledge' });
  };
  return (
    <section className={classes.bulk} aria-label={formatMessage({ id: 'EventLog_Bulk' })}>
      <b>{formatMessage({ id: 'EventLog_Selected' }, { count })}</b>
      {count < total && (
        <button type="button" className={classes.link} onClick={() => onSelect({ kind: 'all', exceptEventIds: new Set() })}>
          {formatMessage({ id: 'EventLog_SelectAll' }, { count: total })}
        </button>
      )}
      <span className={classes.spread} />
      <Button loading={acknowledge.isPending || bulk.isPending} onClick={() => setAcknowledged(!areAcknowledged)}>
        {formatMessage({ id: areAcknowledged ? 'EventLog_Unacknowledge' : 'EventLog_Acknowledge' }, { count })}
      </Button>
      <Button variant="default" onClick={() => setIsCommenting(true)}>
        {formatMessage({ id: 'EventLog_Comment' })}
      </Button>
      <ActionIcon aria-label={formatMessage({ id: 'EventLog_ClearSelection' })} onClick={clear}>
        <IconX />
      </ActionIcon>
      {isCommenting && (
        <CommentDialog
          count={count}
          onCancel={() => setIsCommenting(false)}
          onComment={(text) => {
            setIsCommenting(false);
            start({ kind: 'comment', text });
          }}
        />
      )}
    </section>
  );
}
