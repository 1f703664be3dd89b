import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';

/** Says that somebody knows about events, or takes it back. */
export function useAcknowledgeEvents() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ events, isOn }: { events: readonly Event[]; isOn: boolean }) =>
      call(isOn ? eventCommandEndpoints.acknowledge : eventCommandEndpoints.unacknowledge, {
        body: { events: events.map(({ eventId, version }) => ({ eventId, version })) },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { failedMessage: 'EventLog_Acknowledge_Failed' },
  });
}
