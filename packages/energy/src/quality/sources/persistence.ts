import { compatibleInstant, toLocalTime } from '../../time/local-time.ts';
import { DAY_MS } from '../../time/zone.ts';
import { mapAt } from './map-at.ts';

/**
 * The last good value, as long as it is young enough.
 *
 * @param values - what is good, shape (n); NaN elsewhere
 * @param at - intervals to fill, shape (m)
 * @param maxAge - oldest value that still holds, in intervals
 * @returns shape (m); NaN where no value is young enough
 */
export function holdLastValue(values: Float64Array, at: Int32Array, maxAge: number): Float64Array {
  return mapAt(at, (i) => {
    // A good value that another rule refused is no gap.
    if (!Number.isNaN(values[i])) return Number.NaN;
    for (let age = 1; age <= maxAge && age <= i; age++) {
      const value = values[i - age] ?? Number.NaN;
      if (!Number.isNaN(value)) return value;
    }
    return Number.NaN;
  });
}

/** Good values in equal steps. */
export interface ValueHistory {
  startMs: number;
  /** shape (n); NaN where nothing good is known. */
  values: Float64Array;
}

export interface SameTimeOptions {
  /** The window itself and, where the days reach further back, what was good before it. */
  histories: readonly ValueHistory[];
  stepMs: number;
  zone: string;
  /** How many calendar days to look back. */
  windowDays: number;
  /** Fewest of them that must have a value. */
  minDays: number;
}

/**
 * Mean of the good values at the same local clock time on the days before.
 *
 * @param startsMs - starts of the intervals to fill, shape (m)
 * @param options - where to look
 * @returns shape (m); NaN where too few days have a value
 * @see 14.2, 15.0, 13.6, 14.8 on four days → 14.4
 */
export function meanAtSameTime(startsMs: Float64Array, { histories, stepMs, zone, windowDays, minDays }: SameTimeOptions): Float64Array {
  return startsMs.map((startMs) => {
    const localMs = toLocalTime(startMs, zone);
    let total = 0;
    let count = 0;
    for (let day = 1; day <= windowDays; day++) {
      const value = valueAt(histories, compatibleInstant(localMs - day * DAY_MS, zone), stepMs);
      if (Number.isNaN(value)) continue;
      total += value;
      count++;
    }
    return count >= minDays ? total / count : Number.NaN;
  });
}

function valueAt(histories: readonly ValueHistory[], instantMs: number, stepMs: number): number {
  for (const { startMs, values } of histories) {
    const value = values[Math.floor((instantMs - startMs) / stepMs)];
    if (value !== undefined) return value;
  }
  return Number.NaN;
}
