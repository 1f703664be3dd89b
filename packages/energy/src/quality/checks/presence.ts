import { QUALITY_FLAGS } from '../flags.ts';

/**
 * Marks intervals without a value.
 *
 * @param values - raw, shape (n); NaN and infinite numbers are none
 * @param flags - shape (n), MISSING is set in place
 */
export function flagMissing(values: Float64Array, flags: Int32Array): void {
  for (let i = 0; i < values.length; i++) {
    // Only a finite number has a difference to itself.
    const value = values[i] ?? Number.NaN;
    if (value - value !== 0) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.MISSING;
  }
}

/**
 * Marks intervals a user declared invalid.
 *
 * @param invalid - 1 where declared invalid, shape (n)
 * @param flags - shape (n), MANUAL_INVALID is set in place
 */
export function flagManual(invalid: Uint8Array, flags: Int32Array): void {
  for (let i = 0; i < invalid.length; i++) {
    if (invalid[i] === 1) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.MANUAL_INVALID;
  }
}

export interface LowCountsOptions {
  /** Samples a complete interval has. */
  expectedCount: number;
  /** Smallest share of them that is enough. */
  minFraction: number;
}

/**
 * Marks intervals made of too few samples.
 *
 * @param counts - samples of each interval, shape (n); NaN: not known
 * @param options - how many are enough
 * @param flags - shape (n), LOW_COUNTS is set in place
 * @see 280 of 600 samples → 0.4667, below one half
 */
export function flagLowCounts(counts: Float64Array, { expectedCount, minFraction }: LowCountsOptions, flags: Int32Array): void {
  for (let i = 0; i < counts.length; i++) {
    if ((counts[i] ?? Number.NaN) / expectedCount < minFraction) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.LOW_COUNTS;
  }
}
