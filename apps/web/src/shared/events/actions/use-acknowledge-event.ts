import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { call } from '../../../api/call.ts';
import { useEventCommand } from './use-event-command.ts';

export type Acknowledging = ReturnType<typeof useAcknowledgeEvent>;

/**
 * Acknowledges the event, or undoes it.
 *
 * @param onDone - what else shows the event and has to be read again
 */
export function useAcknowledgeEvent(event: Event, { onDone }: { onDone?: () => void } = {}) {
  const { acknowledge, unacknowledge } = eventCommandEndpoints;
  const command = useEventCommand({
    events: [event],
    run: (isOn: boolean, events) => call(isOn ? acknowledge : unacknowledge, { body: { events } }),
  });
  return {
    changes: command.changes,
    error: command.isStale ? null : command.error,
    isPending: command.isPending,
    toggle: (): void => {
      if (event.can.acknowledge && !command.isPending)
        command.mutate(event.acknowledged === null, { ...(onDone && { onSettled: onDone }) });
    },
  };
}
