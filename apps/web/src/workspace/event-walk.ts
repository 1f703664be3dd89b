import type { EventId } from '@solvane/contract/ids';
import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';

interface EventList {
  eventIds: readonly EventId[];
  /** Of the whole result, loaded or not. */
  total: number;
  /** Events are selected: keys mean those, not the one that is open. */
  hasSelection: boolean;
  /** Builds the list again. */
  renew: () => void;
}

const eventList = createStore<EventList>({ eventIds: [], total: 0, hasSelection: false, renew: () => undefined });

/** The log says which events it shows, in its order: details walk along them, on their own page too. */
export function useShowEventList({ eventIds, total, hasSelection, renew }: EventList): void {
  const make = useEffectEvent(renew);
  // The list lies outside of React, for what shows details.
  useEffect(() => {
    eventList.setState(() => ({ eventIds, total, hasSelection, renew: () => make() }));
    return () => eventList.setState((before) => ({ ...before, hasSelection: false, renew: () => undefined }));
  }, [eventIds, total, hasSelection]);
}

/** A user who makes one event into several, or several into one, expects to see it in the list without a notice of new events. */
export function renewEventList(): void {
  eventList.get().renew();
}

export function useHasEventSelection(): boolean {
  return useSelector(eventList, ({ hasSelection }) => hasSelection);
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
