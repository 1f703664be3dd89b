import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import type { SegmentId } from '@solvane/contract/ids';
import { remoteResetEndpoints } from '@solvane/contract/plant-commands';
import type { Period } from '@solvane/energy/time/local-day';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { eventKeys } from '../../../shared/events/event.queries.ts';

/** Parts of the view that can be told apart on a wide screen. */
const STEPS = 1_200;
const MOST_LANES = 40;

interface LanesQuery {
  segmentIds: readonly SegmentId[];
  /** Without what lies below them. */
  isExact: boolean;
  domain: Period;
  view: Period;
}

/** Events of devices along the time of the chart; null asks nothing. */
export function studioLanesQuery(asked: LanesQuery | null) {
  return queryOptions({
    queryKey: [...eventKeys.all, 'studio-lanes', asked],
    queryFn: asked
      ? ({ signal }) =>
          call(eventOverviewEndpoints.lanes, {
            body: {
              filter: {
                segmentIds: [...asked.segmentIds],
                isExact: asked.isExact,
                startMs: asked.domain.startMs,
                endMs: asked.domain.endMs,
              },
              view: asked.view,
              steps: STEPS,
              limit: MOST_LANES,
            },
            signal,
          })
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** Remote resets of devices in a period; null asks nothing. */
export function studioResetsQuery(asked: { segmentIds: readonly SegmentId[]; period: Period } | null) {
  return queryOptions({
    queryKey: [...eventKeys.all, 'studio-resets', asked],
    queryFn: asked
      ? ({ signal }) =>
          call(remoteResetEndpoints.list, { body: { segmentIds: [...asked.segmentIds], ...asked.period, limit: 500 }, signal })
      : skipToken,
    placeholderData: keepPreviousData,
  });
}
