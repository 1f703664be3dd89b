/**
 * Numbers for some places.
 *
 * @param at - places, shape (m)
 * @param value - told the place, gives its number
 * @returns shape (m)
 */
export function mapAt(at: Int32Array, value: (i: number) => number): Float64Array {
  // A plain loop: `Float64Array.from` goes through an iterator and takes ten times as long.
  const out = new Float64Array(at.length);
  for (let k = 0; k < at.length; k++) out[k] = value(at[k] ?? 0);
  return out;
}
