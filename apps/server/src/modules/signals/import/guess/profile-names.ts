import type { SignalTables } from '../../../../signals/signal-tables.ts';
import { numbersOf, textsOf } from '../../../../signals/sql/native-format.ts';
import { wordsOf } from './cell-text.ts';
import { type ColumnProfile, cellSql, type NumberStyle, numberSql } from './profile-columns.ts';

type Signals = Pick<SignalTables, 'select'>;

const BACKGROUND = { lane: 'background' } as const;

/** What the values of each name of a file with one value per row are. */
export async function profileNames(
  signals: Signals,
  source: string,
  { nameColumn, valueColumn, style }: { nameColumn: string; valueColumn: string; style: NumberStyle },
): Promise<Map<string, ColumnProfile>> {
  const measures = ['filled', 'numbers', 'different', 'least', 'most', 'low', 'median', 'high'];
  const response = await signals.select(
    `select name, ${measures.map((measure) => `toFloat64(${measure}) as ${measure}_n`).join(', ')} from (
      select name, count() as filled, countIf(isFinite(value)) as numbers, uniq(value) as different, ifNull(minIf(value, isFinite(value)), nan) as least,
        ifNull(maxIf(value, isFinite(value)), nan) as most, quantilesTDigestIf(0.05, 0.5, 0.95)(ifNull(value, 0), isFinite(value)) as parts,
        parts[1] as low, parts[2] as median, parts[3] as high
      from (select ${cellSql(nameColumn)} as name, ${numberSql(valueColumn, style)} as value from ${source}) group by name)`,
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

/** Unit of each name, where a column has units. */
export async function listUnits(
  signals: Signals,
  source: string,
  { nameColumn, columns }: { nameColumn: string; columns: readonly string[] },
): Promise<Map<string, string>> {
  const column = columns.find((one) => /^(units?|einheit|enhet|unité)$/i.test(wordsOf(one).join(' ')));
  if (column === undefined) return new Map();
  const response = await signals.select(
    `select ${cellSql(nameColumn)} as name, any(${cellSql(column)}) as unit from ${source} group by name`,
    BACKGROUND,
  );
  const units = textsOf(response, 'unit');
  return new Map(textsOf(response, 'name').map((name, index) => [name, units[index] ?? '']));
}
