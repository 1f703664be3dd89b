import type { ReadQuery } from '../signal-reader.ts';
import { numbersOf } from '../sql/native-format.ts';
import { isInPeriods, pointSource } from '../sql/point-source.ts';
import { isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Points in a period; versions of one point that are not merged yet count once. */
export async function countPoints(
  database: SignalDatabase,
  { series, startMs, endMs }: Pick<ReadQuery, 'series' | 'startMs' | 'endMs'>,
  options: StatementOptions = {},
): Promise<number> {
  const parts = [...Map.groupBy(series, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const source = pointSource({ database: database.name, kind });
    const isAsked = isOneOf(
      'series',
      ofKind.map(({ series: number }) => number),
    );
    return `select count() as n from ${source.from} where ${isAsked} and ${isInPeriods(kind, source, [{ startMs, endMs }])} and not isNaN(${source.value})`;
  });
  if (parts.length === 0) return 0;
  const [count = 0] = numbersOf(await database.select(`select sum(n) as n from (${parts.join(' union all ')})`, options), 'n');
  return count;
}
