import type { LocalDay } from '../time/local-day.ts';
import type { RawEvent } from './raw-events.ts';

export interface DetectedDaysOptions {
  /** Days whose events are all wanted, both included. */
  first: LocalDay;
  last: LocalDay;
  /** Break up to which two detected events of one code are one: as from `detectedMergeGapMs`. */
  gapMs: number;
}

/**
 * Detected events of some days, which each day keeps cut at its own midnight, and of days before and after as far as an event goes on there: a
 * silence of weeks is one event.
 *
 * @param detected - by the day they were found on
 * @param options - days
 * @returns by day; a day without events is left out
 */
export function detectedDays(
  detected: ReadonlyMap<LocalDay, readonly RawEvent[]>,
  { first, last, gapMs }: DetectedDaysOptions,
): Map<LocalDay, readonly RawEvent[]> {
  const found = new Map<LocalDay, readonly RawEvent[]>();
  const reach = { start: new Map<string, number>(), end: new Map<string, number>() };
  const take = (day: LocalDay, events: readonly RawEvent[]): void => {
    if (events.length > 0) found.set(day, events);
    for (const event of events) {
      const key = keyOf(event);
      reach.start.set(key, Math.min(reach.start.get(key) ?? Number.POSITIVE_INFINITY, event.startMs));
      reach.end.set(key, Math.max(reach.end.get(key) ?? Number.NEGATIVE_INFINITY, event.endMs ?? Number.POSITIVE_INFINITY));
    }
  };
  for (let day = first; day <= last; day++) take(day, detected.get(day) ?? []);
  for (let day = first - 1; ; day--) {
    const joining = (detected.get(day) ?? []).filter(
      (event) => (reach.start.get(keyOf(event)) ?? Number.POSITIVE_INFINITY) - (event.endMs ?? Number.POSITIVE_INFINITY) <= gapMs,
    );
    if (joining.length === 0) break;
    take(day, joining);
  }
  for (let day = last + 1; ; day++) {
    const joining = (detected.get(day) ?? []).filter(
      (event) => event.startMs - (reach.end.get(keyOf(event)) ?? Number.NEGATIVE_INFINITY) <= gapMs,
    );
    if (joining.length === 0) break;
    take(day, joining);
  }
  return found;
}

function keyOf({ deviceId, code }: RawEvent): string {
  return `${deviceId} ${code}`;
}
