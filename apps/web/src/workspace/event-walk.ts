import type { EventId } from '@solvane/contract/ids';
import { createStore, useSelector } from '@tanstack/react-store';

interface EventList {
  eventIds: readonly EventId[];
  /** Of the whole result, loaded or not. */
  total: number;
}

const NO_LIST: EventList = { eventIds: [], total: 0 };
const eventList = createStore<EventList>(NO_LIST);

/** The log says which events it shows, in its order: details walk along them. */
export function showEventList(list: EventList): void {
  eventList.setState(() => list);
}

export interface EventWalk {
  previous: EventId | undefined;
  next: EventId | undefined;
  /** From 1; undefined: the event is not in the list. */
  position: number | undefined;
  total: number;
}

/** Where an event stands in the list it was opened from. */
export function useEventWalk(eventId: EventId): EventWalk {
  const { eventIds, total } = useSelector(eventList);
  const index = eventIds.indexOf(eventId);
  if (index < 0) return { previous: undefined, next: undefined, position: undefined, total };
  return { previous: eventIds[index - 1], next: eventIds[index + 1], position: index + 1, total };
}
