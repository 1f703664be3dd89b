import { type LocalDay, parseIsoDate } from './local-day.ts';

/** No start date, as databases write it: before every date. */
const SINCE_EVER = '-infinity';

/** Days from the first on which something holds to the first on which it does not, as ISO dates; `-infinity` and `infinity` where not limited. */
export interface DateSpan {
  validFrom: string;
  validTo: string;
}

/**
 * Whether two spans share a day. ISO dates, and the infinities around them, are in order as texts.
 *
 * @param a - half open
 * @param b - half open
 */
export function spansOverlap(a: DateSpan, b: DateSpan): boolean {
  return a.validFrom < b.validTo && b.validFrom < a.validTo;
}

/**
 * The one that holds on a day, of spans that do not overlap.
 *
 * @param spans - in any order
 * @param date - ISO date
 */
export function spanOn<T extends DateSpan>(spans: readonly T[], date: string): T | undefined {
  return spans.find(({ validFrom, validTo }) => validFrom <= date && date < validTo);
}

/**
 * The version that holds on a day: of those that have begun the one that began last, of equals the one that comes last in the list.
 *
 * @param versions - in the order they were saved
 * @param date - ISO date
 */
export function versionOn<T extends { effectiveFrom: string }>(versions: readonly T[], date: string): T | undefined {
  let found: T | undefined;
  for (const version of versions) {
    if (version.effectiveFrom <= date && (found === undefined || version.effectiveFrom >= found.effectiveFrom)) found = version;
  }
  return found;
}

/**
 * Days on which something that is configured may change.
 *
 * @param dates - beginnings and ends as ISO dates; infinities count as none
 * @returns ascending, each once
 */
export function changeDays(dates: Iterable<string>): LocalDay[] {
  const days = new Set<LocalDay>();
  for (const date of dates) {
    const day = date === SINCE_EVER ? undefined : parseIsoDate(date);
    if (day !== undefined) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}
