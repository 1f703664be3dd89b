import { DAY_MS, type OffsetSpan, spanAt } from './zone.ts';

/**
 * A day of the local calendar, as the number of days from 1970-01-01. It names a day without saying where: only together with a zone does
 * it become a period.
 */
export type LocalDay = number;

/** A period, half open. */
export interface Period {
  startMs: number;
  endMs: number;
}

export interface CivilDate {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
}

/**
 * The local day an instant belongs to.
 *
 * A day lasts from the first instant with its date to the first instant with the next date, so a clock that goes back over midnight does
 * not return to the day before.
 *
 * @param instantMs - instant
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function localDayOf(instantMs: number, zone: string): LocalDay {
  return localDayIn(spanAt(instantMs, zone), instantMs);
}

/**
 * The local days of many instants, for example of a column of points.
 *
 * @param instantsMs - instants, shape (n)
 * @param zone - IANA zone
 * @returns local days, shape (n)
 * @throws RangeError for an unknown zone
 */
export function localDaysOf(instantsMs: Float64Array, zone: string): Int32Array {
  const days = new Int32Array(instantsMs.length);
  let span: OffsetSpan | undefined;
  for (let i = 0; i < days.length; i++) {
    const instantMs = instantsMs[i] ?? Number.NaN;
    if (span === undefined || !(instantMs >= span.startMs && instantMs < span.endMs)) span = spanAt(instantMs, zone);
    days[i] = localDayIn(span, instantMs);
  }
  return days;
}

/**
 * When a local day begins and ends: 23, 24 or 25 hours in most zones, now and then another length, and nothing for a day that a zone
 * skipped.
 *
 * @param day - local day
 * @param zone - IANA zone
 * @returns from its first instant to the first instant of the next day
 * @throws RangeError for an unknown zone
 * @see rules of the IANA database; Europe/Stockholm 2025-03-30 → 23 h, 2025-10-26 → 25 h
 */
export function dayBounds(day: LocalDay, zone: string): Period {
  return { startMs: dayStart(day, zone), endMs: dayStart(day + 1, zone) };
}

/**
 * The first instant of a local day: midnight, or what comes next where midnight does not exist.
 *
 * @param day - local day
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function dayStart(day: LocalDay, zone: string): number {
  const midnightMs = day * DAY_MS;
  // No zone has ever been further from UTC than 16 hours.
  let span = spanAt(midnightMs - DAY_MS, zone);
  for (;;) {
    const reachedMs = Math.max(span.startMs, midnightMs - span.offsetMs);
    if (reachedMs < span.endMs) return reachedMs;
    span = spanAt(span.endMs, zone);
  }
}

/**
 * Local days that share time with a period, first to last.
 *
 * @param period - half open; empty gives no day
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function localDaysIn({ startMs, endMs }: Period, zone: string): LocalDay[] {
  const days: LocalDay[] = [];
  if (!(startMs < endMs)) return days;
  const last = localDayOf(endMs - 1, zone);
  for (let day = localDayOf(startMs, zone); day <= last; day++) days.push(day);
  return days;
}

/**
 * Year, month and day of a local day.
 *
 * @param day - local day
 * @see Gregorian calendar, also before its introduction
 */
export function civilDate(day: LocalDay): CivilDate {
  // Years are counted from 1 March, so that the leap day is a year's last.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/**
 * The local day of a date. Months and days beyond their range carry over: month 13 is January of the next year, day 0 the last of the
 * month before.
 *
 * @param year - Gregorian year
 * @param month - 1 to 12
 * @param day - 1 to 31
 */
export function localDay(year: number, month: number, day: number): LocalDay {
  const months = year * 12 + month - 1;
  const carriedYear = Math.floor(months / 12);
  const carriedMonth = months - carriedYear * 12 + 1;
  const marchYear = carriedMonth <= 2 ? carriedYear - 1 : carriedYear;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (carriedMonth + (carriedMonth > 2 ? -3 : 9)) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468 + day - 1;
}

/**
 * A local day as `YYYY-MM-DD`.
 *
 * @param day - local day
 */
export function toIsoDate(day: LocalDay): string {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const years =
    year >= 0 && year <= 9999 ? String(year).padStart(4, '0') : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
  return `${years}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
}

/**
 * Reads a date.
 *
 * @param text - `YYYY-MM-DD`
 * @returns undefined when the text is no date of the calendar
 */
export function parseIsoDate(text: string): LocalDay | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const day = localDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return toIsoDate(day) === text ? day : undefined;
}

/**
 * Day of the week of a local day: 1 Monday to 7 Sunday.
 *
 * @param day - local day
 */
export function weekday(day: LocalDay): number {
  return modulo(day + 3, 7) + 1;
}

/**
 * Day of the year of a local day: 1 to 366.
 *
 * @param day - local day
 */
export function dayOfYear(day: LocalDay): number {
  return day - localDay(civilDate(day).year, 1, 1) + 1;
}

function localDayIn(span: OffsetSpan, instantMs: number): LocalDay {
  const day = Math.floor((instantMs + span.offsetMs) / DAY_MS);
  return day < span.dayFloor ? span.dayFloor : day;
}

function modulo(value: number, divisor: number): number {
  return value - Math.floor(value / divisor) * divisor;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
