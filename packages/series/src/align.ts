import { commonLength } from './combine.ts';

/** Places in a row, one step apart. */
export interface Grid {
  startMs: number;
  stepMs: number;
  count: number;
}

/**
 * Puts rows on a grid: each value goes to the step its time lies in.
 *
 * @param timesMs - any order, shape (n)
 * @param values - shape (n)
 * @param grid - where to put them
 * @returns shape (count); NaN where no row is; of several rows of a step the last one holds, also when it is NaN
 * @throws RangeError when the lengths differ
 */
export function alignToGrid(timesMs: Float64Array, values: Float64Array, { startMs, stepMs, count }: Grid): Float64Array {
  const length = commonLength(timesMs, values);
  const out = new Float64Array(count).fill(Number.NaN);
  for (let i = 0; i < length; i++) {
    const index = Math.floor(((timesMs[i] ?? Number.NaN) - startMs) / stepMs);
    if (index >= 0 && index < count) out[index] = values[i] ?? Number.NaN;
  }
  return out;
}

/** Values of two series at their common times. */
export interface Pairs {
  timesMs: Float64Array;
  x: Float64Array;
  y: Float64Array;
}

/**
 * Brings two series together at the times both have a value.
 *
 * @param a - times ascending, values of the same length
 * @param b - times ascending, values of the same length
 * @returns times and both values, shape (m) without NaN
 * @throws RangeError when times and values of a series differ in length
 */
export function pairByTime(a: TimedColumn, b: TimedColumn): Pairs {
  const lengthA = commonLength(a.timesMs, a.values);
  const lengthB = commonLength(b.timesMs, b.values);
  const room = Math.min(lengthA, lengthB);
  const timesMs = new Float64Array(room);
  const x = new Float64Array(room);
  const y = new Float64Array(room);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < lengthA && j < lengthB) {
    const timeA = a.timesMs[i] ?? Number.NaN;
    const timeB = b.timesMs[j] ?? Number.NaN;
    if (timeA === timeB) {
      const valueA = a.values[i] ?? Number.NaN;
      const valueB = b.values[j] ?? Number.NaN;
      if (!Number.isNaN(valueA) && !Number.isNaN(valueB)) {
        timesMs[count] = timeA;
        x[count] = valueA;
        y[count] = valueB;
        count++;
      }
    }
    if (timeA <= timeB) i++;
    if (timeB <= timeA) j++;
  }
  return { timesMs: timesMs.slice(0, count), x: x.slice(0, count), y: y.slice(0, count) };
}

export interface TimedColumn {
  timesMs: Float64Array;
  values: Float64Array;
}

/**
 * Position of the first time not before another.
 *
 * @param timesMs - ascending, shape (n)
 * @param timeMs - time to look for
 * @returns 0 to n
 */
export function firstAtOrAfter(timesMs: Float64Array, timeMs: number): number {
  let low = 0;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? Number.NaN) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
