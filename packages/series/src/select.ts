/**
 * The value that would stand at a position if the values were in order, without putting them all in order.
 *
 * @param values - shape (n), without NaN; reordered on the way
 * @param position - 0 for the smallest, up to n - 1
 * @param count - n, where the values are only the first ones of a longer column
 * @returns the value at that position
 * @throws RangeError when the position is not one of them
 * @see Hoare, Algorithm 65: Find, Communications of the ACM 4 (1961)
 */
export function selectInPlace(values: Float64Array, position: number, count: number = values.length): number {
  if (!(position >= 0 && position < count)) throw new RangeError(`${count} values have no position ${position}`);
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = middleOf(values, left, right);
    let i = left;
    let j = right;
    while (i <= j) {
      while (at(values, i) < pivot) i++;
      while (at(values, j) > pivot) j--;
      if (i > j) break;
      const swapped = at(values, i);
      values[i++] = at(values, j);
      values[j--] = swapped;
    }
    if (position <= j) right = j;
    else if (position >= i) left = i;
    else break;
  }
  return at(values, position);
}

/** Of the first, the last and the one between: columns that are in order already are split in halves. */
function middleOf(values: Float64Array, left: number, right: number): number {
  const [a, b, c] = [at(values, left), at(values, (left + right) >> 1), at(values, right)];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
