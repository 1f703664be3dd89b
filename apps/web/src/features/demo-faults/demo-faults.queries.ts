import { type EventFilter, eventEndpoints } from '@solvane/contract/events';
import { demoEndpoints } from '@solvane/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';

export const demoKeys = { faults: ['demo', 'faults'] } as const;

/** What was put into the demo fleet. It changes with the passing of days only. */
export function faultsQuery() {
  return queryOptions({
    queryKey: demoKeys.faults,
    queryFn: ({ signal }) => call(demoEndpoints.faults, { signal }),
    staleTime: 10 * 60_000,
  });
}

/** What the events that show a fault cost together. */
export function faultLossQuery(asked: Pick<EventFilter, 'segmentIds' | 'codes' | 'startMs' | 'endMs'>) {
  const filter: EventFilter = { ...asked, members: 'hidden' };
  return queryOptions({
    queryKey: [...eventKeys.totals, filter],
    queryFn: ({ signal }) => call(eventEndpoints.totals, { body: { filter }, signal }),
    staleTime: 10 * 60_000,
  });
}
