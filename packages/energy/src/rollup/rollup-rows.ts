/**
 * What is kept of a signal per bucket of time: enough to compute every roll-up of roll-ups exactly. One row per bucket, shape (n) each.
 */
export interface RollupRows {
  /** Time with a value. [s] */
  validSeconds: Float64Array;
  /** Time in which a value was expected. [s] */
  expectedSeconds: Float64Array;
  /** Time in which a value was expected and is there. [s] */
  metSeconds: Float64Array;
  /** Time with an estimated value. [s] */
  estimatedSeconds: Float64Array;
  /** Σ value · time; of sums Σ value per hour · time. */
  valueSeconds: Float64Array;
  /** Smallest and largest native value; NaN without one. */
  min: Float64Array;
  max: Float64Array;
  /** Earliest and latest native value and the start of its interval; NaN without one. */
  first: Float64Array;
  firstMs: Float64Array;
  last: Float64Array;
  lastMs: Float64Array;
  /** Σ sine and cosine of the value as an angle · time; 0 unless asked for. */
  sineSeconds: Float64Array;
  cosineSeconds: Float64Array;
  /** All quality bits of the bucket. */
  flags: Int32Array;
}

/**
 * Rows of buckets nothing is known of.
 *
 * @param count - how many buckets
 */
export function emptyRollup(count: number): RollupRows {
  const zeros = () => new Float64Array(count);
  const missing = () => new Float64Array(count).fill(Number.NaN);
  return {
    validSeconds: zeros(),
    expectedSeconds: zeros(),
    metSeconds: zeros(),
    estimatedSeconds: zeros(),
    valueSeconds: zeros(),
    min: missing(),
    max: missing(),
    first: missing(),
    firstMs: missing(),
    last: missing(),
    lastMs: missing(),
    sineSeconds: zeros(),
    cosineSeconds: zeros(),
    flags: new Int32Array(count),
  };
}

/**
 * Rolls rows up into fewer rows: hours into days, days into months. Rows may come in any order and from several sources; parts of one bucket
 * add up to what the bucket would have been as a whole.
 *
 * @param rows - shape (n)
 * @param bucketOfRow - row of the result each row belongs to, shape (n); a negative one leaves the row out
 * @param count - rows of the result
 * @returns shape (count)
 * @throws RangeError when a row belongs to no row of the result
 */
export function mergeRollups(rows: RollupRows, bucketOfRow: Int32Array, count: number): RollupRows {
  const out = emptyRollup(count);
  for (let i = 0; i < bucketOfRow.length; i++) {
    const bucket = bucketOfRow[i] ?? -1;
    if (bucket < 0) continue;
    if (bucket >= count) throw new RangeError(`No bucket ${bucket} of ${count}`);
    mergeRow(out, bucket, rows, i);
  }
  return out;
}

/**
 * Puts rows of several sources one behind the other, to be merged.
 *
 * @param parts - rows of any length
 * @returns shape (Σ n)
 */
export function concatRollups(parts: readonly RollupRows[]): RollupRows {
  const total = parts.reduce((sum, part) => sum + part.validSeconds.length, 0);
  const out = emptyRollup(total);
  let offset = 0;
  for (const part of parts) {
    for (const name of COLUMNS) out[name].set(part[name], offset);
    out.flags.set(part.flags, offset);
    offset += part.validSeconds.length;
  }
  return out;
}

const SUMS = ['validSeconds', 'expectedSeconds', 'metSeconds', 'estimatedSeconds', 'valueSeconds', 'sineSeconds', 'cosineSeconds'] as const;
const COLUMNS = [...SUMS, 'min', 'max', 'first', 'firstMs', 'last', 'lastMs'] as const;

function mergeRow(into: RollupRows, bucket: number, from: RollupRows, row: number): void {
  for (const name of SUMS) addAt(into[name], bucket, from[name][row] ?? 0);
  into.flags[bucket] = (into.flags[bucket] ?? 0) | (from.flags[row] ?? 0);
  lowerAt(into.min, bucket, from.min[row] ?? Number.NaN);
  raiseAt(into.max, bucket, from.max[row] ?? Number.NaN);
  if (lowerAt(into.firstMs, bucket, from.firstMs[row] ?? Number.NaN)) into.first[bucket] = from.first[row] ?? Number.NaN;
  if (raiseAt(into.lastMs, bucket, from.lastMs[row] ?? Number.NaN)) into.last[bucket] = from.last[row] ?? Number.NaN;
}

/**
 * Adds to a value in place.
 *
 * @param column - shape (n), changed
 * @param index - where
 * @param amount - how much
 */
export function addAt(column: Float64Array, index: number, amount: number): void {
  column[index] = (column[index] ?? 0) + amount;
}

/**
 * Lowers a value in place to another that is smaller, or that is the first one there.
 *
 * @param column - shape (n), changed
 * @param index - where
 * @param value - NaN changes nothing
 * @returns whether the value took the place
 */
export function lowerAt(column: Float64Array, index: number, value: number): boolean {
  // A NaN in the column is not at most anything and gives way.
  if (Number.isNaN(value) || (column[index] ?? Number.NaN) <= value) return false;
  column[index] = value;
  return true;
}

/**
 * Raises a value in place to another that is larger, or that is the first one there.
 *
 * @param column - shape (n), changed
 * @param index - where
 * @param value - NaN changes nothing
 * @returns whether the value took the place
 */
export function raiseAt(column: Float64Array, index: number, value: number): boolean {
  if (Number.isNaN(value) || (column[index] ?? Number.NaN) >= value) return false;
  column[index] = value;
  return true;
}
