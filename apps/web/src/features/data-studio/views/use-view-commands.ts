import { type SavedView, studioViewEndpoints } from '@solvane/contract/saved-views';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioViewsQuery } from './studio-views.queries.ts';

type Views = { items: SavedView[] };
type ViewToSave = Pick<SavedView, 'name' | 'sharedWith' | 'content'> & { viewId?: string; seenRevision?: number };

interface ViewCommands {
  save: UseMutationResult<Views, Error, ViewToSave>;
  remove: UseMutationResult<Views, Error, string>;
}

/** What can be done to saved views. Every response is the whole list; after a refused save the list is read again, so that the next one can succeed. */
export function useViewCommands(): ViewCommands {
  const queryClient = useQueryClient();
  const { queryKey } = studioViewsQuery();
  const onSuccess = (views: Views): void => void queryClient.setQueryData(queryKey, views);
  const onError = (): void => void queryClient.invalidateQueries({ queryKey });
  const meta = { failedMessage: 'SavedView_Failed' } as const;
  return {
    save: useMutation({ mutationFn: (body: ViewToSave) => call(studioViewEndpoints.save, { body }), onSuccess, onError, meta }),
    remove: useMutation({ mutationFn: (viewId: string) => call(studioViewEndpoints.remove, { body: { viewId } }), onSuccess, meta }),
  };
}
