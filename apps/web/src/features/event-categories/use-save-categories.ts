import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { followRecomputation } from '../../workspace/recomputation.ts';
import { categorySetKeys } from './event-categories.queries.ts';

type SaveBody = BodyOf<typeof eventCategorySetEndpoints.save>;
type ReorderBody = BodyOf<typeof eventCategorySetEndpoints.reorder>;

/** Saves a set, or only the order of its categories; refusals are shown beside the list. */
export function useSaveCategories() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      body: SaveBody | ReorderBody,
    ): Promise<Pick<ResponseOf<typeof eventCategorySetEndpoints.reorder>, 'changes'> & { id?: string }> =>
      'setId' in body ? call(eventCategorySetEndpoints.reorder, { body }) : call(eventCategorySetEndpoints.save, { body }),
    onSuccess: ({ changes }) => followRecomputation(changes),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: categorySetKeys.all });
      await queryClient.invalidateQueries({ queryKey: eventKeys.all });
      // What can be chosen for codes and events is what these sets hold.
      await queryClient.invalidateQueries({ queryKey: ['event-code-sets'] });
      await queryClient.invalidateQueries({ queryKey: ['event-choices'] });
    },
    meta: { isShownInPlace: true, doneMessage: 'EventCategorySet_Saved' },
  });
}
