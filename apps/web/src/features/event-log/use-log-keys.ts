import type { Event } from '@solvane/contract/events';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { openDetails, useDetails } from '../../workspace/details.ts';
import { type Chosen, chosenOne, type EventActionKind } from './bulk/event-actions.ts';
import type { Cursor } from './table/use-cursor.ts';

interface LogKeys {
  cursor: Cursor;
  /** undefined: nothing is selected. */
  chosen: Chosen | undefined;
  /** False while something else takes the keys. */
  isOn: boolean;
  canEdit: boolean;
  onSelect: (event: Event) => void;
  onStart: (kind: EventActionKind, chosen: Chosen) => void;
  onUndo: (event: Event) => void;
  /** Costliest first, or back; undefined: the order is not a list's. */
  onOrder: (() => void) | undefined;
}

/** The keys of the log. They act on what is selected, else on the row of the cursor. */
export function useLogKeys({ cursor, chosen, isOn, canEdit, onSelect, onStart, onUndo, onOrder }: LogKeys): void {
  const details = useDetails();
  const event = cursor.row?.kind === 'event' ? cursor.row.event : undefined;
  const meant = chosen ?? (event && chosenOne(event));
  const key = (keys: string, isPossible = true): string | undefined => (isOn && isPossible ? keys : undefined);
  const start = (kind: EventActionKind) => (): void => {
    if (meant) onStart(kind, meant);
  };
  const isAcknowledged = meant?.target.events?.every(({ acknowledged }) => acknowledged !== null) ?? false;
  const areMany = chosen !== undefined;
  const hasOpen = details?.kind === 'event';
  useShortcut(key('j'), () => cursor.moveBy(1), 'EventLog_Key_Next');
  useShortcut(key('k'), () => cursor.moveBy(-1), 'EventLog_Key_Previous');
  useShortcut(key('e', canEdit), start('categorize'), 'EventLog_Key_Categorize');
  useShortcut(key('o', onOrder !== undefined), () => onOrder?.(), 'EventLog_Key_Order');
  useShortcut(key('x'), () => event && onSelect(event), 'EventLog_Key_Select');
  useShortcut(key('a', canEdit), start(isAcknowledged ? 'unacknowledge' : 'acknowledge'), 'EventLog_Key_Acknowledge');
  useShortcut(
    key('c'),
    () => {
      if (areMany) start('comment')();
      else if (event) openDetails({ kind: 'event', eventId: event.eventId, tab: 'comments' });
    },
    'EventLog_Key_Comment',
  );
  // With an event open beside the list its own chart knows where to split.
  useShortcut(key('s', canEdit && (areMany || !hasOpen)), start('split'), 'EventLog_Key_Split');
  useShortcut(key('m', canEdit), start('merge'), 'EventLog_Key_Merge');
  useShortcut(key('u', canEdit), () => event && onUndo(event), 'EventLog_Key_Undo');
}
