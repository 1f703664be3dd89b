import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { AssignCodeDialog } from '../../../shared/events/assign-code-dialog.tsx';
import { CategorizeDialog } from '../../../shared/events/categorize-dialog.tsx';
import { MergeDialog } from '../../../shared/events/merge-dialog.tsx';
import { SplitDialog } from '../../../shared/events/split-dialog.tsx';
import { useAcknowledgeEvents } from '../use-acknowledge-events.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { Chosen, EventActionKind } from './event-actions.ts';
import { useBulkAction } from './use-bulk-action.ts';

export interface EventActions {
  /** Does it, or asks for what it needs first. */
  start: (kind: EventActionKind, chosen: Chosen, options?: { atMs?: number | undefined }) => void;
  isPending: boolean;
  isAsking: boolean;
  /** Where it asks. */
  dialog: ReactNode;
}

interface EventActionsOptions {
  /** The server has taken it. */
  onDone: () => void;
  /** Events were divided or joined: the list has others now. */
  onReshaped: () => void;
}

/** As many as one command takes at once; more are a job. */
const AT_ONCE = 200;

/** What the log does to one event or many: a few at once, more as a job that first says what it will touch. */
export function useEventActions({ onDone, onReshaped }: EventActionsOptions): EventActions {
  const { formatMessage } = useIntl();
  const [asked, setAsked] = useState<{ kind: EventActionKind; chosen: Chosen; atMs?: number | undefined } | null>(null);
  const acknowledge = useAcknowledgeEvents();
  const bulk = useBulkAction();
  const close = (): void => setAsked(null);
  const finish = (): void => {
    close();
    onDone();
  };
  const dialog = asked && dialogOf(asked);

  function start(kind: EventActionKind, chosen: Chosen, { atMs }: { atMs?: number | undefined } = {}): void {
    const isOn = kind === 'acknowledge';
    if ((isOn || kind === 'unacknowledge') && chosen.target.events && chosen.count <= AT_ONCE)
      acknowledge.mutate({ events: chosen.loaded.filter(({ can }) => can.acknowledge), isOn }, { onSuccess: onDone });
    else setAsked({ kind, chosen, atMs });
  }

  function dialogOf({ kind, chosen, atMs }: NonNullable<typeof asked>): ReactNode {
    const shared = { open: true, onClose: close, ...chosen.target };
    switch (kind) {
      case 'acknowledge':
      case 'unacknowledge':
        return (
          <ConfirmDialog
            action={{ kind }}
            selection={chosen.selection}
            label={formatMessage(
              { id: kind === 'acknowledge' ? 'EventLog_Acknowledge' : 'EventLog_Unacknowledge' },
              { count: chosen.count },
            )}
            isPending={bulk.isPending}
            onCancel={close}
            onConfirm={() => bulk.mutate({ action: { kind }, selection: chosen.selection }, { onSuccess: finish })}
          />
        );
      case 'comment':
        return (
          <CommentDialog
            count={chosen.count}
            selection={chosen.selection}
            onCancel={close}
            onComment={(text) => bulk.mutate({ action: { kind, text }, selection: chosen.selection }, { onSuccess: finish })}
          />
        );
      case 'categorize':
        return <CategorizeDialog {...shared} onDone={onDone} />;
      case 'assignCode':
        return <AssignCodeDialog {...shared} onDone={onDone} />;
      case 'split':
        return <SplitDialog {...shared} atMs={atMs} onDone={onReshaped} />;
      case 'merge':
        return <MergeDialog open events={chosen.loaded} onClose={close} onDone={onReshaped} />;
    }
  }

  return { start, isPending: acknowledge.isPending || bulk.isPending, isAsking: asked !== null, dialog };
}
