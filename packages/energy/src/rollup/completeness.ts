import type { BucketUnit } from '../time/bucket.ts';

/** How far a value of a longer period can be trusted. */
export type Trust = 'none' | 'partial' | 'full';

export interface CompletenessLimits {
  /** Below it no value is shown. */
  showMin: number;
  /** From it on the value counts as complete, for buckets up to an hour. */
  fullMinHour: number;
  /** The same for days and longer. */
  fullMinDay: number;
}

export const DEFAULT_COMPLETENESS_LIMITS: CompletenessLimits = { showMin: 0.5, fullMinHour: 0.8, fullMinDay: 0.9 };

// Shares of time are quotients: 0.9 may come out as 0.8999999999999999.
const TOLERANCE = 1e-9;

/**
 * Whether a value of a bucket is shown, and whether as a complete one. Minimum, maximum and last value are shown whenever there is one.
 *
 * @param completeness - 0 to 1
 * @param unit - length of the bucket
 * @param limits - from where on
 */
export function judgeCompleteness(completeness: number, unit: BucketUnit, limits = DEFAULT_COMPLETENESS_LIMITS): Trust {
  if (!(completeness >= limits.showMin - TOLERANCE)) return 'none';
  return completeness >= fullMin(unit, limits) - TOLERANCE ? 'full' : 'partial';
}

function fullMin(unit: BucketUnit, limits: CompletenessLimits): number {
  switch (unit) {
    case 'day':
    case 'week':
    case 'month':
    case 'quarter':
    case 'year':
      return limits.fullMinDay;
    default:
      return limits.fullMinHour;
  }
}
