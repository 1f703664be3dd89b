import { type EventGrouping, type EventMeasure, eventOverviewEndpoints } from '@solvane/contract/event-overview';
import type { EventFilter } from '@solvane/contract/events';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from './event.queries.ts';

interface GroupsParameters {
  filter: EventFilter;
  groupBy: EventGrouping;
  measure?: EventMeasure;
  limit: number;
}

/** What the result's events share, and what each of that cost. */
export function eventGroupsQuery(body: GroupsParameters) {
  return queryOptions({
    queryKey: [...eventKeys.all, 'groups', body],
    queryFn: ({ signal }) => call(eventOverviewEndpoints.groups, { body, signal }),
    placeholderData: keepPreviousData,
  });
}
