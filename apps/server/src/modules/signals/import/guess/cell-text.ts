/** What texts of cells look like, before it is known what they mean. */

const NUMBER = /^[-+]?(\d{1,3}([ .,'\u00a0]\d{3})+|\d+)?([.,]\d+)?([eE][-+]?\d+)?$/;
const CLOCK = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?[AaPp][Mm])?$/;
const DATE =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]+(\d{4}|\d{2})|[A-Za-z]{3,9} \d{1,2},? \d{4})(([T ]|, ?| +)\d{1,2}:\d{2}[^;|\t]*)?$/;
const COMPACT = /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([T _-]?([01]\d|2[0-4])([0-5]\d){0,2})?Z?$/;
const NOTHING = new Set(['', '-', '--', 'nan', 'null', 'na', 'n/a', '#n/a', 'none', 'inf', '-inf', 'nat']);

export function isNothing(text: string): boolean {
  return NOTHING.has(text.toLowerCase());
}

export function isNumber(text: string): boolean {
  return text !== '' && NUMBER.test(text) && /\d/.test(text);
}

/** A date, with or without a time of day; no plain number. */
export function isDate(text: string): boolean {
  return DATE.test(text);
}

export function isClock(text: string): boolean {
  return CLOCK.test(text);
}

/** `2025033002` and the like: digits that read as a date of 1900 to 2099. */
export function isCompactTime(text: string): boolean {
  return COMPACT.test(text);
}

/** Units whose capitals are no beginnings of words. */
const UNIT_CASE = /(?<![A-Za-z])(kWh|MWh|GWh|kWp|kW|MW|kVA|MVA|kVAr|kV|mA|hPa|kPa|Wh)(?![a-z])/g;

/** Parts of a name: `ActivePowerMean_kW 2` as `active power mean kw 2`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(UNIT_CASE, (unit) => unit.toLowerCase())
    .replaceAll('POA', ' poa ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z]{2,})/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9äöåéèêüß%]+/)
    .filter((word) => word !== '');
}
