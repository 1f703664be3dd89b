/** Regular expressions over texts of times, as literals of the signal store's SQL: the engine's own parser takes whatever resembles a time. */
const ZONE = 'Z|[+-]\\\\d{2}(:?\\\\d{2})?';
const CLOCK = '(([01]\\\\d|2[0-3]):[0-5]\\\\d(:[0-5]\\\\d([.,]\\\\d{1,9})?)?|24:00(:00([.,]0{1,9})?)?)';
const SHORT_CLOCK = '(([01]?\\\\d|2[0-3]):[0-5]\\\\d(:[0-5]\\\\d([.,]\\\\d{1,9})?)?( ?[AaPp][Mm])?|24:00(:00)?)';
const DAY = '(0?[1-9]|[12]\\\\d|3[01])';
const MONTH = '(0?[1-9]|1[0-2])';
const MONTH_NAME = '[A-Za-z]{3,9}';
const YEAR = '([1-9]\\\\d{3}|\\\\d{2})';
const CLOCK_BEHIND = `((T|,? +)${SHORT_CLOCK}( ?(${ZONE}))?)?$`;

/** ISO 8601, a date alone included; its years have four digits and are none of the year 0. */
export const ISO_TIME = `^[1-9]\\\\d{3}-\\\\d{2}-\\\\d{2}([T ]${CLOCK}( ?(${ZONE}))?)?$`;
/** `2025-03-30 02:30`, `2025/03/30 2:30 PM`. */
export const YEAR_FIRST_TIME = `^[1-9]\\\\d{3}[-/.]${MONTH}[-/.]${DAY}${CLOCK_BEHIND}`;
/** `30/03/2025 02:30`, `30.3.25 2:30`, `30-Mar-2025 02:30`. A month above 12 is none: the engine's own parser would swap it with the day. */
export const DAY_FIRST_TIME = `^${DAY}([./-]${MONTH}[./-]|[./ -]${MONTH_NAME}[./ -])${YEAR}${CLOCK_BEHIND}`;
/** `3/30/2025 2:30 PM`, `Mar 30 2025 02:30`. */
export const MONTH_FIRST_TIME = `^(${MONTH}[./-]|${MONTH_NAME}[./ -])${DAY}[./, -]+${YEAR}${CLOCK_BEHIND}`;
/** `20250330`, `2025033002`, `20250330T0230`, `20250330023000`; the hour may be 24. */
export const COMPACT_TIME =
  '^[1-9]\\\\d{3}(0[1-9]|1[0-2])(0[1-9]|[12]\\\\d|3[01])[T _-]?(([01]\\\\d|2[0-3])([0-5]\\\\d){0,2}|240{0,4})?Z?$';
/** The end of either that names an offset. */
export const ENDS_WITH_ZONE = `(Z|:\\\\d{2}([.,]\\\\d{1,9})?( ?[AaPp][Mm])? ?[+-]\\\\d{2}(:?\\\\d{2})?)$`;
/** Whole milliseconds since 1970. */
export const EPOCH_TIME = '^-?\\\\d{1,15}$';
