import type { BulkAction, SeenEvent } from '@solvane/contract/event-commands';
import type { MessageKey } from '@solvane/i18n/messages';
import { useBulkCount } from './bulk-touches.tsx';
import { type EventActionTarget, toBulk } from './event-action-target.ts';
import { useBulkCommand, useEventCommand } from './use-event-command.ts';

interface Reasoned {
  reason: string;
}

interface EventActionOptions<Body extends Reasoned, Answer> {
  target: EventActionTarget;
  /** The command for events that are loaded. */
  run: (body: Body, seen: SeenEvent[]) => Promise<Answer>;
  /** The same for a job. */
  toAction: (body: Body) => BulkAction;
  doneMessage: MessageKey;
}

/** One action on whatever is chosen: a command where the events are loaded, a job for many. */
export function useEventAction<Body extends Reasoned, Answer>({ target, run, toAction, doneMessage }: EventActionOptions<Body, Answer>) {
  const selection = toBulk(target);
  const direct = useEventCommand({ events: target.events ?? [], run, doneMessage });
  const bulk = useBulkCommand();
  const counted = useBulkCount(target.events ? undefined : selection);
  return {
    selection,
    /** 0: not counted yet. */
    count: target.events?.length ?? counted ?? 0,
    current: direct.current,
    changes: direct.changes,
    isPending: direct.isPending || bulk.isPending,
    /** A stale event is shown by what changed. */
    error: selection ? bulk.error : direct.isStale ? null : direct.error,
    isStale: direct.isStale,
    submit: (body: Body, onSuccess: (answer: Answer | undefined) => void): void => {
      if (selection) bulk.mutate({ action: toAction(body), selection, reason: body.reason }, { onSuccess: () => onSuccess(undefined) });
      else direct.mutate(body, { onSuccess });
    },
  };
}
