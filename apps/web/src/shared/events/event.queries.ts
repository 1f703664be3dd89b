import { AppError } from '@solvane/contract/errors';
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
    queryFn: ({ signal }) => {
      const known = eventIdSchema.safeParse(eventId);
      // An address that was cut short names no event.
      if (!known.success) throw new AppError('events.notFound');
      return call(eventEndpoints.get, { query: { eventId: known.data }, signal });
    },
  });
}
