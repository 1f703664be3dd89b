import { selectInPlace } from './select.ts';

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

/**
 * Puts the values around the middle of a work space where sorting would put them, and no others: for large groups that are asked for medians only.
 *
 * @param space - holds the values at 0 to count - 1, none of them NaN; afterwards those at count / 2 (rounded down), and one place beside it on
 *   either side, are in place
 * @param count - how many values
 */
export function orderMiddle(space: Float64Array, count: number): void {
  if (count <= LARGEST_HANDFUL) {
    sortSpace(space, count);
    return;
  }
  const middle = count >> 1;
  selectInPlace(space, middle, count);
  let highest = middle - 1;
  for (let k = 0; k < middle; k++) if ((space[k] ?? 0) > (space[highest] ?? 0)) highest = k;
  swap(space, highest, middle - 1);
  let lowest = middle + 1;
  for (let k = middle + 1; k < count; k++) if ((space[k] ?? 0) < (space[lowest] ?? 0)) lowest = k;
  swap(space, lowest, middle + 1);
}

const LARGEST_HANDFUL = 40;

function swap(space: Float64Array, a: number, b: number): void {
  const value = space[a] ?? Number.NaN;
  space[a] = space[b] ?? Number.NaN;
  space[b] = value;
}

/** Insertion sort: the work spaces hold a handful of values. */
function sortSpace(space: Float64Array, count: number): void {
  if (count > LARGEST_HANDFUL) {
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
