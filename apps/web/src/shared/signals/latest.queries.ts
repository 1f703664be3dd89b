import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/**
 * Newest points of devices x signals. `asOfMs` is the refresh they belong to; the values before stay in view until the new ones are there.
 */
export function latestValuesQuery(segmentIds: readonly SegmentId[], signalIds: readonly SignalId[] | undefined, asOfMs: number) {
  return queryOptions({
    queryKey: ['signals', 'latest', segmentIds, signalIds ?? 'all', asOfMs],
    queryFn: ({ signal }) =>
      call(signalEndpoints.latest, {
        body: { segmentIds: [...segmentIds], ...(signalIds && { signalIds: [...signalIds] }) },
        signal,
        background: true,
      }),
    staleTime: LIMITS.signalValuesStaleMinutes * 60_000,
    placeholderData: keepPreviousData,
    enabled: segmentIds.length > 0 && signalIds?.length !== 0,
  });
}
