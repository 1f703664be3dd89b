/** One number of a column; NaN beyond its ends. */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}

/** A column of `length` numbers. */
export function column(length: number, compute: (index: number) => number): Float64Array {
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) values[i] = compute(i);
  return values;
}

/** Rounds in place to what an instrument with so many decimals reports; NaN stays NaN. */
export function roundTo(values: Float64Array, decimals: number): Float64Array {
  const scale = 10 ** decimals;
  for (let i = 0; i < values.length; i++) values[i] = Math.round(at(values, i) * scale) / scale + 0; // no negative zero
  return values;
}
