/**
 * A column times a number.
 *
 * A loop, not `map`: a typed array's own `map` makes a box of every number it hands over.
 *
 * @param column - shape (n)
 * @param factor - e.g. the hours of an interval
 * @returns shape (n); NaN where the column has no value
 */
export function scaled(column: Float64Array, factor: number): Float64Array {
  const out = new Float64Array(column.length);
  for (let i = 0; i < out.length; i++) out[i] = (column[i] ?? Number.NaN) * factor;
  return out;
}

/**
 * Viewport for columns of one length, behind each other in one chunk of memory: where thousands of short columns are made, a chunk for each takes
 * longer than filling it. Columns that live longer than others keep all of the chunk: not for what is stored.
 *
 * @param count - how many columns there is room for
 * @param length - n
 * @returns gives the next column of zeros at each call, shape (n); further ones than there is room for have a chunk of their own
 */
export function columnSpace(count: number, length: number): () => Float64Array {
  const room = new Float64Array(count * length);
  let next = 0;
  return () => {
    const start = next;
    next += length;
    return next <= room.length ? room.subarray(start, next) : new Float64Array(length);
  };
}

/**
 * One column as percent of another.
 *
 * @param part - shape (n)
 * @param whole - shape (n)
 * @returns shape (n); NaN where the whole is not above 0, or a value is missing
 */
export function percentOf(part: Float64Array, whole: Float64Array): Float64Array {
  const out = new Float64Array(part.length);
  for (let i = 0; i < out.length; i++) {
    const of = whole[i] ?? Number.NaN;
    out[i] = of > 0 ? (100 * (part[i] ?? Number.NaN)) / of : Number.NaN;
  }
  return out;
}

/**
 * Where at least one of two columns of flags is set.
 *
 * @param a - 0 or 1, shape (n)
 * @param b - 0 or 1, shape (n)
 * @returns 1 where one is, shape (n)
 */
export function either(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = (a[i] ?? 0) | (b[i] ?? 0);
  return out;
}

/**
 * Whether a column lacks a value somewhere.
 *
 * @param column - shape (n)
 */
export function hasGap(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) if (Number.isNaN(column[i])) return true;
  return false;
}

/**
 * Whether a column has no value at all.
 *
 * @param column - shape (n)
 */
export function isEmpty(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) if (!Number.isNaN(column[i])) return false;
  return true;
}
