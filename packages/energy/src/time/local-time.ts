import { civilDate, type LocalDay, localDay, toIsoDate, weekday } from './local-day.ts';
import { DAY_MS, type OffsetSpan, spanAt } from './zone.ts';

/** Date and time a local clock shows, as the milliseconds an instant of the same date and time would have in UTC. */
export type LocalTimeMs = number;

/** What a local date and time means in a zone. */
export type LocalResolution =
  | { kind: 'ok'; instantMs: number }
  /** The clock was put forward over it. `shiftedMs`: the instant as far behind the gap's start as the time is behind it. */
  | { kind: 'nonexistent'; shiftedMs: number }
  /** The clock was put back over it and showed it twice. */
  | { kind: 'ambiguous'; earlierMs: number; laterMs: number };

export type TimeReading = LocalResolution | { kind: 'invalid' };

export interface LocalFields {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
}

const TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/;

/**
 * Date and time on the local clock at an instant.
 *
 * @param instantMs - instant
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function toLocalTime(instantMs: number, zone: string): LocalTimeMs {
  return instantMs + spanAt(instantMs, zone).offsetMs;
}

/**
 * Date, time and weekday on the local clock at an instant.
 *
 * @param instantMs - instant
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function localFields(instantMs: number, zone: string): LocalFields {
  const local = toLocalTime(instantMs, zone);
  const day = Math.floor(local / DAY_MS);
  const second = Math.floor((local - day * DAY_MS) / 1000);
  return {
    ...civilDate(day),
    hour: Math.floor(second / 3600),
    minute: Math.floor((second % 3600) / 60),
    second: second % 60,
    weekday: weekday(day),
  };
}

/**
 * The instant or instants at which a local clock shows a date and time.
 *
 * @param localMs - date and time on the local clock
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 * @see Europe/Stockholm: 2025-03-30 02:30 never, 2025-10-26 02:30 twice
 */
export function resolveLocalTime(localMs: LocalTimeMs, zone: string): LocalResolution {
  const found: number[] = [];
  let before: OffsetSpan | undefined;
  // Offsets differ from UTC by 16 hours at most, so nothing further away can show this time.
  for (let span = spanAt(localMs - DAY_MS, zone); ; span = spanAt(span.endMs, zone)) {
    const instantMs = localMs - span.offsetMs;
    if (instantMs >= span.startMs && instantMs < span.endMs) found.push(instantMs);
    if (instantMs >= span.endMs) before = span;
    if (span.endMs > localMs + DAY_MS) break;
  }
  const [earlierMs, laterMs] = found;
  if (earlierMs === undefined) return { kind: 'nonexistent', shiftedMs: localMs - (before?.offsetMs ?? 0) };
  return laterMs === undefined ? { kind: 'ok', instantMs: earlierMs } : { kind: 'ambiguous', earlierMs, laterMs };
}

/**
 * The one instant calculations take for a date and time on the local clock: the earlier of two, and shifted by the gap where there is none.
 *
 * @param localMs - date and time on the local clock
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 */
export function compatibleInstant(localMs: LocalTimeMs, zone: string): number {
  const resolution = resolveLocalTime(localMs, zone);
  if (resolution.kind === 'ok') return resolution.instantMs;
  return resolution.kind === 'ambiguous' ? resolution.earlierMs : resolution.shiftedMs;
}

/**
 * Reads a date and time. Without `Z` or an offset it is meant on the local clock of the zone; a date alone means its midnight.
 *
 * @param text - ISO 8601: `2025-03-30`, `2025-03-30T02:30`, `2025-03-30 02:30:15.5`, `2025-03-30T02:30Z`, `2025-03-30T02:30+05:30`
 * @param zone - IANA zone of texts that name none
 * @throws RangeError for an unknown zone
 */
export function parseTime(text: string, zone: string): TimeReading {
  const read = readTime(text);
  if (read === undefined) return { kind: 'invalid' };
  return read.offsetMs === undefined ? resolveLocalTime(read.localMs, zone) : { kind: 'ok', instantMs: read.localMs - read.offsetMs };
}

/**
 * Reads a date and time that names no zone.
 *
 * @param text - ISO 8601 without `Z` and offset
 * @returns undefined when the text is no such time
 */
export function parseLocalTime(text: string): LocalTimeMs | undefined {
  const read = readTime(text);
  return read?.offsetMs === undefined ? read?.localMs : undefined;
}

/**
 * A date and time on the local clock as `YYYY-MM-DDTHH:mm`, with seconds where it has any.
 *
 * @param localMs - date and time on the local clock
 */
export function toIsoLocalTime(localMs: LocalTimeMs): string {
  const day = Math.floor(localMs / DAY_MS);
  const time = localMs - day * DAY_MS;
  return `${toIsoDate(day)}T${clockTexts()[Math.floor(time / 60_000)]}${secondsText(time % 60_000, false)}`;
}

/**
 * Makes a function that writes instants as ISO 8601 on the local clock with its offset, for columns of a million rows: texts of days,
 * minutes and offsets are kept from row to row.
 *
 * @param zone - IANA zone
 * @returns from instant to text, for example `2025-03-30T03:00:00+02:00`
 * @throws RangeError for an unknown zone
 */
export function createTimeFormatter(zone: string): (instantMs: number) => string {
  let span = spanAt(0, zone);
  let offset = offsetText(span.offsetMs);
  let day: LocalDay = Number.NaN;
  let dayText = '';
  return (instantMs) => {
    if (!(instantMs >= span.startMs && instantMs < span.endMs)) {
      span = spanAt(instantMs, zone);
      offset = offsetText(span.offsetMs);
    }
    const local = instantMs + span.offsetMs;
    const localDate = Math.floor(local / DAY_MS);
    if (localDate !== day) {
      day = localDate;
      dayText = `${toIsoDate(day)}T`;
    }
    const time = local - day * DAY_MS;
    return dayText + clockTexts()[Math.floor(time / 60_000)] + secondsText(time % 60_000, true) + offset;
  };
}

let minutesOfDay: readonly string[] | undefined;

/** `00:00` to `23:59`. */
function clockTexts(): readonly string[] {
  minutesOfDay ??= Array.from({ length: 1440 }, (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`);
  return minutesOfDay;
}

function secondsText(millisecondsOfMinute: number, always: boolean): string {
  if (millisecondsOfMinute === 0) return always ? ':00' : '';
  const seconds = Math.floor(millisecondsOfMinute / 1000);
  const rest = millisecondsOfMinute - seconds * 1000;
  return `:${twoDigits(seconds)}${rest === 0 ? '' : `.${String(Math.floor(rest)).padStart(3, '0')}`}`;
}

function offsetText(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const sign = offsetMs < 0 ? '-' : '+';
  return `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}

function readTime(text: string): { localMs: LocalTimeMs; offsetMs: number | undefined } | undefined {
  const parts = TIME.exec(text);
  if (parts === null) return undefined;
  const [, year, month, date, hour = '0', minute = '0', second = '0', fraction = '', offset] = parts;
  const day = localDay(Number(year), Number(month), Number(date));
  const { month: sameMonth, day: sameDay } = civilDate(day);
  if (sameMonth !== Number(month) || sameDay !== Number(date)) return undefined;
  const milliseconds = Math.floor(Number(`0.${fraction || '0'}`) * 1000 + 1e-6);
  const time = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000 + milliseconds;
  // 24:00 is the midnight that ends the day; nothing lies behind it.
  if (Number(minute) > 59 || Number(second) > 59 || time > DAY_MS) return undefined;
  const localMs = day * DAY_MS + time;
  return { localMs, offsetMs: offset === undefined ? undefined : parseOffset(offset) };
}

function parseOffset(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0');
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
