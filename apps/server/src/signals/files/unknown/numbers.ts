import { quoted } from '../../sql/literals.ts';
import { numbersOf, textsOf } from '../../sql/native-format.ts';
import type { ColumnProfile, NamedValues, NumberStyle, NumberText } from '../../unknown-table.ts';
import { cellText } from '../cells.ts';
import { BACKGROUND, type OpenTable } from './open-table.ts';

const NOTHING = ['', '-', '--', 'nan', 'null', 'na', 'n/a', '#n/a', 'none', 'nat'];
const NUMBER_TEXTS: Record<NumberText, string> = {
  commas: '^[-+]?\\\\d+,\\\\d+$',
  points: '^[-+]?\\\\d*\\\\.\\\\d+([eE][-+]?\\\\d+)?$',
  commaThousands: '^[-+]?\\\\d{1,3},\\\\d{3}$',
  groupedByPoint: '^[-+]?\\\\d{1,3}(\\\\.\\\\d{3})+,\\\\d+$',
  groupedByComma: '^[-+]?\\\\d{1,3}(,\\\\d{3})+(\\\\.\\\\d+|,\\\\d{3})$',
  groupedBySpace: '^[-+]?\\\\d{1,3}([ \u00a0]\\\\d{3})+([.,]\\\\d+)?$',
};

/** The number in a cell; null: it is none. */
export function cellNumber(column: string, { decimalComma, thousands }: NumberStyle): string {
  const text = cellText(column);
  const digits = thousands === undefined ? text : `replaceAll(${text}, ${quoted(thousands)}, '')`;
  return `toFloat64OrNull(${decimalComma ? `replaceOne(${digits}, ',', '.')` : digits})`;
}

export async function countNumberTexts({ database, source }: OpenTable, columns: readonly string[]): Promise<Record<NumberText, number>> {
  const response = await database.select(
    `select ${Object.entries(NUMBER_TEXTS)
      .map(([name, pattern]) => `countIf(match(cell, '${pattern}')) as ${name}`)
      .join(', ')} from (select arrayJoin([${columns.map(cellText).join(', ')}]) as cell from ${source})`,
    BACKGROUND,
  );
  const count = (name: NumberText): number => numbersOf(response, name)[0] ?? 0;
  return {
    commas: count('commas'),
    points: count('points'),
    commaThousands: count('commaThousands'),
    groupedByPoint: count('groupedByPoint'),
    groupedByComma: count('groupedByComma'),
    groupedBySpace: count('groupedBySpace'),
  };
}

export async function profileColumns(
  { database, source }: OpenTable,
  columns: readonly string[],
  style: NumberStyle,
): Promise<ColumnProfile[]> {
  if (columns.length === 0) return [];
  const measures = columns.flatMap((column, index) => {
    const [text, number] = [cellText(column), `value_${index}`];
    return [
      `countIf(lower(${text}) not in (${NOTHING.map(quoted).join(',')})) as filled_${index}`,
      `countIf(isFinite(${number})) as numbers_${index}`,
      `uniq(${text}) as distinct_${index}`,
      `minIf(${number}, isFinite(${number})) as min_${index}`,
      `maxIf(${number}, isFinite(${number})) as max_${index}`,
      `quantilesTDigestIf(0.05, 0.5, 0.95)(ifNull(${number}, 0), isFinite(${number})) as quantiles_${index}`,
      ...[1, 2, 3].map((position) => `quantiles_${index}[${position}] as quantile_${index}_${position}`),
    ];
  });
  const values = columns.map((column, index) => `${cellNumber(column, style)} as value_${index}`);
  const results = columns.flatMap((_, index) => [
    ...['filled', 'numbers', 'distinct'].map((name) => `toFloat64(${name}_${index}) as ${name}_${index}`),
    ...['min', 'max'].map((name) => `toFloat64(ifNull(${name}_${index}, nan)) as ${name}_${index}`),
    ...[1, 2, 3].map((position) => `toFloat64(ifNull(quantile_${index}_${position}, nan)) as quantile_${index}_${position}`),
  ]);
  const response = await database.select(
    `select ${results.join(', ')} from (select ${measures.join(', ')} from (select *, ${values.join(', ')} from ${source}))`,
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

export async function profileNames(
  { database, source }: OpenTable,
  { nameColumn, valueColumn, style }: NamedValues,
): Promise<Map<string, ColumnProfile>> {
  const measures = ['filled', 'numbers', 'different', 'least', 'most', 'low', 'median', 'high'];
  const response = await database.select(
    `select name, ${measures.map((measure) => `toFloat64(${measure}) as ${measure}_n`).join(', ')} from (
      select name, count() as filled, countIf(isFinite(value)) as numbers, uniq(value) as different, ifNull(minIf(value, isFinite(value)), nan) as least,
        ifNull(maxIf(value, isFinite(value)), nan) as most, quantilesTDigestIf(0.05, 0.5, 0.95)(ifNull(value, 0), isFinite(value)) as parts,
        parts[1] as low, parts[2] as median, parts[3] as high
      from (select ${cellText(nameColumn)} as name, ${cellNumber(valueColumn, style)} as value from ${source}) group by name)`,
    BACKGROUND,
  );
  const [filled, numbers, distinct, min, max, low, median, high] = measures.map((measure) => numbersOf(response, `${measure}_n`));
  return new Map(
    textsOf(response, 'name').map((name, index) => [
      name,
      {
        filled: filled?.[index] ?? 0,
        numbers: numbers?.[index] ?? 0,
        distinct: distinct?.[index] ?? 0,
        min: min?.[index] ?? Number.NaN,
        max: max?.[index] ?? Number.NaN,
        low: low?.[index] ?? Number.NaN,
        median: median?.[index] ?? Number.NaN,
        high: high?.[index] ?? Number.NaN,
      },
    ]),
  );
}
