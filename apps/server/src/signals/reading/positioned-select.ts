import { isClockUnit } from '@solvane/energy/time/bucket';
import type { ReadQuery, SeriesQuery } from '../signal-reader.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { lookUp, secondsOfBucket, startOfBucket } from './bucket-look-up.ts';
import { readDirtyDays } from './dirty-days.ts';
import { hasExpectedColumn, selectsOfClasses } from './read.ts';
import { usesRollUps } from './read-plan.ts';

export interface PositionedSelect {
  sql: string;
  zone: string;
}

/**
 * Selects, one per zone and aggregation, whose rows say which series of the query they belong to: `position`, `ms` (start of the bucket), `value`, then
 * `min` and `max`, `seconds`, `expected`, and `completeness`, where requested.
 */
export async function selectsByPosition(
  database: SignalDatabase,
  query: ReadQuery,
  options: StatementOptions,
): Promise<PositionedSelect[]> {
  const positions = positionsOf(query.series);
  // Inside one select a series stands for one response.
  const rounds = Map.groupBy(positions.keys(), (identity) => roundOf(queryOf(identity)));
  const numbers = query.series.map(({ series }) => series);
  const pending = usesRollUps(query.resolution)
    ? (await readDirtyDays(database, { ...query, series: numbers }, options)).pending
    : new Map();
  return [...rounds.values()].map((identities) => {
    const seriesQueries = identities.map(queryOf);
    const zone = seriesQueries[0]?.zone ?? 'UTC';
    const rows = selectsOfClasses(database, { ...query, series: seriesQueries }, pending).join(' union all ');
    const position = positionColumn(
      seriesQueries,
      identities.map((identity) => positions.get(identity) ?? []),
    );
    return { zone, sql: `select ${position} as position, ${bucketColumns(query, zone)} from (${rows})` };
  });

  function queryOf(identity: string): SeriesQuery {
    const seriesQuery = query.series[positions.get(identity)?.[0] ?? -1];
    if (seriesQuery === undefined) throw new RangeError('A series that was not requested');
    return seriesQuery;
  }
}

function positionsOf(seriesQueries: readonly SeriesQuery[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  seriesQueries.forEach((seriesQuery, position) => {
    const identity = `${seriesQuery.series} ${roundOf(seriesQuery)}`;
    const known = positions.get(identity);
    if (known === undefined) positions.set(identity, [position]);
    else known.push(position);
  });
  return positions;
}

function roundOf({ zone, aggregation, facet = 'value' }: SeriesQuery): string {
  return `${zone} ${facet} ${typeof aggregation === 'string' ? aggregation : aggregation.percentile}`;
}

function positionColumn(seriesQueries: readonly SeriesQuery[], positions: readonly (readonly number[])[]): string {
  const keys = { keys: seriesQueries.map(({ series }) => series), type: 'UInt32' } as const;
  if (positions.every((list) => list.length === 1)) return lookUp('series', keys, { values: positions.flat(), type: 'UInt32' });
  const row = lookUp('series', keys, { values: positions.map((_, n) => n + 1), type: 'UInt32' });
  return `arrayJoin(CAST([${positions.map((list) => `[${list.join(',')}]`).join(',')}], 'Array(Array(UInt32))')[${row}])`;
}

function bucketColumns(query: ReadQuery, zone: string): string {
  const { resolution, withCompleteness, startMs, endMs, horizonMs } = query;
  if (resolution === 'raw') return 'toInt64(bucket) as ms, * except (series, bucket)';
  const bounds = { unit: resolution, zone, startMs, endMs, horizonMs };
  const start = isClockUnit(resolution) ? 'toInt64(bucket)' : startOfBucket(bounds);
  const whole = hasExpectedColumn(query) ? `if(expected > 0, expected, ${secondsOfBucket(bounds)})` : secondsOfBucket(bounds);
  const completeness = withCompleteness ? `, least(1., seconds / ${whole}) as completeness` : '';
  return `${start} as ms, * except (series, bucket)${completeness}`;
}
