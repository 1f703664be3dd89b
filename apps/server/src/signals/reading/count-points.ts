import type { ReadQuery } from '../signal-store.ts';
import { instant } from '../sql/literals.ts';
import { numbersOf } from '../sql/native-format.ts';
import { isOneOf, POINT_TABLES } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Points in a period; versions of one point that are not merged yet count once. */
export async function countPoints(
  database: SignalDatabase,
  { series, startMs, endMs }: Pick<ReadQuery, 'series' | 'startMs' | 'endMs'>,
  options: StatementOptions = {},
): Promise<number> {
  const parts = [...Map.groupBy(series, ({ kind }) => kind)].map(
    ([kind, ofKind]) =>
      `select count() as n from ${database.name}.${POINT_TABLES[kind].table} final where ${isOneOf(
        'series',
        ofKind.map(({ series: number }) => number),
      )} and time >= ${instant(startMs)} and time < ${instant(endMs)} and not isNaN(value)`,
  );
  if (parts.length === 0) return 0;
  const [count = 0] = numbersOf(await database.select(`select sum(n) as n from (${parts.join(' union all ')})`, options), 'n');
  return count;
}
