import type { Event } from '@solvane/contract/events';
import type { EventId } from '@solvane/contract/ids';

/** Which events an action is for: some of the rows, or the whole result but some. */
export type EventSelection = { kind: 'some'; eventIds: ReadonlySet<EventId> } | { kind: 'all'; exceptEventIds: ReadonlySet<EventId> };

export const NOTHING_SELECTED: EventSelection = { kind: 'some', eventIds: new Set() };

export function isSelected(selection: EventSelection, eventId: EventId): boolean {
  return selection.kind === 'some' ? selection.eventIds.has(eventId) : !selection.exceptEventIds.has(eventId);
}

/** @param total - events of the whole result */
export function selectedCount(selection: EventSelection, total: number): number {
  return selection.kind === 'some' ? selection.eventIds.size : Math.max(0, total - selection.exceptEventIds.size);
}

export function withSelected(selection: EventSelection, eventIds: readonly EventId[], isOn: boolean): EventSelection {
  if (selection.kind === 'some') {
    const next = new Set(selection.eventIds);
    for (const eventId of eventIds) toggle(next, eventId, isOn);
    return { kind: 'some', eventIds: next };
  }
  const next = new Set(selection.exceptEventIds);
  for (const eventId of eventIds) toggle(next, eventId, !isOn);
  return { kind: 'all', exceptEventIds: next };
}

/** Rows between the last one clicked and this one, both included, whichever stands first. */
export function rowsBetween(events: readonly Event[], from: number, to: number): EventId[] {
  return events.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ eventId }) => eventId);
}

export function selectionState(selection: EventSelection, events: readonly Event[]): 'none' | 'some' | 'all' {
  const selected = events.filter(({ eventId }) => isSelected(selection, eventId)).length;
  if (selected === 0) return 'none';
  return selected === events.length ? 'all' : 'some';
}

function toggle(set: Set<EventId>, eventId: EventId, isIn: boolean): void {
  if (isIn) set.add(eventId);
  else set.delete(eventId);
}
