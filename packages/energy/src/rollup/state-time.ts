import type { TimedColumn } from '@solvane/series/align';
import { commonLength } from '@solvane/series/combine';
import type { IntervalGrid } from '../time/interval.ts';
import type { Period } from '../time/local-day.ts';

/**
 * Time-weighted mean of a value that changes at instants and holds in between.
 *
 * @param changes - times ascending and the value from then on; NaN means not known from then on
 * @param period - half open. What held before its start is the last change before it
 * @returns mean over the time in which the value is known; NaN when it never is
 * @throws RangeError when times and values differ in length
 * @see 10 for 7 min, 30 for 18 min, 20 for 35 min → 21.833333
 */
export function meanOfState({ timesMs, values }: TimedColumn, { startMs, endMs }: Period): number {
  let weighted = 0;
  let known = 0;
  for (let i = 0; i < commonLength(timesMs, values); i++) {
    const value = values[i] ?? Number.NaN;
    const fromMs = Math.max(startMs, timesMs[i] ?? Number.NaN);
    const toMs = Math.min(endMs, timesMs[i + 1] ?? Number.POSITIVE_INFINITY);
    if (Number.isNaN(value) || !(toMs > fromMs)) continue;
    weighted += value * (toMs - fromMs);
    known += toMs - fromMs;
  }
  return known === 0 ? Number.NaN : weighted / known;
}

/**
 * The state with most time in each bucket; of states with the same time the smaller number.
 *
 * @param states - one per native interval, shape (n); NaN is missing
 * @param grid - native intervals
 * @param edgesMs - buckets in a row, shape (m + 1)
 * @returns shape (m); NaN where no state is known
 * @throws RangeError when the column has another length than the grid
 */
export function stateOfMostTime(states: Float64Array, grid: IntervalGrid, edgesMs: Float64Array): Float64Array {
  if (states.length !== grid.count) throw new RangeError(`${states.length} values for ${grid.count} intervals`);
  const out = new Float64Array(Math.max(0, edgesMs.length - 1));
  for (let bucket = 0; bucket < out.length; bucket++) {
    const [fromMs, toMs] = [edgesMs[bucket] ?? Number.NaN, edgesMs[bucket + 1] ?? Number.NaN];
    out[bucket] = mostTime(timeByState(states, grid, { startMs: fromMs, endMs: toMs }));
  }
  return out;
}

function timeByState(states: Float64Array, grid: IntervalGrid, { startMs, endMs }: Period): Map<number, number> {
  const times = new Map<number, number>();
  for (let i = Math.max(0, Math.floor((startMs - grid.startMs) / grid.stepMs)); i < grid.count; i++) {
    const fromMs = Math.max(startMs, grid.startMs + i * grid.stepMs);
    const toMs = Math.min(endMs, grid.startMs + (i + 1) * grid.stepMs);
    if (toMs <= fromMs) break;
    const state = states[i] ?? Number.NaN;
    if (!Number.isNaN(state)) times.set(state, (times.get(state) ?? 0) + toMs - fromMs);
  }
  return times;
}

function mostTime(times: Map<number, number>): number {
  let best = Number.NaN;
  let longest = 0;
  for (const [state, time] of times) {
    if (time > longest || (time === longest && state < best)) {
      best = state;
      longest = time;
    }
  }
  return best;
}
