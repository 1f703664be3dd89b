/** Regular expressions over texts of times, as literals of the signal store's SQL: the engine's own parser takes whatever resembles a time. */
const ZONE = 'Z|[+-]\\\\d{2}(:?\\\\d{2})?';
const CLOCK = '(([01]\\\\d|2[0-3]):[0-5]\\\\d(:[0-5]\\\\d([.,]\\\\d{1,9})?)?|24:00(:00([.,]0{1,9})?)?)';
const SHORT_CLOCK = '([01]?\\\\d|2[0-3]):[0-5]\\\\d(:[0-5]\\\\d([.,]\\\\d{1,9})?)?( ?[AaPp][Mm])?';

/** ISO 8601, a date alone included; its years have four digits and are none of the year 0. */
export const ISO_TIME = `^[1-9]\\\\d{3}-\\\\d{2}-\\\\d{2}([T ]${CLOCK}( ?(${ZONE}))?)?$`;
/** `30/03/2025 02:30`, `3.30.2025 2:30 PM`, ... */
export const WRITTEN_TIME = `^\\\\d{1,2}[./-]\\\\d{1,2}[./-][1-9]\\\\d{3}([T ]${SHORT_CLOCK}( ?(${ZONE}))?)?$`;
/** The end of either that names an offset. */
export const ENDS_WITH_ZONE = `(Z|:\\\\d{2}([.,]\\\\d{1,9})?( ?[AaPp][Mm])? ?[+-]\\\\d{2}(:?\\\\d{2})?)$`;
/** Whole milliseconds since 1970. */
export const EPOCH_TIME = '^-?\\\\d{1,15}$';
