import type { Event } from '@solvane/contract/events';
import { type BulkSplitProblem, bulkSplitProblem, type SplitProblem, splitEvent } from '@solvane/energy/events/split';

export interface SplitPart {
  startMs: number;
  endMs: number;
  /** undefined: as it was. */
  category?: string | undefined;
}

type SplitObstacle = SplitProblem | BulkSplitProblem;

/** End of an event as far as it is known. */
export function shownEndMs({ startMs, endMs, durationMs }: Pick<Event, 'startMs' | 'endMs' | 'durationMs'>): number {
  return endMs ?? startMs + durationMs;
}

/**
 * What a split would make of events that are loaded, or why it cannot be.
 *
 * @param timesMs - those that are typed already
 * @param zones - of everything that is chosen, loaded or not
 */
export function reviewSplit(
  events: readonly Event[],
  timesMs: readonly number[],
  zones: readonly string[],
): { problem: SplitObstacle | undefined; parts: SplitPart[] } {
  if (zones.length > 1) return { problem: 'differentZones', parts: [] };
  const [first, ...others] = events;
  if (!first) return { problem: timesMs.length === 0 ? 'noTimes' : undefined, parts: [] };
  if (others.length > 0) return { problem: problemOfMany(events, timesMs), parts: [] };
  const result = splitEvent({ startMs: first.startMs, endMs: shownEndMs(first) }, timesMs);
  return result.ok ? { problem: undefined, parts: result.segments } : { problem: result.problem, parts: [] };
}

function problemOfMany(events: readonly Event[], timesMs: readonly number[]): SplitObstacle | undefined {
  const zoned = events.map((event) => ({ startMs: event.startMs, endMs: shownEndMs(event), zone: event.timezone }));
  // Without a time yet, any time shows whether there could be one.
  const problems = (timesMs.length === 0 ? [Number.NaN] : timesMs).map((timeMs) => bulkSplitProblem(zoned, timeMs));
  const problem = problems.find((each) => each !== undefined);
  return timesMs.length === 0 && problem === 'timeOutside' ? 'noTimes' : problem;
}
