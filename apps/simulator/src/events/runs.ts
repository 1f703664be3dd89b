import { type DayFrame, STEP_MS } from '../calendar/day-frame.ts';

/** Stretches of at least so many intervals of a day for which a condition holds. A run at midnight ends there; the next day goes on with it. */
export function runsOf(frame: DayFrame, holds: (index: number) => boolean, shortest = 1): { startMs: number; endMs: number }[] {
  const runs: { startMs: number; endMs: number }[] = [];
  let first = -1;
  for (let i = 0; i <= frame.length; i++) {
    if (i < frame.length && holds(i)) {
      if (first < 0) first = i;
    } else {
      if (first >= 0 && i - first >= shortest) runs.push({ startMs: frame.startMs + first * STEP_MS, endMs: frame.startMs + i * STEP_MS });
      first = -1;
    }
  }
  return runs;
}
