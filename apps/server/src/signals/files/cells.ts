import { quotedName } from '../sql/literals.ts';

/** The cell of a column as trimmed text. */
export function cellText(column: string): string {
  return `ifNull(trim(toString(${quotedName(column)})), '')`;
}

/** The time of day of a column of its own stands behind the date; a clock may be the hour alone or digits without a colon. */
export function timeText({ column, clock }: { column: string; clock?: string | undefined }): string {
  if (clock === undefined) return cellText(column);
  const hour = cellText(clock);
  const written = `multiIf(match(${hour}, '^\\d{1,2}$'), concat(${hour}, ':00'), match(${hour}, '^\\d{3,4}$'), concat(substring(${hour}, 1, length(${hour}) - 2), ':', substring(${hour}, -2)), ${hour})`;
  return `trim(concat(substringIndex(${cellText(column)}, ' ', 1), ' ', ${written}))`;
}
