import { medianOfSpace } from './median-of-space.ts';

/**
 * Sum of the values within a window that ends at each place.
 *
 * @param values - shape (n); NaN adds nothing
 * @param window - how many places the window reaches, itself included; from 1
 * @returns shape (n); NaN where the window holds no value
 * @throws RangeError for another window
 */
export function rollingSum(values: Float64Array, window: number): Float64Array {
  checkWindow(window);
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    // Summed again for each position: a running sum would carry rounding errors of large values along.
    let total = 0;
    let count = 0;
    for (let j = Math.max(0, i - window + 1); j <= i; j++) {
      const value = values[j] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      total += value;
      count++;
    }
    out[i] = count === 0 ? Number.NaN : total;
  }
  return out;
}

/**
 * Median of the values within a window centred on each place; the window is cut at the ends.
 *
 * @param values - shape (n); NaN is left out
 * @param window - an odd number of places
 * @returns shape (n); NaN where the window holds no value
 * @throws RangeError for an even window
 */
export function rollingMedian(values: Float64Array, window: number): Float64Array {
  checkWindow(window);
  if (window % 2 === 0) throw new RangeError(`A centred window has an odd length, not ${window}`);
  const half = (window - 1) / 2;
  const space = new Float64Array(window);
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let count = 0;
    for (let j = Math.max(0, i - half); j <= Math.min(values.length - 1, i + half); j++) {
      const value = values[j] ?? Number.NaN;
      if (!Number.isNaN(value)) space[count++] = value;
    }
    out[i] = medianOfSpace(space, count);
  }
  return out;
}

function checkWindow(window: number): void {
  if (!(Number.isInteger(window) && window >= 1)) throw new RangeError(`Not a window: ${window}`);
}
