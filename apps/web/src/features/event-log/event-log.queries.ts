import { type EventFilter, type EventSort, eventEndpoints } from '@solvane/contract/events';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';

/** The result page by page; the old list stays until the new one is there. */
export function eventPagesQuery(filter: EventFilter, sort: EventSort) {
  return infiniteQueryOptions({
    queryKey: [...eventKeys.search, filter, sort],
    queryFn: ({ pageParam, signal }) => call(eventEndpoints.search, { body: { filter, sort, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Counts and sums of the whole result, by type. */
export function eventTotalsQuery(filter: EventFilter) {
  return queryOptions({
    queryKey: [...eventKeys.totals, filter],
    queryFn: ({ signal }) => call(eventEndpoints.totals, { body: { filter }, signal }),
    placeholderData: keepPreviousData,
  });
}
