import type { SegmentId } from '@solvane/contract/ids';
import { invalidationEndpoints } from '@solvane/contract/invalidations';
import { call } from '../../api/call.ts';
import { seriesKeys } from '../../shared/series/series.queries.ts';
import { useSaveConfiguration } from '../use-save-configuration.ts';

export interface InvalidationOrder {
  action: 'invalidate' | 'restore';
  segmentIds: readonly SegmentId[];
  apCodes: readonly string[];
  startMs: number;
  endMs: number;
  reason: string;
}

/** Declares values invalid or restores them; the days are recalculated in the background. */
export function useSaveInvalidation() {
  return useSaveConfiguration({
    save: ({ segmentIds, apCodes, ...order }: InvalidationOrder) =>
      call(invalidationEndpoints.save, { body: { ...order, segmentIds: [...segmentIds], apCodes: [...apCodes] } }),
    changedKeys: [seriesKeys.values],
    doneMessage: 'Invalidation_Saved',
  });
}
