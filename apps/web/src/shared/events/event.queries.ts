import { eventEndpoints } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const eventKeys = {
  all: ['events'],
  search: ['events', 'search'],
  totals: ['events', 'totals'],
  get: ['events', 'get'],
  similar: ['events', 'similar'],
  history: ['events', 'history'],
} as const;

/** One event with everything that belongs to it. */
export function eventQuery(eventId: string) {
  return queryOptions({
    queryKey: [...eventKeys.get, eventId],
    queryFn: ({ signal }) => call(eventEndpoints.get, { query: { eventId: eventIdSchema.parse(eventId) }, signal }),
  });
}
