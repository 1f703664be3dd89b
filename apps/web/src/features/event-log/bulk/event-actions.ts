import type { Event, EventFilter } from '@solvane/contract/events';
import type { BulkSelection, EventActionTarget } from '../../../shared/events/actions/event-action-target.ts';
import { type EventSelection, isSelected, selectedCount } from '../event-selection.ts';

/** What can be done to events from the log. */
export type EventActionKind = 'acknowledge' | 'unacknowledge' | 'categorize' | 'assignCode' | 'split' | 'merge' | 'comment';

export interface Chosen {
  count: number;
  /** Those of them that are loaded. */
  loaded: readonly Event[];
  target: EventActionTarget;
  selection: BulkSelection;
  /** Narrows the result to them, for an export. undefined: no filter says it */
  filter: EventFilter | undefined;
}

interface Choice {
  selection: EventSelection;
  /** Loaded rows. */
  events: readonly Event[];
  /** Of the whole result. */
  total: number;
  filter: EventFilter;
}

/** As many ids as a filter holds. */
const MOST_IDS = 1_000;

/** What a selection means: the events themselves as far as all of them are loaded, else what names them to the server. */
export function chosenOf({ selection, events, total, filter }: Choice): Chosen {
  const count = selectedCount(selection, total);
  const loaded = events.filter(({ eventId }) => isSelected(selection, eventId));
  const named: BulkSelection =
    selection.kind === 'some' ? { eventIds: [...selection.eventIds] } : { filter, exceptEventIds: [...selection.exceptEventIds] };
  return {
    count,
    loaded,
    target: loaded.length === count ? { events: loaded } : { selection: named },
    selection: named,
    filter: filterOf(selection, filter),
  };
}

/** One event, as for a key without a selection. */
export function chosenOne(event: Event): Chosen {
  const eventIds = [event.eventId];
  return { count: 1, loaded: [event], target: { events: [event] }, selection: { eventIds }, filter: { eventIds, members: 'shown' } };
}

function filterOf(selection: EventSelection, filter: EventFilter): EventFilter | undefined {
  if (selection.kind === 'some') return selection.eventIds.size <= MOST_IDS ? { ...filter, eventIds: [...selection.eventIds] } : undefined;
  if (selection.exceptEventIds.size === 0) return filter;
  return selection.exceptEventIds.size <= MOST_IDS ? { ...filter, exceptEventIds: [...selection.exceptEventIds] } : undefined;
}
