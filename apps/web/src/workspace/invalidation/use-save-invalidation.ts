import { type InvalidationOrder, invalidationEndpoints } from '@solvane/contract/invalidations';
import type { QueryKey } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { seriesKeys } from '../../shared/series/series.queries.ts';
import { useSaveConfiguration } from '../use-save-configuration.ts';

/** Declares values invalid or restores them; the days are recalculated in the background. */
export function useSaveInvalidation(action: InvalidationOrder['action'], changedKeys: readonly QueryKey[] = []) {
  return useSaveConfiguration({
    save: (order: InvalidationOrder) => call(invalidationEndpoints.save, { body: order }),
    changedKeys: [seriesKeys.values, ...changedKeys],
    doneMessage: action === 'invalidate' ? 'Invalidation_Saved' : 'Invalidation_Restored',
  });
}
