import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import { type Event, type EventEdit, eventEndpoints } from '@solvane/contract/events';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { showNotice } from '../../workspace/notices.ts';

/** What people did to an event, newest first. */
export function eventHistoryQuery({ eventId, version }: Pick<Event, 'eventId' | 'version'>) {
  return queryOptions({
    queryKey: [...eventKeys.history, eventId, version],
    queryFn: ({ signal }) => call(eventEndpoints.history, { query: { eventId }, signal }),
  });
}

/** Takes an edit back; without one the newest that can be. */
export function useUndo(event: Event) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (editId?: string) => {
      const wanted = editId ?? lastUndoable((await queryClient.fetchQuery(eventHistoryQuery(event))).items)?.editId;
      if (wanted !== undefined) await call(eventCommandEndpoints.undo, { body: { editId: wanted } });
      return wanted !== undefined;
    },
    onSuccess: (isDone) =>
      showNotice(isDone ? { kind: 'success', title: 'EventLog_Undone' } : { kind: 'info', title: 'EventLog_Undo_Nothing' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { failedMessage: 'EventDetails_Undo_Failed' },
  });
}

/** The key for undoing goes back step by step: it never takes a taking back back. */
export function lastUndoable(edits: readonly EventEdit[]): EventEdit | undefined {
  return edits.find(({ canUndo, isUndone, undoes }) => canUndo && !isUndone && undoes === null);
}
