import { type Event, eventEndpoints } from '@solvane/contract/events';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { eventKeys } from '../event.queries.ts';

/** As many on each side as a user would merge by hand. */
const ON_EACH_SIDE = 3;

/** Events before and after one on its device, in order of time. */
export function neighboursQuery(event: Event | undefined) {
  return queryOptions({
    queryKey: [...eventKeys.search, 'neighbours', event?.eventId, event?.version],
    queryFn: async ({ signal }) => {
      if (!event) return [];
      const { segmentId, siteId, startMs } = event;
      const filter = { siteIds: [siteId], segmentIds: [segmentId], members: 'shown' as const };
      const ask = (part: { endMs: number } | { startMs: number }, direction: 'asc' | 'desc') =>
        call(eventEndpoints.search, { body: { filter: { ...filter, ...part }, sort: { by: 'start', direction }, limit: 100 }, signal });
      const [before, after] = await Promise.all([ask({ endMs: startMs }, 'desc'), ask({ startMs: startMs + 1 }, 'asc')]);
      // Those of devices below it are events of their own.
      const beside = (found: { items: Event[] }) =>
        found.items.filter((other) => other.segmentId === segmentId && other.eventId !== event.eventId).slice(0, ON_EACH_SIDE);
      return [...beside(before).reverse(), ...beside(after)];
    },
    enabled: event !== undefined,
  });
}
