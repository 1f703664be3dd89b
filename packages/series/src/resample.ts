/**
 * Sums of groups of neighbours; the last group may be smaller.
 *
 * @param values - shape (n)
 * @param factor - values per group, a whole number from 1
 * @returns shape (⌈n / factor⌉); NaN for a group without any value, else the sum of what is there
 * @throws RangeError for another factor
 */
export function resampleSum(values: Float64Array, factor: number): Float64Array {
  return groups(values, factor, (total, count) => (count === 0 ? Number.NaN : total));
}

/**
 * Means of groups of neighbours; the last group may be smaller.
 *
 * @param values - shape (n)
 * @param factor - values per group, a whole number from 1
 * @returns shape (⌈n / factor⌉); NaN for a group without any value, else the mean of what is there
 * @throws RangeError for another factor
 */
export function resampleMean(values: Float64Array, factor: number): Float64Array {
  return groups(values, factor, (total, count) => total / count);
}

function groups(values: Float64Array, factor: number, finish: (total: number, count: number) => number): Float64Array {
  if (!(Number.isInteger(factor) && factor >= 1)) throw new RangeError(`Not a number of values: ${factor}`);
  const out = new Float64Array(Math.ceil(values.length / factor));
  for (let group = 0; group < out.length; group++) {
    const end = Math.min(values.length, (group + 1) * factor);
    let total = 0;
    let count = 0;
    for (let i = group * factor; i < end; i++) {
      const value = values[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      total += value;
      count++;
    }
    out[group] = finish(total, count);
  }
  return out;
}
