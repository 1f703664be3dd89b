import { eventBulkEndpoints, eventViewEndpoints } from '@solvane/contract/event-commands';
import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { type Event, type EventFilter, type EventSort, eventEndpoints } from '@solvane/contract/events';
import type { JobId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { NO_UPDATES, type RowUpdates, updatesOf } from './table/steady-rows.ts';

/** Events of one page. */
const MOST_ROWS = 1_000;
const KEPT_MS = 60_000;

/**
 * The result page by page; the old list stays until the new one is there. Not below the key of events: an action changes rows where they stand
 * (`rowUpdatesQuery`), it does not put the list in another order.
 */
export function eventPagesQuery(filter: EventFilter, sort: EventSort) {
  return infiniteQueryOptions({
    queryKey: ['event-log', 'pages', filter, sort],
    queryFn: ({ pageParam, signal }) => call(eventEndpoints.search, { body: { filter, sort, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: KEPT_MS,
  });
}

interface RowUpdatesOptions {
  /** What the rows on the screen were loaded with. */
  loaded: { filter: EventFilter; sort: EventSort };
  /** The same filter now: its period may have gone on. */
  filter: EventFilter;
  shown: readonly Event[];
  isComplete: boolean;
}

/** What became of the rows on the screen: asked for whenever something may have changed. */
export function rowUpdatesQuery({ loaded, filter, shown, isComplete }: RowUpdatesOptions) {
  return queryOptions<RowUpdates>({
    // More of the same rows is the same query.
    queryKey: [...eventKeys.search, 'updates', loaded],
    queryFn: async ({ signal }) => {
      const limit = Math.max(200, Math.min(MOST_ROWS, shown.length));
      const { items: again } = await call(eventEndpoints.search, { body: { filter, sort: loaded.sort, limit }, signal });
      const found = new Set(again.map(({ eventId }) => eventId));
      const eventIds = shown.flatMap(({ eventId }) => (found.has(eventId) ? [] : [eventId]));
      const others = await eventsByIds(eventIds, filter, signal);
      return updatesOf({ shown, again, others, isComplete });
    },
    initialData: NO_UPDATES,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

async function eventsByIds(eventIds: readonly Event['eventId'][], { siteIds, segmentIds, members }: EventFilter, signal: AbortSignal) {
  const events: Event[] = [];
  for (let from = 0; from < eventIds.length; from += MOST_ROWS) {
    const filter = {
      ...(siteIds && { siteIds }),
      ...(segmentIds && { segmentIds }),
      members,
      eventIds: eventIds.slice(from, from + MOST_ROWS),
    };
    const { items } = await call(eventEndpoints.search, { body: { filter, limit: MOST_ROWS }, signal });
    events.push(...items);
  }
  return events;
}

/** Counts and sums of the whole result, by type. */
export function eventTotalsQuery(filter: EventFilter) {
  return queryOptions({
    queryKey: [...eventKeys.totals, filter],
    queryFn: ({ signal }) => call(eventEndpoints.totals, { body: { filter }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first events of one group. */
export function groupEventsQuery(filter: EventFilter, sort: EventSort) {
  return queryOptions({
    queryKey: [...eventKeys.search, 'group', filter, sort],
    queryFn: ({ signal }) => call(eventEndpoints.search, { body: { filter, sort, limit: MOST_ROWS }, signal }),
  });
}

/** Devices and their events along time. */
export function eventLanesQuery(body: { filter: EventFilter; view: Period; steps: number; limit: number }) {
  return queryOptions({
    queryKey: [...eventKeys.all, 'lanes', body],
    queryFn: ({ signal }) => call(eventOverviewEndpoints.lanes, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Events by their ids, as for the outcome of bulk work: those that are shown in place of others, and those others. */
export function someEventsQuery(eventIds: readonly Event['eventId'][]) {
  return queryOptions({
    queryKey: [...eventKeys.search, 'some', eventIds],
    queryFn: async ({ signal }) => {
      const shown = await eventsByIds(eventIds, { members: 'hidden' }, signal);
      const found = new Set(shown.map(({ eventId }) => eventId));
      const others = eventIds.filter((eventId) => !found.has(eventId));
      return others.length === 0 ? shown : [...shown, ...(await eventsByIds(others, { members: 'shown' }, signal))];
    },
  });
}

/** What became of every event of bulk work. */
export function bulkOutcomeQuery(jobId: JobId) {
  return queryOptions({
    queryKey: ['event-log', 'outcome', jobId],
    queryFn: ({ signal }) => call(eventBulkEndpoints.outcome, { query: { jobId }, signal }),
  });
}

export function eventViewsQuery() {
  return queryOptions({
    queryKey: ['event-views', 'list'],
    queryFn: ({ signal }) => call(eventViewEndpoints.list, { signal }),
    staleTime: 60_000,
  });
}
