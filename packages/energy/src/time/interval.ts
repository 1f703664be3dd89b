import type { Period } from './local-day.ts';

/** Lengths a site's native intervals can have, in milliseconds, by the words of the site's metadata. */
export const SIGNAL_CALC_PERIODS = {
  PT1M: 60_000,
  PT5M: 300_000,
  PT10M: 600_000,
  PT15M: 900_000,
  PT30M: 1_800_000,
  PT1H: 3_600_000,
} as const;

export type SignalCalcPeriod = keyof typeof SIGNAL_CALC_PERIODS;

/** Native intervals in a row: interval i begins at `startMs + i * stepMs`. */
export interface IntervalGrid {
  startMs: number;
  /** Length of an interval. */
  stepMs: number;
  count: number;
}

/**
 * The native intervals that share time with a period. Intervals begin at whole multiples of their length in UTC; those at the ends may
 * reach beyond the period.
 *
 * @param period - half open; empty gives no interval
 * @param stepMs - length of an interval
 */
export function intervalGrid({ startMs, endMs }: Period, stepMs: number): IntervalGrid {
  const firstMs = Math.floor(startMs / stepMs) * stepMs;
  return { startMs: firstMs, stepMs, count: startMs < endMs ? Math.ceil((endMs - firstMs) / stepMs) : 0 };
}

/**
 * Position of the interval an instant lies in.
 *
 * @param grid - intervals
 * @param instantMs - instant
 * @returns an integer, negative before the grid and at least `count` behind it
 */
export function intervalIndex({ startMs, stepMs }: IntervalGrid, instantMs: number): number {
  return Math.floor((instantMs - startMs) / stepMs);
}

/**
 * Starts of all intervals.
 *
 * @param grid - intervals
 * @returns instants, shape (count)
 */
export function intervalStarts({ startMs, stepMs, count }: IntervalGrid): Float64Array {
  const starts = new Float64Array(count);
  for (let i = 0; i < count; i++) starts[i] = startMs + i * stepMs;
  return starts;
}

/**
 * Middles of all intervals: where the sun stands for an interval.
 *
 * @param grid - intervals
 * @returns instants, shape (count)
 */
export function intervalMiddles({ startMs, stepMs, count }: IntervalGrid): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => startMs + (index + 0.5) * stepMs);
}
