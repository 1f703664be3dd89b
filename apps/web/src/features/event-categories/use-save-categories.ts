import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { categorySetKeys } from './event-categories.queries.ts';

type SaveBody = BodyOf<typeof eventCategorySetEndpoints.save>;
type ReorderBody = BodyOf<typeof eventCategorySetEndpoints.reorder>;

/** Categories of these sets are also options for codes and events. */
const CHANGED = [categorySetKeys.all, eventKeys.all, ['event-code-sets'], ['event-choices']] as const;

/** Saves a set, or only the order of its categories. */
export function useSaveCategories() {
  return useSaveConfiguration({
    save: (
      body: SaveBody | ReorderBody,
    ): Promise<Pick<ResponseOf<typeof eventCategorySetEndpoints.reorder>, 'changes'> & { id?: string }> =>
      'setId' in body ? call(eventCategorySetEndpoints.reorder, { body }) : call(eventCategorySetEndpoints.save, { body }),
    changedKeys: CHANGED,
    doneMessage: 'EventCategorySet_Saved',
  });
}
