/** Smallest and largest value of all columns; 0 to 1 without values. */
export function extent(...columns: readonly ArrayLike<number>[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of columns)
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low <= high ? [low, high] : [0, 1];
}
