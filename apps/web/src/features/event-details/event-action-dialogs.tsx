import type { Event } from '@solvane/contract/events';
import { lazy, Suspense, useEffect } from 'react';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { renewEventList } from '../../workspace/event-walk.ts';

export type EventActionName = 'categorize' | 'assignCode' | 'split' | 'merge';

const loadCategorize = () => import('../../shared/events/categorize-dialog.tsx');
const loadSplit = () => import('../../shared/events/split-dialog.tsx');

const CategorizeDialog = lazy(async () => ({ default: (await loadCategorize()).CategorizeDialog }));
const AssignCodeDialog = lazy(async () => ({ default: (await import('../../shared/events/assign-code-dialog.tsx')).AssignCodeDialog }));
const SplitDialog = lazy(async () => ({ default: (await loadSplit()).SplitDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('../../shared/events/merge-dialog.tsx')).MergeDialog }));

interface EventActionDialogsProps {
  event: Event;
  action: EventActionName | null;
  /** Where the cursor of the chart stood: a split begins there. */
  atMs: number | undefined;
  onAction: (action: EventActionName | null) => void;
}

/** The dialogs of the details; those that keys open most are fetched before, so that what is typed right after the key arrives in them. */
export function EventActionDialogs({ event, action, atMs, onAction }: EventActionDialogsProps) {
  const events = [event];
  const onClose = (): void => onAction(null);
  // Fetching is the browser's affair, not React's.
  useEffect(() => {
    void Promise.allSettled([loadCategorize(), loadSplit()]);
  }, []);
  return (
    <Suspense>
      {action === 'categorize' && <CategorizeDialog events={events} open onClose={onClose} />}
      {action === 'assignCode' && <AssignCodeDialog events={events} open onClose={onClose} />}
      {action === 'split' && <SplitDialog events={events} atMs={atMs} open onClose={onClose} onDone={renewEventList} />}
      {action === 'merge' && <MergeDialog events={events} open onClose={onClose} onDone={renewEventList} />}
    </Suspense>
  );
}

interface EventKeysProps {
  event: Event;
  /** False while a dialog has the keyboard. */
  areOn: boolean;
  onAction: (action: EventActionName) => void;
  onAcknowledge: () => void;
  onComment: () => void;
  onUndo: () => void;
  /** How its loss came to be. */
  onLosses: () => void;
}

/** Keys of the details. They come after those of the log, so that the event that is open is the one that is meant. */
export function useEventKeys({ event: { can }, areOn, onAction, onAcknowledge, onComment, onUndo, onLosses }: EventKeysProps): void {
  const when = (isAllowed: boolean, key: string) => (areOn && isAllowed ? key : undefined);
  useShortcut(when(can.acknowledge, 'a'), onAcknowledge, 'EventLog_Key_Acknowledge');
  useShortcut(when(can.comment, 'c'), onComment, 'EventLog_Key_Comment');
  useShortcut(when(true, 'l'), onLosses, 'EventDetails_Key_Losses');
  useShortcut(when(can.categorize, 'e'), () => onAction('categorize'), 'EventDetails_Key_Categorize');
  useShortcut(when(can.edit, 's'), () => onAction('split'), 'EventDetails_Key_Split');
  useShortcut(when(can.merge, 'm'), () => onAction('merge'), 'EventDetails_Key_Merge');
  useShortcut(when(can.edit, 'u'), onUndo, 'EventDetails_Key_Undo');
}
