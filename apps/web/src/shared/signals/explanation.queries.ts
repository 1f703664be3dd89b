import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

interface ExplainedPoint {
  segmentId: SegmentId;
  signalId: SignalId;
  timeMs: number;
}

/** A number on a screen and what it may be of. */
export interface ExplainedNumber {
  signalId: SignalId;
  /** Devices that the value may be of, the one that is explained first on top. */
  segmentIds: readonly SegmentId[];
  nameOf: (segmentId: string) => string;
  /** Of the site. */
  zone: string;
  /** Start of the interval that is explained at first. */
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
