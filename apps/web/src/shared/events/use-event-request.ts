import type { MessageKey } from '@solvane/i18n/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eventKeys } from './event.queries.ts';

/** One request of the event log; every list and detail of events is asked again afterwards, also after a refusal: it says that something changed. */
export function useEventRequest<Body>(run: (body: Body) => Promise<unknown>, failedMessage: MessageKey, doneMessage?: MessageKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { failedMessage, ...(doneMessage && { doneMessage }) },
  });
}
