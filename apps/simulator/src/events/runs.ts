import type { Period } from '@solvane/energy/time/local-day';
import { findRuns } from '@solvane/series/runs';
import { type DayFrame, STEP_MS } from '../calendar/day-frame.ts';

/** Ranges of at least so many intervals of a day for which a condition holds. A run at midnight ends there; the next day goes on with it. */
export function runsOf(frame: DayFrame, holds: (index: number) => boolean, shortest = 1): Period[] {
  return findRuns(frame.length, holds)
    .filter(({ start, end }) => end - start >= shortest)
    .map(({ start, end }) => ({ startMs: frame.startMs + start * STEP_MS, endMs: frame.startMs + end * STEP_MS }));
}
