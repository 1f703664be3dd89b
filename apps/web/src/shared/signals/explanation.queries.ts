import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export interface ExplainedPoint {
  segmentId: SegmentId;
  signalId: SignalId;
  timeMs: number;
}

/** Where a value comes from, or why there is none; undefined asks nothing. */
export function explanationQuery(point: ExplainedPoint | undefined) {
  return queryOptions({
    queryKey: ['signals', 'explain', point],
    queryFn: point ? ({ signal }) => call(signalEndpoints.explain, { body: point, signal }) : skipToken,
    placeholderData: keepPreviousData,
  });
}
