/** Neighbours in a row, half open. */
export interface Run {
  start: number;
  end: number;
}

/**
 * Longest ranges of neighbours that all have a property.
 *
 * @param length - how many places there are
 * @param has - whether the place has the property
 * @returns in order, not touching each other
 */
export function findRuns(length: number, has: (index: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < length; i++) {
    if (!has(i)) continue;
    const start = i;
    while (i < length && has(i)) i++;
    runs.push({ start, end: i });
  }
  return runs;
}

/**
 * Ranges without a value.
 *
 * @param values - shape (n)
 * @returns in order, not touching each other
 */
export function findGaps(values: Float64Array): Run[] {
  return findRuns(values.length, (i) => Number.isNaN(values[i]));
}

/**
 * Visits the ranges in which a property holds for at least some neighbours in a row.
 *
 * @param has - 1 where the property holds, shape (n)
 * @param minLength - shortest run that counts
 * @param visit - told every run that counts
 */
export function forEachRun(has: Uint8Array, minLength: number, visit: (start: number, end: number) => void): void {
  for (let i = 0; i < has.length; i++) {
    if (has[i] !== 1) continue;
    const start = i;
    while (i < has.length && has[i] === 1) i++;
    if (i - start >= minLength) visit(start, i);
  }
}
