import { wrapDegrees, wrapTurn } from '@solvane/series/circular';
import { mapAt } from './map-at.ts';

export interface InterpolateOptions {
  /** Longest gap that is filled, in intervals. */
  maxLength: number;
  /** Values are directions: the line takes the shorter way round. */
  isCircular?: boolean;
  /** Of the sun, shape (n); gaps with day on one side and night on the other stay open. Absent: the sun plays no part. [°] */
  elevation?: Float64Array | undefined;
  /** The sun below this elevation makes it night. [°] */
  nightElevation?: number;
}

/**
 * Straight lines over short gaps.
 *
 * @param values - what is good, shape (n); NaN elsewhere
 * @param at - intervals to fill, ascending, shape (m)
 * @param options - which gaps
 * @returns shape (m); NaN where the gap is too long or has no good value on one side
 */
export function interpolateGaps(values: Float64Array, at: Int32Array, options: InterpolateOptions): Float64Array {
  const { maxLength, isCircular = false } = options;
  return mapAt(at, (i) => {
    // A good value that another rule refused is no gap.
    if (!Number.isNaN(values[i])) return Number.NaN;
    const before = lastGoodBefore(values, i, maxLength);
    if (before < 0) return Number.NaN;
    const after = firstGoodAfter(values, i, before + maxLength + 1);
    if (after < 0 || crossesTwilight(before, after, options)) return Number.NaN;
    const from = values[before] ?? Number.NaN;
    const rise = (values[after] ?? Number.NaN) - from;
    const share = (i - before) / (after - before);
    return isCircular ? wrapDegrees(from + wrapTurn(rise) * share) : from + rise * share;
  });
}

/** Looks no further than a gap that could be filled reaches, so that long outages cost nothing; -1 without a good value. */
function lastGoodBefore(values: Float64Array, i: number, reach: number): number {
  for (let at = i - 1; at >= 0 && at >= i - reach; at--) if (!Number.isNaN(values[at])) return at;
  return -1;
}

function firstGoodAfter(values: Float64Array, i: number, last: number): number {
  for (let at = i + 1; at < values.length && at <= last; at++) if (!Number.isNaN(values[at])) return at;
  return -1;
}

function crossesTwilight(
  before: number,
  after: number,
  { elevation, nightElevation = Number.NEGATIVE_INFINITY }: InterpolateOptions,
): boolean {
  if (elevation === undefined) return false;
  const isNight = (elevation[before] ?? Number.NaN) < nightElevation;
  for (let i = before + 1; i <= after; i++) if ((elevation[i] ?? Number.NaN) < nightElevation !== isNight) return true;
  return false;
}
