import { type EventType, eventTypeRank } from './event-types.ts';
import type { NormalisedEvent } from './raw-events.ts';

/** What an event means. */
export interface EventClassification {
  code: string;
  category: string;
  eventType: EventType;
  /** Smaller wins. */
  priority: number;
}

/** A range with a meaning, which may overlap others. */
export interface ClassifiedEvent extends NormalisedEvent, EventClassification {}

/** One range of the timeline of a device: exactly one meaning at any instant. */
export interface TimelineSlice extends EventClassification {
  startMs: number;
  endMs: number;
  /** Whether its event lasts on; the end is then the instant of the calculation. */
  isOpen: boolean;
  /** Id of the event that decides. */
  id: string;
  /** All raw events active in it. */
  rawEventIds: string[];
  /** Whether a person placed it: calculations then leave its extent and meaning alone. */
  isLocked: boolean;
}

/** Shorter slices are noise of controller clocks. */
export const DEFAULT_MIN_SLICE_MS = 30_000;

/**
 * Timeline of a device: at each instant the active event with the smallest priority decides; of equal ones the more decisive type, then the
 * earlier start, then code and id.
 *
 * @param events - of one device, or of it and its ancestors; in any order
 * @param minSliceMs - shorter slices go to their neighbour before, else behind
 * @returns slices by time that do not overlap; together they cover exactly what the events cover
 */
export function timelineOf(events: readonly ClassifiedEvent[], minSliceMs: number = DEFAULT_MIN_SLICE_MS): TimelineSlice[] {
  return joinOwned(absorbShort(joinOwned(sweep(events.map(toSlice))), minSliceMs));
}

/**
 * Timeline a device lives under: its own and those of its ancestors, because an outage of the plant stops every device of it. Still one
 * meaning at any instant, which is what keeps losses from being counted twice.
 *
 * @param own - timeline of the device
 * @param ancestors - timelines of site, grid connection, meters and controllers above it; without events promoted from below
 * @returns slices by time that do not overlap
 */
export function inheritedTimeline(own: readonly TimelineSlice[], ancestors: readonly (readonly TimelineSlice[])[]): TimelineSlice[] {
  if (ancestors.every((timeline) => timeline.length === 0)) return [...own];
  return joinOwned(sweep([own, ...ancestors].flat()));
}

/**
 * Joins slices that touch and mean the same.
 *
 * @param slices - by time
 * @returns by time; locked slices stay as they are
 */
export function joinNeighbours(slices: readonly TimelineSlice[]): TimelineSlice[] {
  return joinOwned(slices.map((slice) => ({ ...slice })));
}

/**
 * Order in which events decide: negative when the first wins.
 *
 * @param a - event or slice
 * @param b - event or slice
 */
export function compareDecisiveness(a: Keyed, b: Keyed): number {
  return (
    a.priority - b.priority ||
    eventTypeRank(a.eventType) - eventTypeRank(b.eventType) ||
    a.startMs - b.startMs ||
    compareText(a.code, b.code) ||
    compareText(a.id, b.id)
  );
}

type Keyed = Pick<TimelineSlice, 'priority' | 'eventType' | 'startMs' | 'code' | 'id'>;

function toSlice({ startMs, endMs, isOpen, id, rawEventIds, code, category, eventType, priority }: ClassifiedEvent): TimelineSlice {
  return { startMs, endMs, isOpen, id, rawEventIds, code, category, eventType, priority, isLocked: false };
}

/** Slices that nothing else holds: they may be changed. */
function joinOwned(slices: readonly TimelineSlice[]): TimelineSlice[] {
  const joined: TimelineSlice[] = [];
  for (const slice of slices) {
    const last = joined.at(-1);
    const isSame = last && last.endMs === slice.startMs && last.code === slice.code && last.eventType === slice.eventType;
    if (!isSame || last.isLocked || slice.isLocked) {
      joined.push(slice);
      continue;
    }
    last.endMs = slice.endMs;
    last.isOpen = slice.isOpen;
    last.rawEventIds = union(last.rawEventIds, slice.rawEventIds);
  }
  return joined;
}

/** Cuts time at every start and end and gives each piece to its most decisive event. The pieces are new objects. */
function sweep(events: readonly TimelineSlice[]): TimelineSlice[] {
  const byStart = events.filter(({ startMs, endMs }) => endMs > startMs).sort((a, b) => a.startMs - b.startMs);
  const edges = edgesOf(byStart);
  const slices: TimelineSlice[] = [];
  let active: TimelineSlice[] = [];
  let next = 0;
  for (let i = 0; i + 1 < edges.length; i++) {
    const edgeMs = edges[i] ?? Number.NaN;
    const nextEdgeMs = edges[i + 1] ?? Number.NaN;
    if (nextEdgeMs === edgeMs) continue;
    active = active.filter(({ endMs }) => endMs > edgeMs);
    for (let event = byStart[next]; event && event.startMs === edgeMs; event = byStart[++next]) active.push(event);
    if (active.length === 0) continue;
    const winner = active.reduce((best, event) => (compareDecisiveness(event, best) < 0 ? event : best));
    slices.push({
      ...winner,
      startMs: edgeMs,
      endMs: nextEdgeMs,
      isOpen: winner.isOpen && winner.endMs === nextEdgeMs,
      rawEventIds: active.length === 1 ? winner.rawEventIds : active.reduce<string[]>((ids, event) => union(ids, event.rawEventIds), []),
    });
  }
  return slices;
}

/** Every start and end, rising. */
function edgesOf(events: readonly TimelineSlice[]): Float64Array {
  const edges = new Float64Array(2 * events.length);
  let count = 0;
  for (const { startMs, endMs } of events) {
    edges[count++] = startMs;
    edges[count++] = endMs;
  }
  return edges.sort();
}

/** Changes the slices it is given. */
function absorbShort(slices: readonly TimelineSlice[], minSliceMs: number): TimelineSlice[] {
  const kept: TimelineSlice[] = [];
  let carried: TimelineSlice | undefined;
  for (const [i, slice] of slices.entries()) {
    const current = slice;
    if (carried) {
      current.startMs = carried.startMs;
      current.rawEventIds = union(carried.rawEventIds, slice.rawEventIds);
    }
    carried = undefined;
    const previous = kept.at(-1);
    const following = slices[i + 1];
    if (current.endMs - current.startMs >= minSliceMs) kept.push(current);
    else if (previous?.endMs === current.startMs) {
      previous.endMs = current.endMs;
      previous.isOpen = current.isOpen;
      previous.rawEventIds = union(previous.rawEventIds, current.rawEventIds);
    } else if (following?.startMs === current.endMs) carried = current;
    else kept.push(current);
  }
  return kept;
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
