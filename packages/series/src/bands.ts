import type { TimedColumn } from './align.ts';
import { quantileOfSorted } from './quantile.ts';

/** Quantiles over several series per time. */
export interface Bands {
  /** Times at which any of them has a value, ascending, shape (m). */
  timesMs: Float64Array;
  /** Series with a value, shape (m). */
  counts: Int32Array;
  /** One column (m) per share, in their order. */
  quantiles: Float64Array[];
}

/**
 * Quantiles over series at each of their times.
 *
 * @param columns - times ascending, values of the same length; NaN is left out
 * @param shares - 0 for the smallest value, 1 for the largest
 * @returns times that any series has a value at; a single value is every quantile of its time
 * @throws RangeError when a share is outside 0 to 1
 */
export function quantileBands(columns: readonly TimedColumn[], shares: readonly number[]): Bands {
  const byTime = new Map<number, number[]>();
  for (const { timesMs, values } of columns)
    for (let i = 0; i < timesMs.length; i++) {
      const value = values[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const timeMs = timesMs[i] ?? Number.NaN;
      const known = byTime.get(timeMs);
      if (known) known.push(value);
      else byTime.set(timeMs, [value]);
    }
  const timesMs = Float64Array.from(byTime.keys()).sort();
  const quantiles = shares.map(() => new Float64Array(timesMs.length));
  const counts = new Int32Array(timesMs.length);
  for (let i = 0; i < timesMs.length; i++) {
    const sorted = Float64Array.from(byTime.get(timesMs[i] ?? Number.NaN) ?? []).sort();
    counts[i] = sorted.length;
    for (const [position, share] of shares.entries()) {
      const column = quantiles[position];
      if (column) column[i] = quantileOfSorted(sorted, share);
    }
  }
  return { timesMs, counts, quantiles };
}
