import type { Period } from '@solvane/energy/time/local-day';
import type { RawCounts } from '../signal-reader.ts';
import { numbersOf } from '../sql/native-format.ts';
import { isInPeriods, pointSource } from '../sql/point-source.ts';
import { isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Points of raw series in a period, with the first and the last of them. */
export async function countRaw(
  database: SignalDatabase,
  { series, ...period }: Period & { series: readonly number[] },
  options: StatementOptions = {},
): Promise<RawCounts[]> {
  if (series.length === 0) return [];
  const source = pointSource({ database: database.name, kind: 'raw' });
  const response = await database.select(
    `select series, count() as points, min(${source.ms}) as first_ms, max(${source.ms}) as last_ms from ${source.from} ` +
      `where ${isOneOf('series', series)} and ${isInPeriods('raw', source, [period])} and not isNaN(${source.value}) group by series`,
    options,
  );
  const [points, firstMs, lastMs] = ['points', 'first_ms', 'last_ms'].map((name) => numbersOf(response, name));
  return [...numbersOf(response, 'series')].map((number, i) => ({
    series: number,
    points: points?.[i] ?? 0,
    firstMs: firstMs?.[i] ?? 0,
    lastMs: lastMs?.[i] ?? 0,
  }));
}
