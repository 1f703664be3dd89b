import { civilDate, type LocalDay, localDay } from '../time/local-day.ts';
import { RATING_MIN_POINTS, type RatingSums } from './power-rating-line.ts';

/** Local days, both included. */
export interface DayRange {
  first: LocalDay;
  last: LocalDay;
}

export interface BaselinePeriodOptions {
  /** What is configured; absent: the default. */
  stated?: Partial<DayRange>;
  /** Day of commercial operation. NaN: not known */
  commissioned: LocalDay;
  /** First day there are data of. */
  firstDay: LocalDay;
}

/** What all rating lines of a device are compared with: its own in a period that is over. It is fixed once and does not follow later corrections. */
export interface RatingBaseline extends DayRange {
  /** kW per kW of temperature-adjusted nominal power. NaN: the period has too few points for a line */
  slope: number;
  pointCount: number;
}

/** Fewest days a baseline rests on. */
export const BASELINE_MIN_DAYS = 30;
const MONTHS = 12;

/**
 * The period the baseline of a device is taken from: the first twelve full months of operation, as far as there are data of them. Where those are
 * of less than thirty of its days, the first twelve full months there are data of.
 *
 * @param options - what is known of the device
 * @returns undefined where the stated period ends before thirty days have passed
 */
export function baselinePeriod({ stated = {}, commissioned, firstDay }: BaselinePeriodOptions): DayRange | undefined {
  const first = stated.first ?? usualStart(commissioned, firstDay);
  const last = stated.last ?? monthsAfter(first, MONTHS) - 1;
  return last - first + 1 >= BASELINE_MIN_DAYS ? { first, last } : undefined;
}

/**
 * The slope of a baseline.
 *
 * @param days - sums of the days of its period that have points
 * @returns slope NaN with points of fewer than thirty days, or fewer than fifty of them
 * @see as the slope of `powerRatingLine` over all points
 */
export function ratingBaseline(days: readonly RatingSums[]): Pick<RatingBaseline, 'slope' | 'pointCount'> {
  const total: RatingSums = { pointCount: 0, xx: 0, xy: 0 };
  for (const { pointCount, xx, xy } of days) {
    total.pointCount += pointCount;
    total.xx += xx;
    total.xy += xy;
  }
  const isEnough = days.length >= BASELINE_MIN_DAYS && total.pointCount >= RATING_MIN_POINTS && total.xx > 0;
  return { slope: isEnough ? total.xy / total.xx : Number.NaN, pointCount: total.pointCount };
}

function usualStart(commissioned: LocalDay, firstDay: LocalDay): LocalDay {
  const ofOperation = fullMonthFrom(commissioned);
  const isCovered = firstDay <= monthsAfter(ofOperation, MONTHS) - BASELINE_MIN_DAYS;
  return isCovered ? ofOperation : fullMonthFrom(firstDay);
}

function fullMonthFrom(day: LocalDay): LocalDay {
  const { year, month, day: dayOfMonth } = civilDate(day);
  return localDay(year, dayOfMonth === 1 ? month : month + 1, 1);
}

function monthsAfter(day: LocalDay, count: number): LocalDay {
  const { year, month, day: dayOfMonth } = civilDate(day);
  return localDay(year, month + count, dayOfMonth);
}
