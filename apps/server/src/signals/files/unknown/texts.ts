import { numbersOf, textsOf } from '../../sql/native-format.ts';
import type { TimeCells } from '../../unknown-table.ts';
import { cellText, timeText } from '../cells.ts';
import { BACKGROUND, type OpenTable } from './open-table.ts';

export async function readDistinct({ database, source }: OpenTable, column: string, most: number): Promise<string[]> {
  const response = await database.select(
    `select distinct ${cellText(column)} as name from ${source} order by name limit ${most + 1}`,
    BACKGROUND,
  );
  return textsOf(response, 'name');
}

export async function readTextOfNames(
  { database, source }: OpenTable,
  { nameColumn, column }: { nameColumn: string; column: string },
): Promise<Map<string, string>> {
  const response = await database.select(
    `select ${cellText(nameColumn)} as name, any(${cellText(column)}) as text from ${source} group by name`,
    BACKGROUND,
  );
  const texts = textsOf(response, 'text');
  return new Map(textsOf(response, 'name').map((name, index) => [name, texts[index] ?? '']));
}

export async function countPairs(
  { database, source }: OpenTable,
  time: Omit<TimeCells, 'format'>,
  columns: readonly string[],
): Promise<{ rows: number; pairs: number[] }> {
  const text = timeText(time);
  const pairs = columns.map((column, index) => `toFloat64(uniq(${text}, ${cellText(column)})) as pairs_${index}`);
  const response = await database.select(`select ${['toFloat64(count()) as row_count', ...pairs].join(', ')} from ${source}`, BACKGROUND);
  const first = (name: string): number => numbersOf(response, name)[0] ?? 0;
  return { rows: first('row_count'), pairs: columns.map((_, index) => first(`pairs_${index}`)) };
}
