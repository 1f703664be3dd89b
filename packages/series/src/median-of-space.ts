/**
 * Median of the first values of a work space, which it sorts: for loops that must not allocate.
 *
 * @param space - holds the values at 0 to count - 1, none of them NaN; left sorted
 * @param count - how many values
 * @returns NaN for a count of 0
 */
export function medianOfSpace(space: Float64Array, count: number): number {
  sortSpace(space, count);
  if (count === 0) return Number.NaN;
  const middle = count >> 1;
  const upper = space[middle] ?? Number.NaN;
  return count % 2 === 1 ? upper : ((space[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Insertion sort: the work spaces hold a handful of values. */
function sortSpace(space: Float64Array, count: number): void {
  if (count > 40) {
    space.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = space[i] ?? Number.NaN;
    let j = i - 1;
    while (j >= 0 && (space[j] ?? Number.NaN) > value) {
      space[j + 1] = space[j] ?? Number.NaN;
      j--;
    }
    space[j + 1] = value;
  }
}
