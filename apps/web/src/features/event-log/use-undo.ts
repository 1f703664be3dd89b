import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { eventEndpoints } from '@solvane/contract/events';
import type { EventId } from '@solvane/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { showNotice } from '../../workspace/notices.ts';

/** Takes back the last thing a person did to an event that can be taken back. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (eventId: EventId) => {
      const { items } = await call(eventEndpoints.history, { query: { eventId } });
      const last = items.find(({ canUndo }) => canUndo);
      if (last) await call(eventCommandEndpoints.undo, { body: { editId: last.editId } });
      return last;
    },
    onSuccess: (edit) =>
      showNotice(edit ? { kind: 'success', title: 'EventLog_Undone' } : { kind: 'info', title: 'EventLog_Undo_Nothing' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { failedMessage: 'EventLog_Undo_Failed' },
  });
}
