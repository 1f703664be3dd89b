import { localFields } from '../../time/local-time.ts';

export interface ConstantOptions {
  /** One for all times; null: by month. */
  value: number | null;
  /** January first, shape (12). */
  monthly: readonly number[] | null;
  zone: string;
}

/**
 * The values a signal is taken to have when nothing at all is known.
 *
 * @param startsMs - starts of the intervals to fill, shape (m)
 * @param options - one constant, or one per local month, which goes first
 * @returns shape (m); NaN where neither is given
 */
export function constantValues(startsMs: Float64Array, { value, monthly, zone }: ConstantOptions): Float64Array {
  if (monthly === null) return new Float64Array(startsMs.length).fill(value ?? Number.NaN);
  return startsMs.map((startMs) => monthly[localFields(startMs, zone).month - 1] ?? Number.NaN);
}
