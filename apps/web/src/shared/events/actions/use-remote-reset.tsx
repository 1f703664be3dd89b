import type { Event } from '@solvane/contract/events';
import { remoteResetEndpoints } from '@solvane/contract/plant-commands';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAccess } from '../../access/session.queries.ts';
import { useEventRequest } from '../use-event-request.ts';
import { RemoteResetDialog } from './remote-reset-dialog.tsx';

interface RemoteResetAction {
  isOffered: boolean;
  /** Asks for confirmation and reason; only then the plant receives the command, and a notice tells what became of it. */
  ask: () => void;
  dialog: ReactNode;
}

/** Resets the device of an event. */
export function useRemoteReset(event: Event): RemoteResetAction {
  const { features } = useAccess();
  const [isAsking, setIsAsking] = useState(false);
  const reset = useEventRequest(
    (reason: string) => call(remoteResetEndpoints.request, { body: { eventId: event.eventId, reason } }),
    'RemoteReset_NotTaken',
    'EventDetails_Reset_Asked',
  );
  const close = (): void => setIsAsking(false);
  return {
    isOffered: event.can.reset && features.remoteReset === true,
    ask: () => setIsAsking(true),
    dialog: isAsking && (
      <RemoteResetDialog
        event={event}
        isBusy={reset.isPending}
        onClose={close}
        // After a refusal the reason is still there to try again.
        onReset={(reason) => reset.mutate(reason, { onSuccess: close })}
      />
    ),
  };
}
