import type { Event } from '@solvane/contract/events';
import { remoteResetEndpoints } from '@solvane/contract/plant-commands';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';

/** Asks the plant to reset the device; a notice tells what became of it. */
export function useRemoteReset(event: Event) {
  const queryClient = useQueryClient();
  const { features } = useAccess();
  const reset = useMutation({
    mutationFn: () => call(remoteResetEndpoints.request, { body: { eventId: event.eventId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { failedMessage: 'RemoteReset_NotTaken', doneMessage: 'EventDetails_Reset_Asked' },
  });
  return { isOffered: event.can.reset && features.remoteReset === true, reset };
}
