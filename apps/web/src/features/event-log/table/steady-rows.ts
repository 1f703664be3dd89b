import type { Event } from '@solvane/contract/events';
import type { EventId } from '@solvane/contract/ids';

/** What became of the rows on the screen since they were asked for. */
export interface RowUpdates {
  /** Rows as they are now. */
  changed: ReadonlyMap<EventId, Event>;
  gone: ReadonlySet<EventId>;
  /** Events that would stand among the rows if the list were built again. */
  added: readonly Event[];
}

export const NO_UPDATES: RowUpdates = { changed: new Map(), gone: new Set(), added: [] };

interface Comparison {
  /** Rows on the screen. */
  shown: readonly Event[];
  /** The first rows of the same query, loaded again. */
  again: readonly Event[];
  /** Rows on the screen that do not stand among those, asked for by their ids. */
  others: readonly Event[];
  /** The screen has all there was. */
  isComplete: boolean;
}

/** Compares the rows on the screen with the same query, loaded again. */
export function updatesOf({ shown, again, others, isComplete }: Comparison): RowUpdates {
  const before = new Map(shown.map((event) => [event.eventId, event]));
  const now = new Map([...again, ...others].map((event) => [event.eventId, event]));
  const last = again.findLastIndex(({ eventId }) => before.has(eventId));
  // Behind the last row that is still there begins what was not loaded yet.
  const isAmongRows = (index: number): boolean => isComplete || last === -1 || index < last;
  return {
    changed: new Map([...now].filter(([eventId, event]) => before.has(eventId) && !isSame(before.get(eventId), event))),
    gone: new Set([...before.keys()].filter((eventId) => !now.has(eventId))),
    added: again.filter(({ eventId }, index) => !before.has(eventId) && isAmongRows(index)),
  };
}

/** Rows at the places they had, as they are now. */
export function steadyRows(shown: readonly Event[], { changed, gone }: RowUpdates): readonly Event[] {
  if (changed.size === 0 && gone.size === 0) return shown;
  return shown.flatMap((event) => (gone.has(event.eventId) ? [] : [changed.get(event.eventId) ?? event]));
}

function isSame(left: Event | undefined, right: Event): boolean {
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right);
}
