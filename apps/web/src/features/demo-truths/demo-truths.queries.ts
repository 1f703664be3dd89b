import { type EventFilter, eventEndpoints } from '@solvane/contract/events';
import { demoEndpoints } from '@solvane/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';

export const demoKeys = { truths: ['demo', 'truths'] } as const;

/** What was put into the demo fleet. It changes with the passing of days only. */
export function truthsQuery() {
  return queryOptions({
    queryKey: demoKeys.truths,
    queryFn: ({ signal }) => call(demoEndpoints.truths, { signal }),
    staleTime: 10 * 60_000,
  });
}

/** What the events that show a truth cost together. */
export function truthLossQuery(asked: Pick<EventFilter, 'segmentIds' | 'codes' | 'startMs' | 'endMs'>) {
  const filter: EventFilter = { ...asked, members: 'hidden' };
  return queryOptions({
    queryKey: [...eventKeys.totals, filter],
    queryFn: ({ signal }) => call(eventEndpoints.totals, { body: { filter }, signal }),
    staleTime: 10 * 60_000,
  });
}
