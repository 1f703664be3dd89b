import { civilDate, dayStart, type LocalDay, localDay, localDayOf, type Period, weekday } from './local-day.ts';
import { HOUR_MS, spanAt } from './zone.ts';

/** Lengths of buckets by the clock, in milliseconds. */
export const CLOCK_UNITS = {
  minute: 60_000,
  fiveMinutes: 300_000,
  tenMinutes: 600_000,
  quarterHour: 900_000,
  halfHour: 1_800_000,
  hour: HOUR_MS,
} as const;

export type ClockUnit = keyof typeof CLOCK_UNITS;

/** Buckets by the local calendar. A week begins on Monday (ISO 8601). */
export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';
export type BucketUnit = ClockUnit | CalendarUnit;

/** One bucket. Its key is the instant that names it: where the clock was put forward by half an hour, an hour's key lies before its start. */
export interface Bucket extends Period {
  keyMs: number;
}

/** Buckets in a row, without a gap: bucket i lasts from edge i to edge i + 1. */
export interface BucketRow {
  /** shape (n). */
  keysMs: Float64Array;
  /** shape (n + 1). */
  edgesMs: Float64Array;
}

/**
 * The bucket an instant belongs to.
 *
 * The hour of an instant is its local clock time cut to the hour: the hour that a clock in autumn shows twice is two buckets, the one it
 * skips in spring is none. The same holds for shorter units.
 *
 * @param instantMs - instant
 * @param unit - clock or calendar unit
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 * @see ISO 8601 weeks; Australia/Lord_Howe 2025-04-06: the hour with key 14:30Z lasts from 15:00Z to 15:30Z
 */
export function bucketOf(instantMs: number, unit: BucketUnit, zone: string): Bucket {
  if (isClockUnit(unit)) return clockBucketOf(instantMs, CLOCK_UNITS[unit], zone);
  return calendarBucket(unitStart(localDayOf(instantMs, zone), unit), unit, zone);
}

/**
 * Every bucket that shares time with a period, whole ones also at its ends.
 *
 * @param period - half open; empty gives no bucket
 * @param unit - clock or calendar unit
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function bucketsIn({ startMs, endMs }: Period, unit: BucketUnit, zone: string): BucketRow {
  const keys: number[] = [];
  const edges: number[] = [];
  if (startMs < endMs) {
    let bucket = bucketOf(startMs, unit, zone);
    edges.push(bucket.startMs);
    for (;;) {
      keys.push(bucket.keyMs);
      edges.push(bucket.endMs);
      if (bucket.endMs >= endMs) break;
      bucket = bucketOf(bucket.endMs, unit, zone);
    }
  }
  return { keysMs: Float64Array.from(keys), edgesMs: Float64Array.from(edges) };
}

/**
 * How many calendar buckets share time with a period, without making them: as fast for ten thousand years as for one.
 *
 * @param period - half open; empty gives 0
 * @param unit - calendar unit
 * @param zone - IANA zone
 * @returns the number of buckets of `bucketsIn`; one more for a day that the zone skipped inside the period
 * @throws RangeError for an unknown zone
 */
export function countCalendarBuckets({ startMs, endMs }: Period, unit: CalendarUnit, zone: string): number {
  if (!(startMs < endMs)) return 0;
  const [first, last] = [unitIndex(localDayOf(startMs, zone), unit), unitIndex(localDayOf(endMs - 1, zone), unit)];
  return last - first + 1;
}

/**
 * The first day of the calendar unit a day belongs to.
 *
 * @param day - local day
 * @param unit - calendar unit
 */
export function unitStart(day: LocalDay, unit: CalendarUnit): LocalDay {
  if (unit === 'day') return day;
  if (unit === 'week') return day - weekday(day) + 1;
  const { year, month } = civilDate(day);
  if (unit === 'month') return localDay(year, month, 1);
  return unit === 'quarter' ? localDay(year, month - ((month - 1) % 3), 1) : localDay(year, 1, 1);
}

/**
 * Moves a day by calendar units. Months keep the day of the month where the month has it, else take the month's last day.
 *
 * @param day - local day
 * @param unit - calendar unit
 * @param count - how many units; negative moves back
 */
export function addUnits(day: LocalDay, unit: CalendarUnit, count: number): LocalDay {
  if (unit === 'day') return day + count;
  if (unit === 'week') return day + 7 * count;
  const { year, month, day: dayOfMonth } = civilDate(day);
  const months = month + count * { month: 1, quarter: 3, year: 12 }[unit];
  return Math.min(localDay(year, months, dayOfMonth), localDay(year, months + 1, 0));
}

/**
 * Whether a bucket unit follows the clock rather than the calendar.
 *
 * @param unit - bucket unit
 */
export function isClockUnit(unit: BucketUnit): unit is ClockUnit {
  return Object.hasOwn(CLOCK_UNITS, unit);
}

/** Numbers units in a row. */
function unitIndex(day: LocalDay, unit: CalendarUnit): number {
  if (unit === 'day') return day;
  if (unit === 'week') return Math.floor((day + 3) / 7); // 1970-01-01 was a Thursday
  const { year, month } = civilDate(day);
  const months = 12 * year + month - 1;
  return Math.floor(months / { month: 1, quarter: 3, year: 12 }[unit]);
}

function calendarBucket(first: LocalDay, unit: CalendarUnit, zone: string): Bucket {
  const startMs = dayStart(first, zone);
  return { keyMs: startMs, startMs, endMs: dayStart(addUnits(first, unit, 1), zone) };
}

function clockBucketOf(instantMs: number, lengthMs: number, zone: string): Bucket {
  const keyMs = clockKey(instantMs, lengthMs, zone);
  let startMs = Math.max(keyMs, spanAt(instantMs, zone).startMs);
  while (startMs > keyMs && clockKey(startMs - 1, lengthMs, zone) === keyMs) startMs = Math.max(keyMs, spanAt(startMs - 1, zone).startMs);
  let endMs = Math.min(keyMs + lengthMs, spanAt(instantMs, zone).endMs);
  // A transition inside the nominal hour ends the bucket unless the clock still shows a time of the same key behind it.
  while (endMs < keyMs + lengthMs && clockKey(endMs, lengthMs, zone) === keyMs)
    endMs = Math.min(keyMs + lengthMs, spanAt(endMs, zone).endMs);
  return { keyMs, startMs, endMs };
}

function clockKey(instantMs: number, lengthMs: number, zone: string): number {
  const { offsetMs } = spanAt(instantMs, zone);
  return Math.floor((instantMs + offsetMs) / lengthMs) * lengthMs - offsetMs;
}
