import { annotationEndpoints } from '@solvane/contract/annotations';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const annotationKeys = { all: ['annotations'] } as const;

/** Annotations of the shown signals in the shown period. */
export function annotationsQuery({
  segmentIds,
  signalIds,
  period: { startMs, endMs },
}: {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  period: Period;
}) {
  const body = { segmentIds: [...segmentIds], signalIds: [...signalIds], startMs, endMs };
  return queryOptions({
    queryKey: [...annotationKeys.all, 'search', body],
    queryFn: ({ signal }) => call(annotationEndpoints.search, { body, signal }),
    placeholderData: keepPreviousData,
    enabled: segmentIds.length > 0 && signalIds.length > 0,
  });
}
