import { eventViewEndpoints } from '@solvane/contract/event-commands';
import type { SavedView } from '@solvane/contract/saved-views';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { eventViewsQuery } from '../event-log.queries.ts';

type Views = { items: SavedView[] };
type ViewToSave = Pick<SavedView, 'name' | 'sharedWith' | 'content'> & { viewId?: string; seenRevision?: number };

interface ViewCommands {
  save: UseMutationResult<Views, Error, ViewToSave>;
  remove: UseMutationResult<Views, Error, string>;
  setDefault: UseMutationResult<Views, Error, string | null>;
}

/** What can be done to saved views; every answer is the whole list. */
export function useViewCommands(): ViewCommands {
  const queryClient = useQueryClient();
  const onSuccess = (views: Views): void => void queryClient.setQueryData(eventViewsQuery().queryKey, views);
  const meta = { failedMessage: 'SavedView_Failed' } as const;
  return {
    save: useMutation({ mutationFn: (body: ViewToSave) => call(eventViewEndpoints.save, { body }), onSuccess, meta }),
    remove: useMutation({ mutationFn: (viewId: string) => call(eventViewEndpoints.remove, { body: { viewId } }), onSuccess, meta }),
    setDefault: useMutation({
      mutationFn: (viewId: string | null) => call(eventViewEndpoints.setDefault, { body: { viewId } }),
      onSuccess,
      meta,
    }),
  };
}
