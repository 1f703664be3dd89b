import type { Readable } from 'node:stream';
import { bucketsIn, isClockUnit, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import type { ExportQuery, ReadQuery, SeriesQuestion } from '../signal-store.ts';
import { quoted, quotedName } from '../sql/literals.ts';
import { localClock } from '../sql/local-clock.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { bucketSeconds } from './bucket-seconds.ts';
import { isReduced } from './point-sql.ts';
import { selectsOfClasses } from './read.ts';

/** The answer to a question as Arrow IPC, written by the engine. */
export async function readAsArrow(database: SignalDatabase, query: ReadQuery, options: StatementOptions = {}): Promise<Readable> {
  const hasExtremes = query.withExtremes || isReduced(query);
  const columns = [
    'toUInt32(position) as series',
    `fromUnixTimestamp64Milli(ms, 'UTC') as time`,
    nullable('value'),
    hasExtremes ? nullable('min') : NULL('min'),
    hasExtremes ? nullable('max') : NULL('max'),
    query.withCompleteness && query.resolution !== 'raw' ? 'completeness' : NULL('completeness'),
  ];
  const rows = (await selectsByPosition(database, query, options)).map(({ sql }) => sql);
  return database.read(
    `select ${columns.join(', ')} from (${rows.join(' union all ')}) order by series, time settings output_format_arrow_compression_method = 'none'`,
    { ...options, format: 'ArrowStream' },
  );
}

/** A file with the answer, as wide or long as the engine's disk has room for. */
export async function exportToFile(
  database: SignalDatabase,
  path: string,
  { labels, labelNames, format, layout, ...query }: ExportQuery,
  options: StatementOptions = {},
): Promise<void> {
  const parts = await selectsByPosition(database, query, options);
  const rows = parts.map(({ sql, zone }) => {
    const clock = localClock(zone, query);
    return `select position, ms, ${clock.isoText('ms')} as time, value from (${sql})`;
  });
  const all = rows.join(' union all ');
  const sql =
    layout === 'long'
      ? `select ${[...labelNames.map((name, n) => `${labelLookUp(labels, n)} as ${quotedName(name)}`), 'time', 'value'].join(', ')} from (${all}) order by position, ms`
      : `select time${labels.map((texts, n) => `, anyOrNullIf(value, position = ${n}) as ${quotedName(texts.join(' '))}`).join('')} from (${all}) group by ms, time order by ms, time`;
  await database.writeFile(sql, { path, format }, { lane: 'background', ...options });
}

interface PositionedSelect {
  sql: string;
  zone: string;
}

/** Selects of `position` (of the series in the question), `ms` (start of the bucket), `value` and what else was asked for. */
async function selectsByPosition(database: SignalDatabase, query: ReadQuery, options: StatementOptions): Promise<PositionedSelect[]> {
  const { series, resolution } = query;
  const positions = new Map<string, number[]>();
  series.forEach((question, position) => {
    const key = identityOf(question);
    const known = positions.get(key);
    if (known === undefined) positions.set(key, [position]);
    else known.push(position);
  });
  const zones = [...Map.groupBy(series, ({ zone }) => zone)];
  const parts = await Promise.all(
    zones.map(async ([zone, questions]) => {
      const distinct = [...new Map(questions.map((question) => [identityOf(question), question])).values()];
      // One select per class; a class holds a series once, so that a number stands for its positions.
      const rounds = [...Map.groupBy(distinct, ({ aggregation, facet }) => JSON.stringify([aggregation, facet])).values()];
      return Promise.all(
        rounds.map(async (round) => {
          const rows = (await selectsOfClasses(database, { ...query, series: round }, options)).join(' union all ');
          const lists = round.map((question) => `[${positions.get(identityOf(question))?.join(',')}]`);
          const position = `arrayJoin(CAST([${lists.join(',')}], 'Array(Array(UInt32))')[indexOf([${round.map((question) => question.series).join(',')}], series)])`;
          const ms = resolution === 'raw' || isClockUnit(resolution) ? 'toInt64(bucket)' : dayStartOf({ ...query, resolution }, zone);
          const completeness =
            query.withCompleteness && resolution !== 'raw' ? `, ${completenessOf({ ...query, resolution }, zone)} as completeness` : '';
          return { zone, sql: `select ${position} as position, ${ms} as ms, * except (series, bucket)${completeness} from (${rows})` };
        }),
      );
    }),
  );
  return parts.flat();
}

function identityOf({ series, aggregation, facet }: SeriesQuestion): string {
  return JSON.stringify([series, aggregation, facet ?? 'value']);
}

type BucketQuery = ReadQuery & { resolution: Exclude<ReadQuery['resolution'], 'raw'> };

function bucketKeys({ resolution, startMs, endMs }: BucketQuery, zone: string): Float64Array {
  const { keysMs } = bucketsIn({ startMs, endMs }, resolution, zone);
  return isClockUnit(resolution) ? keysMs : keysMs.map((keyMs) => unitStart(localDayOf(keyMs, zone), resolution));
}

function dayStartOf(query: BucketQuery, zone: string): string {
  const days = bucketKeys(query, zone);
  return `transform(toInt64(bucket), CAST([${days.join(',')}], 'Array(Int64)'), CAST([${days.map((day) => dayStart(day, zone)).join(',')}], 'Array(Int64)'), toInt64(0))`;
}

function completenessOf(query: BucketQuery, zone: string): string {
  const keys = bucketKeys(query, zone);
  const seconds = bucketSeconds(keys, { ...query, unit: query.resolution, zone });
  const calendar = `transform(toInt64(bucket), CAST([${keys.join(',')}], 'Array(Int64)'), CAST([${seconds.join(',')}], 'Array(Float64)'), 0.)`;
  return `least(1., seconds / if(expected > 0, expected, ${calendar}))`;
}

function labelLookUp(labels: readonly (readonly string[])[], column: number): string {
  return `[${labels.map((texts) => quoted(texts[column] ?? '')).join(',')}][position + 1]`;
}

function nullable(column: string): string {
  return `if(isNaN(${column}), null, ${column}) as ${column}`;
}

function NULL(column: string): string {
  return `CAST(null, 'Nullable(Float64)') as ${column}`;
}
