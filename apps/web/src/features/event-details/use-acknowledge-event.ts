import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { call } from '../../api/call.ts';
import { useEventDeed } from '../../shared/events/deeds/use-event-deed.ts';

export type Acknowledging = ReturnType<typeof useAcknowledgeEvent>;

/** Says that somebody knows about the event, or takes it back. */
export function useAcknowledgeEvent(event: Event) {
  const { acknowledge, unacknowledge } = eventCommandEndpoints;
  const deed = useEventDeed({
    events: [event],
    run: (isOn: boolean, events) => call(isOn ? acknowledge : unacknowledge, { body: { events } }),
  });
  return {
    changes: deed.changes,
    error: deed.isStale ? null : deed.error,
    isPending: deed.isPending,
    toggle: (): void => {
      if (event.can.acknowledge && !deed.isPending) deed.mutate(event.acknowledged === null);
    },
  };
}
