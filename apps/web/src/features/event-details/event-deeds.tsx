import type { Event } from '@solvane/contract/events';
import { lazy, Suspense, useEffect } from 'react';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { renewEventList } from '../../workspace/event-walk.ts';

export type DeedName = 'categorize' | 'assignCode' | 'split' | 'merge';

const loadCategorize = () => import('../../shared/events/categorize-dialog.tsx');
const loadSplit = () => import('../../shared/events/split-dialog.tsx');

const CategorizeDialog = lazy(async () => ({ default: (await loadCategorize()).CategorizeDialog }));
const AssignCodeDialog = lazy(async () => ({ default: (await import('../../shared/events/assign-code-dialog.tsx')).AssignCodeDialog }));
const SplitDialog = lazy(async () => ({ default: (await loadSplit()).SplitDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('../../shared/events/merge-dialog.tsx')).MergeDialog }));

interface EventDeedsProps {
  event: Event;
  deed: DeedName | null;
  /** Where the cursor of the chart stood: a split begins there. */
  atMs: number | undefined;
  onDeed: (deed: DeedName | null) => void;
}

/** The dialogs of the details; those that keys open most are fetched before, so that what is typed right after the key arrives in them. */
export function EventDeeds({ event, deed, atMs, onDeed }: EventDeedsProps) {
  const events = [event];
  const onClose = (): void => onDeed(null);
  // Fetching is the browser's affair, not React's.
  useEffect(() => {
    void Promise.allSettled([loadCategorize(), loadSplit()]);
  }, []);
  return (
    <Suspense>
      {deed === 'categorize' && <CategorizeDialog events={events} open onClose={onClose} />}
      {deed === 'assignCode' && <AssignCodeDialog events={events} open onClose={onClose} />}
      {deed === 'split' && <SplitDialog events={events} atMs={atMs} open onClose={onClose} onDone={renewEventList} />}
      {deed === 'merge' && <MergeDialog events={events} open onClose={onClose} onDone={renewEventList} />}
    </Suspense>
  );
}

interface EventKeysProps {
  event: Event;
  /** False while a dialog has the keyboard. */
  areOn: boolean;
  onDeed: (deed: DeedName) => void;
  onAcknowledge: () => void;
  onComment: () => void;
  onUndo: () => void;
  /** How its loss came to be. */
  onLosses: () => void;
}

/** Keys of the details. They come after those of the log, so that the event that is open is the one that is meant. */
export function useEventKeys({ event: { can }, areOn, onDeed, onAcknowledge, onComment, onUndo, onLosses }: EventKeysProps): void {
  const when = (isAllowed: boolean, key: string) => (areOn && isAllowed ? key : undefined);
  useShortcut(when(can.acknowledge, 'a'), onAcknowledge, 'EventLog_Key_Acknowledge');
  useShortcut(when(can.comment, 'c'), onComment, 'EventLog_Key_Comment');
  useShortcut(when(true, 'l'), onLosses, 'EventDetails_Key_Losses');
  useShortcut(when(can.categorize, 'k'), () => onDeed('categorize'), 'EventDetails_Key_Categorize');
  useShortcut(when(can.edit, 's'), () => onDeed('split'), 'EventDetails_Key_Split');
  useShortcut(when(can.merge, 'm'), () => onDeed('merge'), 'EventDetails_Key_Merge');
  useShortcut(when(can.edit, 'u'), onUndo, 'EventDetails_Key_Undo');
}
