/**
 * Mean of the values that are there.
 *
 * @param values - shape (n)
 * @returns NaN when no value is there
 */
export function mean(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/**
 * Sum of the values that are there.
 *
 * @param values - shape (n)
 * @returns NaN when no value is there: nothing known is not zero
 */
export function sum(values: Float64Array): number {
  let total = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    total += value;
    count++;
  }
  return count === 0 ? Number.NaN : total;
}

/**
 * How many values are there.
 *
 * @param values - shape (n)
 */
export function countValid(values: Float64Array): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) count++;
  }
  return count;
}

/**
 * Standard deviation of a sample (divisor n - 1).
 *
 * @param values - shape (n); NaN is left out
 * @returns NaN for fewer than two values
 */
export function standardDeviation(values: Float64Array): number {
  const middle = mean(values);
  let squares = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    squares += (value - middle) * (value - middle);
    count++;
  }
  return count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1));
}
