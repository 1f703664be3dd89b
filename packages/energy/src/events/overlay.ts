import type { EventType } from './event-types.ts';
import type { NormalisedEvent } from './raw-events.ts';
import { joinNeighbours, type TimelineSlice } from './timeline.ts';

/**
 * What a person did to the events of a device. The log only grows: generated events are never written into, so a recalculation can repeat
 * every edit. Fields a person did not touch are stored as they were at the time of the edit.
 */
export type OverlayEntry = { id: string; sequence: number } & (
  | { kind: 'rawEnd'; rawId: string; newEndMs: number }
  | ({ kind: 'assign' | 'join' } & Placement)
  | { kind: 'void'; startMs: number; endMs: number }
  | { kind: 'acknowledge' | 'comment' }
  | { kind: 'undo'; entryId: string }
);

/** Time that has one classification because a person assigned it. */
export interface Placement {
  startMs: number;
  endMs: number;
  code: string;
  category: string;
  eventType: EventType;
  priority: number;
  /** Whether what it is about lasts on; its end is then the instant of the calculation. */
  isOpen?: boolean;
}

/**
 * Entries that still count: without undone ones. Undoing an undo brings the entry back.
 *
 * @param entries - the log in any order
 * @returns by sequence, without the undo entries themselves
 */
export function entriesInForce(entries: readonly OverlayEntry[]): OverlayEntry[] {
  const newestFirst = [...entries].sort((a, b) => b.sequence - a.sequence);
  const undone = new Set<string>();
  for (const entry of newestFirst) if (entry.kind === 'undo' && !undone.has(entry.id)) undone.add(entry.entryId);
  return newestFirst.filter(({ id, kind }) => kind !== 'undo' && !undone.has(id)).reverse();
}

/**
 * Ends of raw events that users corrected, for `normaliseEvents`.
 *
 * @param inForce - as from `entriesInForce`
 * @returns the latest corrected end by id of the raw event
 */
export function rawEndEdits(inForce: readonly OverlayEntry[]): Map<string, number> {
  return new Map(inForce.flatMap((entry) => (entry.kind === 'rawEnd' ? [[entry.rawId, entry.newEndMs] as const] : [])));
}

/**
 * Lays the edits of people over a computed timeline, in the order they were made: later ones win.
 *
 * @param computed - timeline from raw events
 * @param inForce - as from `entriesInForce`
 * @param events - the ranges the timeline was computed from: placed slices list what really happened in them
 * @returns slices by time that do not overlap; placed ones are locked
 */
export function applyOverlay(
  computed: readonly TimelineSlice[],
  inForce: readonly OverlayEntry[],
  events: readonly NormalisedEvent[],
): TimelineSlice[] {
  let timeline = [...computed];
  let isTouched = false;
  for (const entry of inForce) {
    if (entry.kind !== 'assign' && entry.kind !== 'join' && entry.kind !== 'void') continue;
    isTouched = true;
    timeline = timeline.flatMap((slice) => without(slice, entry.startMs, entry.endMs));
    if (entry.kind === 'void') continue;
    const { startMs, endMs, code, category, eventType, priority, id, isOpen = false } = entry;
    timeline.push({ startMs, endMs, code, category, eventType, priority, id, isOpen, rawEventIds: [], isLocked: true });
  }
  if (!isTouched) return timeline;
  timeline.sort((a, b) => a.startMs - b.startMs);
  return joinNeighbours(timeline.map((slice) => ({ ...slice, rawEventIds: rawEventsIn(slice, events) })));
}

function without(slice: TimelineSlice, startMs: number, endMs: number): TimelineSlice[] {
  if (slice.endMs <= startMs || slice.startMs >= endMs) return [slice];
  const parts: TimelineSlice[] = [];
  if (slice.startMs < startMs) parts.push({ ...slice, endMs: startMs, isOpen: false });
  if (slice.endMs > endMs) parts.push({ ...slice, startMs: endMs });
  return parts;
}

function rawEventsIn({ startMs, endMs }: TimelineSlice, events: readonly NormalisedEvent[]): string[] {
  return events.flatMap((event) => (event.startMs < endMs && event.endMs > startMs ? event.rawEventIds : []));
}
