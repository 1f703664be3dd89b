import { eventLossEndpoints } from '@solvane/contract/event-losses';
import type { Event } from '@solvane/contract/events';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';

/** What the loss of an event was computed from; asked again when the event is another one, or has grown. */
export function lossBasisQuery({ eventId, version, durationMs, lostEnergyKwh }: Event) {
  return queryOptions({
    queryKey: [...eventKeys.get, 'loss-basis', eventId, version, durationMs, lostEnergyKwh],
    queryFn: ({ signal }) => call(eventLossEndpoints.basis, { query: { eventId }, signal }),
    staleTime: 60_000,
  });
}

/** Below it nothing is left in what is shown. [kWh] */
const SHOWN_KWH = 5;

/** Expected less produced that is not this event's: of other events, unexplained, or more than expected. 0: all of it is. */
export function restOf(lostKwh: number, expectedKwh: number, producedKwh: number | null): number {
  const restKwh = expectedKwh - (producedKwh ?? 0) - lostKwh;
  return Math.abs(restKwh) < SHOWN_KWH ? 0 : restKwh;
}
