import type { Period } from './local-day.ts';

/**
 * Periods that touch or overlap as one.
 *
 * @param periods - half open, in any order
 * @returns by their start, none touching another
 */
export function joinTouching(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const { startMs, endMs } of periods.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && startMs <= last.endMs) joined[joined.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, endMs) };
    else joined.push({ startMs, endMs });
  }
  return joined;
}
