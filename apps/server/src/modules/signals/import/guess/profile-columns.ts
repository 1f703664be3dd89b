import type { SignalTables } from '../../../../signals/signal-tables.ts';
import { quoted } from '../../../../signals/sql/literals.ts';
import { numbersOf } from '../../../../signals/sql/native-format.ts';
import { quoteName } from '../../sql-text.ts';

/** What a column of the whole file holds. */
export interface ColumnProfile {
  /** Cells that hold anything. */
  filled: number;
  numbers: number;
  /** About. */
  distinct: number;
  /** Of its numbers; NaN: it has none. */
  min: number;
  max: number;
  low: number;
  median: number;
  high: number;
}

/** How the file writes numbers. */
export interface NumberStyle {
  decimalComma: boolean;
  thousands: string | undefined;
}

type Signals = Pick<SignalTables, 'select'>;

const BACKGROUND = { lane: 'background' } as const;
const NOTHING = ['', '-', '--', 'nan', 'null', 'na', 'n/a', '#n/a', 'none', 'nat'];

/** The cell of a column as trimmed text, as SQL. */
export function cellSql(column: string): string {
  return `ifNull(trim(toString(${quoteName(column)})), '')`;
}

/** The number in a cell, as SQL; null: it is none. */
export function numberSql(column: string, { decimalComma, thousands }: NumberStyle): string {
  const text = cellSql(column);
  const digits = thousands === undefined ? text : `replaceAll(${text}, ${quoted(thousands)}, '')`;
  return `toFloat64OrNull(${decimalComma ? `replaceOne(${digits}, ',', '.')` : digits})`;
}

/** Looks at every number of the file: at night all of them may be 0. */
export async function findNumberStyle(
  signals: Signals,
  source: string,
  { columns, delimiter }: { columns: readonly string[]; delimiter: string },
): Promise<NumberStyle> {
  if (columns.length === 0) return { decimalComma: false, thousands: undefined };
  const patterns = {
    commas: '^[-+]?\\\\d+,\\\\d+$',
    points: '^[-+]?\\\\d*\\\\.\\\\d+([eE][-+]?\\\\d+)?$',
    commaThousands: '^[-+]?\\\\d{1,3},\\\\d{3}$',
    groupedByPoint: '^[-+]?\\\\d{1,3}(\\\\.\\\\d{3})+,\\\\d+$',
    groupedByComma: '^[-+]?\\\\d{1,3}(,\\\\d{3})+(\\\\.\\\\d+|,\\\\d{3})$',
    groupedBySpace: '^[-+]?\\\\d{1,3}([ \u00a0]\\\\d{3})+([.,]\\\\d+)?$',
  };
  const cells = `arrayJoin([${columns.map(cellSql).join(', ')}])`;
  const response = await signals.select(
    `select ${Object.entries(patterns)
      .map(([name, pattern]) => `countIf(match(cell, '${pattern}')) as ${name}`)
      .join(', ')} from (select ${cells} as cell from ${source})`,
    BACKGROUND,
  );
  const count = (name: keyof typeof patterns): number => numbersOf(response, name)[0] ?? 0;
  if (count('groupedByPoint') > 0) return { decimalComma: true, thousands: '.' };
  if (count('groupedBySpace') > 0) return { decimalComma: count('commas') > 0 && count('points') === 0, thousands: ' ' };
  if (count('groupedByComma') > 0) return { decimalComma: false, thousands: ',' };
  const onlyGroups = count('commas') === count('commaThousands') && (count('points') > 0 || delimiter === ',');
  if (count('commas') > 0 && onlyGroups) return { decimalComma: false, thousands: ',' };
  return { decimalComma: count('commas') > 0 && count('points') === 0, thousands: undefined };
}

/** One profile per column, in their order. */
export async function profileColumns(
  signals: Signals,
  source: string,
  { columns, style }: { columns: readonly string[]; style: NumberStyle },
): Promise<ColumnProfile[]> {
  if (columns.length === 0) return [];
  const measures = columns.flatMap((column, index) => {
    const [text, number] = [cellSql(column), `value_${index}`];
    return [
      `countIf(lower(${text}) not in (${NOTHING.map(quoted).join(',')})) as filled_${index}`,
      `countIf(isFinite(${number})) as numbers_${index}`,
      `uniq(${text}) as distinct_${index}`,
      `minIf(${number}, isFinite(${number})) as min_${index}`,
      `maxIf(${number}, isFinite(${number})) as max_${index}`,
      `quantilesTDigestIf(0.05, 0.5, 0.95)(ifNull(${number}, 0), isFinite(${number})) as quantiles_${index}`,
      ...[1, 2, 3].map((place) => `quantiles_${index}[${place}] as quantile_${index}_${place}`),
    ];
  });
  const values = columns.map((column, index) => `${numberSql(column, style)} as value_${index}`);
  const wanted = columns.flatMap((_, index) => [
    ...['filled', 'numbers', 'distinct'].map((name) => `toFloat64(${name}_${index}) as ${name}_${index}`),
    ...['min', 'max'].map((name) => `toFloat64(ifNull(${name}_${index}, nan)) as ${name}_${index}`),
    ...[1, 2, 3].map((place) => `toFloat64(ifNull(quantile_${index}_${place}, nan)) as quantile_${index}_${place}`),
  ]);
  const response = await signals.select(
    `select ${wanted.join(', ')} from (select ${measures.join(', ')} from (select *, ${values.join(', ')} from ${source}))`,
    BACKGROUND,
  );
  const first = (name: string): number => numbersOf(response, name)[0] ?? Number.NaN;
  return columns.map((_, index) => {
    const numbers = first(`numbers_${index}`);
    const of = (name: string): number => (numbers > 0 ? first(name) : Number.NaN);
    return {
      filled: first(`filled_${index}`),
      numbers,
      distinct: first(`distinct_${index}`),
      min: of(`min_${index}`),
      max: of(`max_${index}`),
      low: of(`quantile_${index}_1`),
      median: of(`quantile_${index}_2`),
      high: of(`quantile_${index}_3`),
    };
  });
}
