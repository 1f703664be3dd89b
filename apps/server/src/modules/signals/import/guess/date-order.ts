import type { WrittenDate } from '../../../../signals/unknown-table.ts';

export type DateOrder =
  | { format: 'dayFirst' | 'monthFirst'; confidence: 'certain' | 'likely' }
  /** Nothing in the file decides. */
  | { format: 'dayOrMonthFirst' }
  /** Lines that can only be read one way each. */
  | { format: 'mixed'; dayFirstLine: number; monthFirstLine: number };

const DAY_MS = 86_400_000;
/** Bad cells of a file, which decide nothing. */
const STRAY_SHARE = 0.02;
/** Of neighbouring dates, those that are a day apart. */
const STEADY_SHARE = 0.95;

/**
 * Day or month first: decided by a number above 12 anywhere, or by which reading lets the days follow each other. Months lie a month apart if they are
 * read as days.
 */
export function findDateOrder(dates: readonly WrittenDate[]): DateOrder {
  const dayFirst = dates.filter(({ first }) => first > 12);
  const monthFirst = dates.filter(({ second }) => second > 12);
  const [one, other] = [dayFirst[0], monthFirst[0]];
  if (one && other && Math.min(dayFirst.length, monthFirst.length) > STRAY_SHARE * dates.length)
    return { format: 'mixed', dayFirstLine: one.line, monthFirstLine: other.line };
  if (one || other) return { format: dayFirst.length > monthFirst.length ? 'dayFirst' : 'monthFirst', confidence: 'certain' };
  const [asDays, asMonths] = [
    steadiness(dates.map(({ first, second, year }) => Date.UTC(year, second - 1, first))),
    steadiness(dates.map(({ first, second, year }) => Date.UTC(year, first - 1, second))),
  ];
  const confidence = dates.length > 2 ? 'certain' : 'likely';
  if (asDays >= STEADY_SHARE && asMonths < STEADY_SHARE) return { format: 'dayFirst', confidence };
  if (asMonths >= STEADY_SHARE && asDays < STEADY_SHARE) return { format: 'monthFirst', confidence };
  if (asDays >= 0.5 && asMonths <= 0.2) return { format: 'dayFirst', confidence: 'likely' };
  if (asMonths >= 0.5 && asDays <= 0.2) return { format: 'monthFirst', confidence: 'likely' };
  return { format: 'dayOrMonthFirst' };
}

/** Share of neighbouring days that are a day apart; of one day alone 0. */
function steadiness(times: readonly number[]): number {
  const days = [...new Set(times.map((timeMs) => Math.round(timeMs / DAY_MS)))].sort((left, right) => left - right);
  const gaps = days.slice(1).filter((day, index) => day - (days[index] ?? 0) === 1).length;
  return days.length < 2 ? 0 : gaps / (days.length - 1);
}
