import type { TimedColumn } from './align.ts';
import { commonLength } from './combine.ts';

/** Differences that decide on the usual distance of points. */
const LOOKED_AT = 199;

/**
 * Values of a series at other times: each value holds from its time until the next one, but no longer than `holdMs`.
 *
 * @param column - times ascending, values of the same length
 * @param timesMs - ascending, shape (m)
 * @param holdMs - how long a value holds at most, from above 0
 * @returns shape (m); NaN where no value holds
 * @throws RangeError when times and values of the series differ in length
 */
export function heldValues(column: TimedColumn, timesMs: Float64Array, holdMs: number): Float64Array {
  const length = commonLength(column.timesMs, column.values);
  const out = new Float64Array(timesMs.length).fill(Number.NaN);
  let at = -1;
  for (let i = 0; i < timesMs.length; i++) {
    const timeMs = timesMs[i] ?? Number.NaN;
    while (at + 1 < length && (column.timesMs[at + 1] ?? Number.NaN) <= timeMs) at++;
    if (at >= 0 && timeMs - (column.timesMs[at] ?? Number.NaN) < holdMs) out[i] = column.values[at] ?? Number.NaN;
  }
  return out;
}

/**
 * Usual distance between points: the median of the first differences.
 *
 * @param timesMs - ascending, shape (n)
 * @returns NaN with fewer than two points
 */
export function usualStepMs(timesMs: Float64Array): number {
  const count = Math.min(timesMs.length - 1, LOOKED_AT);
  if (count < 1) return Number.NaN;
  const steps = Float64Array.from({ length: count }, (_, i) => (timesMs[i + 1] ?? Number.NaN) - (timesMs[i] ?? Number.NaN)).sort();
  return steps[Math.floor(count / 2)] ?? Number.NaN;
}
