import { isSameColumn } from '@solvane/contract/signal-columns';
import { isClockUnit } from '@solvane/energy/time/bucket';
import { dayStart } from '@solvane/energy/time/local-day';
import { hasOwnExpectation } from '../aggregation/aggregations.ts';
import { releaseBuffer } from '../release-buffer.ts';
import type { ReadQuery, ReadResponse, SeriesColumns, SeriesQuery } from '../signal-reader.ts';
import type { Columns } from '../signal-tables.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';
import { joinRows, numbersOf } from '../sql/native-format.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { arrangeRows } from './arrange-rows.ts';
import { bucketSeconds } from './bucket-seconds.ts';
import { selectBuckets } from './bucket-sql.ts';
import { cachedResponse, type Making, type Reader } from './cached-response.ts';
import type { DirtyDays } from './dirty-days.ts';
import { isReduced, selectPoints } from './point-sql.ts';
import { findMonths } from './recent/look-up-days.ts';
import { findHourDays } from './recent/look-up-hours.ts';
import { lookUpPoints } from './recent/look-up-points.ts';
import { toClasses } from './series-classes.ts';
import { FEW_ROWS, MANY_RANGES } from './statement-settings.ts';

/** Values per series, in the order of the query. */
export async function readSeries(reader: Reader, query: ReadQuery, options: StatementOptions = {}): Promise<ReadResponse> {
  const cached = await lookUpPoints(reader, query, options);
  if (cached !== undefined) return cached;
  const requested = { ...query, series: query.series.map(({ series }) => series) };
  const ofMonths = () => findMonths(query.series, { ...query, also: alsoWanted(query) });
  return cachedResponse(
    reader,
    {
      query: withoutHorizon(query),
      requested,
      options,
      findMonths: ofMonths,
      findDays: () => findHourDays(query),
      canAnswer: (hours) => hours.canAnswer(query.series),
    },
    async (making) => {
      const response = await readUncached(reader.database, query, making);
      return { response, bytes: bytesOf(response.series) };
    },
  );
}

/** Points are not judged by the data horizon, which moves on with every query for today. */
function withoutHorizon(query: ReadQuery): ReadQuery {
  return query.resolution === 'raw' ? { ...query, horizonMs: undefined } : query;
}

async function readUncached(database: SignalDatabase, query: ReadQuery, making: Making): Promise<ReadResponse> {
  const responses = await Promise.all(
    toDistinctRounds(query.series).map((round) => readRound(database, { ...query, series: round }, making)),
  );
  // A series that was requested for twice, with two aggregations, is in two rounds.
  const used = new Map<number, number>();
  const series = query.series.map((seriesQuery) => {
    const round = used.get(seriesQuery.series) ?? 0;
    used.set(seriesQuery.series, round + 1);
    return responses[round]?.get(seriesQuery.series) ?? NOTHING;
  });
  return { reduced: isReduced(query), series };
}

/** One select per class of series that can be read together: rows `series`, `bucket`, `value` and what else was requested for. */
export function selectsOfClasses(database: SignalDatabase, query: ReadQuery, pending: DirtyDays['pending']): string[] {
  const { resolution, startMs, endMs, series } = query;
  const classes = toClasses(series, pending);
  if (resolution === 'raw') return classes.map((seriesClass) => selectPoints(seriesClass, { ...query, database: database.name }));
  const bucketQuery = { database: database.name, unit: resolution, startMs, endMs, also: alsoWanted(query) };
  return classes.map((seriesClass) => selectBuckets(seriesClass, bucketQuery));
}

/** Series share columns. */
function bytesOf(series: readonly SeriesColumns[]): number {
  const columns = new Set(series.flatMap(({ timesMs, values, min, max, completeness }) => [timesMs, values, min, max, completeness]));
  return [...columns].reduce((sum, column) => sum + (column?.byteLength ?? 0), 0);
}

const NOTHING: SeriesColumns = {
  timesMs: new Float64Array(0),
  values: new Float64Array(0),
  min: undefined,
  max: undefined,
  completeness: undefined,
};

function alsoWanted(query: ReadQuery): AccumulatorColumn[] {
  return [
    ...(query.withExtremes ? (['min', 'max'] as const) : []),
    ...(query.withCompleteness ? (['seconds'] as const) : []),
    ...(hasExpectedColumn(query) ? (['expected'] as const) : []),
  ];
}

/** Whether responses have a column of the expected time of each bucket. */
export function hasExpectedColumn({ series, withCompleteness = false }: Pick<ReadQuery, 'series' | 'withCompleteness'>): boolean {
  return withCompleteness && series.some(({ kind }) => hasOwnExpectation(kind));
}

function toDistinctRounds(seriesQueries: readonly SeriesQuery[]): SeriesQuery[][] {
  const rounds: SeriesQuery[][] = [];
  const used = new Map<number, number>();
  for (const seriesQuery of seriesQueries) {
    const round = used.get(seriesQuery.series) ?? 0;
    used.set(seriesQuery.series, round + 1);
    const known = rounds[round];
    if (known === undefined) rounds.push([seriesQuery]);
    else known.push(seriesQuery);
  }
  return rounds;
}

async function readRound(database: SignalDatabase, query: ReadQuery, making: Making): Promise<Map<number, SeriesColumns>> {
  if (query.series.length === 0) return new Map();
  const columns = lookUpRows(query, making) ?? (await selectRows(database, query, making));
  const ranges = rowsBySeries(numbersOf(columns, 'series'));
  const response = new Map<number, SeriesColumns>();
  const shared = { bucketsOf: sharedBuckets(query), sharesOf: sharedShares() };
  for (const seriesQuery of query.series) {
    const range = ranges.get(seriesQuery.series);
    if (range !== undefined) response.set(seriesQuery.series, toSeriesColumns(columns, range, { seriesQuery, query, ...shared }));
  }
  for (const [name, column] of columns.byName) if (!VIEWED.has(name) && column instanceof Float64Array) releaseBuffer(column);
  return response;
}

/** Rows of each series in one run. */
async function selectRows(database: SignalDatabase, query: ReadQuery, { pending, select }: Making): Promise<Columns> {
  const selects = selectsOfClasses(database, query, pending);
  const rows = selects.length === 1 ? selects[0] : `select * from (${selects.join(' union all ')})`;
  return arrangeRows(await select(`${rows} ${isSmall(query) ? FEW_ROWS : MANY_RANGES}`));
}

function lookUpRows(query: ReadQuery, { months, hours }: Making): Columns | undefined {
  if (hours) return hours.read(query, alsoWanted(query));
  const { resolution, startMs, endMs, series } = query;
  if (months === undefined || resolution === 'raw') return undefined;
  const ofClasses = months.read(series, { unit: resolution, startMs, endMs, also: alsoWanted(query) });
  return ofClasses && joinRows(ofClasses.map(({ rows }) => rows));
}

/** Columns of rows that responses have views of. */
const VIEWED: ReadonlySet<string> = new Set(['value', 'min', 'max']);

interface Buckets {
  keys: Float64Array;
  zone: string;
  timesMs: Float64Array;
  /** How long each of them is; undefined: not requested. */
  seconds: Float64Array | undefined;
}

type BucketsOf = (keys: Float64Array, zone: string) => Buckets;

/** Series that follow each other mostly have the same buckets: they share one column of their times, and what follows from it. */
function sharedBuckets({ resolution, withCompleteness = false, ...query }: ReadQuery): BucketsOf {
  let before: Buckets | undefined;
  return (keys, zone) => {
    if (before?.zone === zone && isSameColumn(before.keys, keys)) return before;
    before = {
      keys,
      zone,
      // A view would keep the column of all series for as long as the response is cached.
      timesMs: resolution === 'raw' || isClockUnit(resolution) ? keys.slice() : dayStarts(keys, zone),
      seconds: withCompleteness && resolution !== 'raw' ? bucketSeconds(keys, { ...query, unit: resolution, zone }) : undefined,
    };
    return before;
  };
}

function isSmall({ series, startMs, endMs, resolution }: ReadQuery): boolean {
  return resolution === 'raw' && series.reduce((points, { intervalMs }) => points + (endMs - startMs) / intervalMs, 0) < SMALL_POINTS;
}

const SMALL_POINTS = 20_000;

interface RowRange {
  from: number;
  to: number;
}

function rowsBySeries(series: Float64Array): Map<number, RowRange> {
  const ranges = new Map<number, RowRange>();
  for (let from = 0; from < series.length; ) {
    const number = series[from] ?? 0;
    let to = from + 1;
    while (to < series.length && series[to] === number) to += 1;
    ranges.set(number, { from, to });
    from = to;
  }
  return ranges;
}

interface ToSeries {
  seriesQuery: SeriesQuery;
  query: ReadQuery;
  bucketsOf: BucketsOf;
  sharesOf: SharesOf;
}

function toSeriesColumns(columns: Columns, { from, to }: RowRange, { seriesQuery, query, bucketsOf, sharesOf }: ToSeries): SeriesColumns {
  const column = (name: string): Float64Array => numbersOf(columns, name).subarray(from, to);
  const { timesMs, seconds } = bucketsOf(column('bucket'), seriesQuery.zone);
  const hasExtremes = query.withExtremes || isReduced(query);
  return {
    timesMs,
    values: column('value'),
    min: hasExtremes ? column('min') : undefined,
    max: hasExtremes ? column('max') : undefined,
    completeness: seconds && sharesOf(column('seconds'), hasExpectedColumn(query) ? column('expected') : NOTHING.values, seconds),
  };
}

/** Looked up once per day and zone: a thousand devices of a site have the same days. */
const knownDayStarts = new Map<string, Map<number, number>>();

function dayStarts(days: Float64Array, zone: string): Float64Array {
  const known = knownDayStarts.get(zone) ?? new Map<number, number>();
  if (known.size === 0) knownDayStarts.set(zone, known);
  return days.map((day) => {
    const cached = known.get(day);
    if (cached !== undefined) return cached;
    const startMs = dayStart(day, zone);
    known.set(day, startMs);
    return startMs;
  });
}

type SharesOf = (seconds: Float64Array, expected: Float64Array, inCalendar: Float64Array) => Float64Array;

/** Which share of each bucket has values. Most series have all: those that follow each other share one column of that, too. */
function sharedShares(): SharesOf {
  let before = NOTHING.values;
  return (seconds, expected, inCalendar) => {
    const shareAt = (i: number): number => {
      const whole = (expected[i] ?? 0) > 0 ? (expected[i] ?? 0) : (inCalendar[i] ?? 0);
      return whole > 0 ? Math.min(1, (seconds[i] ?? Number.NaN) / whole) : 1;
    };
    let same = 0;
    if (before.length === seconds.length) while (same < seconds.length && Object.is(before[same], shareAt(same))) same += 1;
    if (same < seconds.length || before.length !== seconds.length) before = seconds.map((_, i) => shareAt(i));
    return before;
  };
}
