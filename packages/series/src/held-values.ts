import type { TimedColumn } from './align.ts';
import { commonLength } from './combine.ts';

/** Points that decide on the length of intervals. */
const LOOKED_AT = 400;
const FEWEST = 6;

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
 * Length of the intervals of a series: the shortest distance between its first points. Gaps make distances longer, never shorter.
 *
 * @param timesMs - ascending, shape (n)
 * @returns NaN with fewer than six points, which may all stand beside gaps
 */
export function shortestStepMs(timesMs: Float64Array): number {
  if (timesMs.length < FEWEST) return Number.NaN;
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < Math.min(timesMs.length, LOOKED_AT); i++) {
    const distance = (timesMs[i] ?? Number.NaN) - (timesMs[i - 1] ?? Number.NaN);
    if (distance > 0 && distance < shortest) shortest = distance;
  }
  return shortest;
}
