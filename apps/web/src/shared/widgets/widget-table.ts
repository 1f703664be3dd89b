import type { useIntl } from 'react-intl';
import type { NoValueText } from '../text/use-no-value-text.ts';
import type { WidgetChoice } from './widget-target.ts';

/** What turns data into texts outside of components. */
export interface WidgetText {
  intl: Pick<ReturnType<typeof useIntl>, 'messages' | 'formatMessage' | 'formatNumber' | 'formatDate' | 'formatTime' | 'locale'>;
  noValueText: NoValueText;
}

export interface WidgetTableColumn {
  id: string;
  header: string;
  /** Of all values of the column. Present: they are numbers. */
  unit?: string;
  /** Decimals on screen; exports have all of them. Default: up to three. */
  digits?: number;
  /** Values are instants. */
  isTime?: boolean;
  /** What its head stands for: pressing it shows that instead of sorting. */
  choice?: WidgetChoice | undefined;
}

export interface WidgetTableRow {
  id: string;
  /** Values by column. null: missing */
  values: Readonly<Record<string, string | number | null>>;
  /** Site or device that the row stands for: it can be chosen for the whole page. */
  focus?: string | undefined;
  /** What else it stands for, where it is neither. */
  choice?: WidgetChoice | undefined;
  /** Why values are missing or partial. */
  reason?: string | undefined;
}

/** The data of a widget as a table. The first column names the row. */
export interface WidgetTable {
  columns: readonly WidgetTableColumn[];
  rows: readonly WidgetTableRow[];
}

/** Rows that have any number. A table without numbers keeps all. */
export function rowsWithValues({ columns, rows }: WidgetTable): readonly WidgetTableRow[] {
  const numbers = columns.filter(({ unit }) => unit !== undefined);
  return numbers.length === 0 ? rows : rows.filter(({ values }) => numbers.some(({ id }) => (values[id] ?? null) !== null));
}

/** Columns of a row that the exports have: an instant in UTC and on the clock of the zone, and reasons last. */
export function exportRows(
  { columns, rows }: WidgetTable,
  { zone, reason }: { zone: string; reason: string },
): (string | number | null)[][] {
  const hasReasons = rows.some((row) => row.reason !== undefined);
  const head = columns.flatMap(({ header, unit, isTime }) => {
    if (isTime) return [`${header} (UTC)`, `${header} (${zone})`];
    return !unit ? header : `${header} [${unit}]`;
  });
  const body = rows.map((row) => {
    const cells = columns.flatMap(({ id, isTime }) => {
      const value = row.values[id] ?? null;
      return isTime ? [instantText(value, 'UTC'), instantText(value, zone)] : [value];
    });
    return hasReasons ? [...cells, row.reason ?? null] : cells;
  });
  return [hasReasons ? [...head, reason] : head, ...body];
}

function instantText(value: string | number | null, timeZone: string): string | null {
  if (typeof value !== 'number') return null;
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(value).replace(' ', 'T');
  if (timeZone === 'UTC') return `${parts}Z`;
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format(value).split('GMT')[1];
  return `${parts}${offset || '+00:00'}`;
}
