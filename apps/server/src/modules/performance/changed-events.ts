import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { TimelineSlice } from '@solvane/energy/events/timeline';

interface TypeChange {
  eventType: EventType;
  eventsBefore: number;
  eventsAfter: number;
  durationBeforeMs: number;
  durationAfterMs: number;
}

/** How timelines differ, many devices together. */
export interface ChangedEvents {
  /** That begin, end or mean something else. */
  events: number;
  deviceCount: number;
  sinceMs: number | null;
  /** Beginning of the first one whose time, type or category differs: a priority alone is not counted by contracts. */
  recountedFromMs: number | null;
  types: TypeChange[];
}

export function noChanges(): ChangedEvents {
  return { events: 0, deviceCount: 0, sinceMs: null, recountedFromMs: null, types: [] };
}

/** What stands in only one of two timelines of a device. */
export function changesBetween(before: readonly TimelineSlice[], after: readonly TimelineSlice[]): ChangedEvents {
  const gone = without(before, after, toText);
  const come = without(after, before, toText);
  if (gone.length === 0 && come.length === 0) return noChanges();
  const recounted = [...without(before, after, toCounted), ...without(after, before, toCounted)];
  return {
    // A change of one event is one that goes and one that comes.
    events: Math.max(gone.length, come.length),
    deviceCount: 1,
    sinceMs: firstOf([...gone, ...come]),
    recountedFromMs: firstOf(recounted),
    types: EVENT_TYPES.flatMap((eventType): TypeChange[] => {
      const [old, next] = [gone.filter((each) => each.eventType === eventType), come.filter((each) => each.eventType === eventType)];
      if (old.length === 0 && next.length === 0) return [];
      return [
        {
          eventType,
          eventsBefore: old.length,
          eventsAfter: next.length,
          durationBeforeMs: durationOf(old),
          durationAfterMs: durationOf(next),
        },
      ];
    }),
  };
}

export function sumChanges(changes: readonly ChangedEvents[]): ChangedEvents {
  const types = Map.groupBy(
    changes.flatMap((each) => each.types),
    ({ eventType }) => eventType,
  );
  const least = (field: 'sinceMs' | 'recountedFromMs'): number | null =>
    changes.reduce<number | null>((first, each) => {
      const value = each[field];
      return value === null || (first !== null && first <= value) ? first : value;
    }, null);
  return {
    events: sum(changes, ({ events }) => events),
    deviceCount: sum(changes, ({ deviceCount }) => deviceCount),
    sinceMs: least('sinceMs'),
    recountedFromMs: least('recountedFromMs'),
    types: EVENT_TYPES.flatMap((eventType): TypeChange[] => {
      const same = types.get(eventType);
      if (!same) return [];
      return [
        {
          eventType,
          eventsBefore: sum(same, (each) => each.eventsBefore),
          eventsAfter: sum(same, (each) => each.eventsAfter),
          durationBeforeMs: sum(same, (each) => each.durationBeforeMs),
          durationAfterMs: sum(same, (each) => each.durationAfterMs),
        },
      ];
    }),
  };
}

type ToText = (slice: TimelineSlice) => string;

function without(slices: readonly TimelineSlice[], others: readonly TimelineSlice[], text: ToText): TimelineSlice[] {
  const known = new Set(others.map(text));
  return slices.filter((slice) => !known.has(text(slice)));
}

function toText(slice: TimelineSlice): string {
  return `${toCounted(slice)}\n${slice.priority}`;
}

function toCounted({ startMs, endMs, code, category, eventType }: TimelineSlice): string {
  return [startMs, endMs, code, category, eventType].join('\n');
}

function firstOf(slices: readonly TimelineSlice[]): number | null {
  return slices.length === 0 ? null : slices.reduce((first, { startMs }) => Math.min(first, startMs), Number.POSITIVE_INFINITY);
}

function durationOf(slices: readonly TimelineSlice[]): number {
  return sum(slices, ({ startMs, endMs }) => endMs - startMs);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
