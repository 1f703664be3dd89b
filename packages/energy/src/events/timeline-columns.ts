import type { IntervalGrid } from '../time/interval.ts';
import type { EventType } from './event-types.ts';
import type { TimelineSlice } from './timeline.ts';

/** Position of no slice. */
export const NO_SLICE = -1;

/**
 * Share of each interval that events of some types decide.
 *
 * @param slices - timeline by time, not overlapping
 * @param grid - intervals
 * @param types - of events
 * @returns 0 to 1, shape (count)
 */
export function eventShare(
  slices: readonly Pick<TimelineSlice, 'startMs' | 'endMs' | 'eventType'>[],
  grid: IntervalGrid,
  types: readonly EventType[],
): Float64Array {
  const share = new Float64Array(grid.count);
  visitOverlaps(slices, grid, (interval, slice, lengthMs) => {
    if (types.includes(slice.eventType)) share[interval] = (share[interval] ?? 0) + lengthMs / grid.stepMs;
  });
  return share;
}

/**
 * Intervals that events of some types touch, however briefly.
 *
 * @param slices - timeline by time, not overlapping
 * @param grid - intervals
 * @param types - of events
 * @returns 1 where touched, shape (count)
 */
export function eventTouches(
  slices: readonly Pick<TimelineSlice, 'startMs' | 'endMs' | 'eventType'>[],
  grid: IntervalGrid,
  types: readonly EventType[],
): Uint8Array {
  const flags = new Uint8Array(grid.count);
  for (const { startMs, endMs, eventType } of slices) {
    if (!(endMs > startMs) || !types.includes(eventType)) continue;
    const first = Math.floor((startMs - grid.startMs) / grid.stepMs);
    const last = Math.ceil((endMs - grid.startMs) / grid.stepMs);
    if (last > 0) flags.fill(1, Math.max(0, first), last);
  }
  return flags;
}

/**
 * The slice each interval is named after: the most decisive one that touches it.
 *
 * @param slices - timeline by time, not overlapping
 * @param grid - intervals
 * @returns positions in `slices`, NO_SLICE where nothing happened, shape (count)
 */
export function decidingSlices(slices: readonly Pick<TimelineSlice, 'startMs' | 'endMs' | 'priority'>[], grid: IntervalGrid): Int32Array {
  const deciding = new Int32Array(grid.count).fill(NO_SLICE);
  visitOverlaps(slices, grid, (interval, slice, _, position) => {
    const before = slices[deciding[interval] ?? NO_SLICE];
    if (!before || slice.priority < before.priority) deciding[interval] = position;
  });
  return deciding;
}

function visitOverlaps<S extends { startMs: number; endMs: number }>(
  slices: readonly S[],
  { startMs, stepMs, count }: IntervalGrid,
  visit: (interval: number, slice: S, lengthMs: number, position: number) => void,
): void {
  for (const [position, slice] of slices.entries()) {
    const first = Math.max(0, Math.floor((slice.startMs - startMs) / stepMs));
    for (let i = first; i < count && startMs + i * stepMs < slice.endMs; i++) {
      const intervalStartMs = startMs + i * stepMs;
      const lengthMs = Math.min(slice.endMs, intervalStartMs + stepMs) - Math.max(slice.startMs, intervalStartMs);
      if (lengthMs > 0) visit(i, slice, lengthMs, position);
    }
  }
}
