import type { IntervalGrid } from '../time/interval.ts';
import type { Period } from '../time/local-day.ts';

/** Statement of a user about a period of a signal: its values are wrong, or they count again. */
export interface InvalidationEntry extends Period {
  isInvalid: boolean;
}

/** Names a signal of a device. */
export function signalKey(deviceId: string, apCode: string): string {
  return `${deviceId} ${apCode}`;
}

/**
 * Intervals of a signal that a user declared invalid. Of entries that overlap the last one counts; an interval counts as a whole when an entry
 * touches it.
 *
 * @param entries - in the order in which they were made
 * @param grid - native intervals
 * @returns 1 where invalid, shape (grid.count); undefined: nowhere
 */
export function invalidIntervals(entries: readonly InvalidationEntry[], { startMs, stepMs, count }: IntervalGrid): Uint8Array | undefined {
  const column = new Uint8Array(count);
  for (const entry of entries) {
    const first = Math.max(0, Math.floor((entry.startMs - startMs) / stepMs));
    const end = Math.min(count, Math.ceil((entry.endMs - startMs) / stepMs));
    if (first < end) column.fill(entry.isInvalid ? 1 : 0, first, end);
  }
  return column.includes(1) ? column : undefined;
}

/**
 * Periods that are invalid, as they were entered: to the millisecond, not by intervals.
 *
 * @param entries - in the order in which they were made
 * @returns ascending, none touches another
 */
export function invalidPeriods(entries: readonly InvalidationEntry[]): Period[] {
  const edges = [...new Set(entries.flatMap(({ startMs, endMs }) => [startMs, endMs]))].sort((left, right) => left - right);
  const periods: Period[] = [];
  for (let at = 0; at + 1 < edges.length; at++) {
    const [startMs = Number.NaN, endMs = Number.NaN] = [edges[at], edges[at + 1]];
    const last = entries.findLast((entry) => entry.startMs <= startMs && entry.endMs >= endMs);
    if (!last?.isInvalid) continue;
    const before = periods.at(-1);
    if (before?.endMs === startMs) before.endMs = endMs;
    else periods.push({ startMs, endMs });
  }
  return periods;
}
