import { eventChoiceEndpoints } from '@solvane/contract/event-choices';
import { type BulkAction, eventBulkEndpoints } from '@solvane/contract/event-commands';
import type { EventId, SegmentId } from '@solvane/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { BulkSelection } from './event-action-target.ts';

const FRESH_MS = 60_000;

/** Category sets and codes to choose from for events. Not below the events' own key: an action does not change what there is to choose. */
export function classificationsQuery(selection: BulkSelection) {
  return queryOptions({
    queryKey: ['event-choices', 'classifications', selection],
    queryFn: ({ signal }) => call(eventChoiceEndpoints.classifications, { body: { selection }, signal }),
    staleTime: FRESH_MS,
  });
}

/** The same for devices on which an event is written down. */
export function deviceCodesQuery(segmentIds: readonly SegmentId[]) {
  return queryOptions({
    queryKey: ['event-choices', 'device-codes', segmentIds],
    queryFn: ({ signal }) => call(eventChoiceEndpoints.classifications, { body: { segmentIds: [...segmentIds] }, signal }),
    staleTime: FRESH_MS,
    enabled: segmentIds.length > 0,
  });
}

/** Whom a comment can mention and a work order can go to. */
export function peopleQuery(eventId: EventId) {
  return queryOptions({
    queryKey: ['event-choices', 'people', eventId],
    queryFn: ({ signal }) => call(eventChoiceEndpoints.people, { query: { eventId }, signal }),
    staleTime: FRESH_MS,
  });
}

/** What an action would touch. */
export function bulkPreviewQuery(selection: BulkSelection | undefined, action: BulkAction) {
  return queryOptions({
    queryKey: ['event-choices', 'bulk-preview', selection, action],
    queryFn: ({ signal }) => call(eventBulkEndpoints.preview, { body: { action, selection: selection ?? { eventIds: [] } }, signal }),
    enabled: selection !== undefined,
    retry: false,
  });
}
