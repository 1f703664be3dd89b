import { DAY_MS } from '@solvane/energy/time/zone';
import type { ChangeQuery } from '../engine/last-changes.ts';
import type { LatestColumns, PointVersion, StoredSeries } from '../signal-reader.ts';
import type { Columns } from '../signal-tables.ts';
import { numbersOf } from '../sql/native-format.ts';
import { isInPeriods, pointSource } from '../sql/point-source.ts';
import { blockOf, FIRST_TIME_MS, isOneOf, LAST_TIME_MS, type NumberRange, SERIES_PER_BLOCK } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { type Reader, respondFromPoints } from './cached-response.ts';
import { FEW_ROWS } from './statement-settings.ts';

/** Newest point of each series that has one, by series. */
export async function readLatestPoints(reader: Reader, series: readonly number[], options: StatementOptions = {}): Promise<LatestColumns> {
  if (series.length === 0) return { series: EMPTY, timesMs: EMPTY, values: EMPTY, flags: EMPTY };
  const blocks = [...new Set(series.map(blockOf))];
  // A point of any day may be the newest one.
  const days = { blocks, first: FIRST_DAY, last: LAST_DAY };
  const range = findRange(series, blocks);
  if (range) return readRange(reader, { series, days, range, options });
  return respondFromPoints(reader, { key: `latest ${series.join(' ')}`, days, options }, async ({ select }) => {
    const response = toLatest(await select(selectLatest(reader.database.name, isOneOf('series', series))));
    return { response, bytes: response.series.length * BYTES_PER_POINT };
  });
}

interface RequestedRange {
  series: readonly number[];
  days: ChangeQuery;
  range: NumberRange;
  options: StatementOptions;
}

/** Neighbours that were not requested are kept, too: the next query is another part of the same fleet. */
async function readRange({ database, newest }: Reader, { series, days, range, options }: RequestedRange): Promise<LatestColumns> {
  const change = await database.findChange(days);
  const recalled = change && newest.lookUp(series, change);
  if (recalled) return recalled;
  const read = toLatest(await database.select(selectLatest(database.name, `series between ${range.first} and ${range.last}`), options));
  if (change) newest.add(days.blocks, read, change);
  return onlyAsked(read, new Set(series));
}

function selectLatest(database: string, condition: string): string {
  return `select series, toUnixTimestamp64Milli(time) as ms, value, flags from ${database}.point_latest final where ${condition} order by series ${FEW_ROWS}`;
}

function toLatest(columns: Columns): LatestColumns {
  const column = (name: string) => numbersOf(columns, name);
  return { series: column('series'), timesMs: column('ms'), values: column('value'), flags: column('flags') };
}

function onlyAsked(columns: LatestColumns, asked: ReadonlySet<number>): LatestColumns {
  const { series: rows } = columns;
  if (rows.every((each) => asked.has(each))) return columns;
  const kept = Uint32Array.from(rows.keys().filter((row) => asked.has(rows[row] ?? Number.NaN)));
  const pick = (column: Float64Array) => Float64Array.from(kept, (row) => column[row] ?? Number.NaN);
  return { series: pick(rows), timesMs: pick(columns.timesMs), values: pick(columns.values), flags: pick(columns.flags) };
}

/** A long list takes 10 ms to look up, the blocks it lies in 3 ms to read. */
function findRange(series: readonly number[], blocks: readonly number[]): NumberRange | undefined {
  const [first, last] = [Math.min(...blocks) * SERIES_PER_BLOCK, (Math.max(...blocks) + 1) * SERIES_PER_BLOCK - 1];
  return series.length > FEW_SERIES && last - first < MOST_NEIGHBOURS * series.length ? { first, last } : undefined;
}

const FEW_SERIES = 100;
const MOST_NEIGHBOURS = 8;

/** Every version of one point that has not been merged away yet, newest first. */
export async function readPointVersions(database: SignalDatabase, { series, kind }: StoredSeries, timeMs: number): Promise<PointVersion[]> {
  const source = pointSource({ database: database.name, kind, columns: ['flags', 'method'], withOlder: true });
  const columns = await database.select(
    `select ${source.value} as v, ${source.flags} as f, ${source.method} as m, intDiv(version, 1000000) as received from ${source.from} ` +
      `where series = ${series} and ${isInPeriods(kind, source, [{ startMs: timeMs, endMs: timeMs + 1 }])} order by version desc`,
  );
  const [allFlags, methods, received] = [numbersOf(columns, 'f'), numbersOf(columns, 'm'), numbersOf(columns, 'received')];
  const versions = Array.from(numbersOf(columns, 'v'), (value, i) => ({
    value,
    flags: allFlags[i] ?? 0,
    method: methods[i] ?? 0,
    receivedAtMs: received[i] ?? 0,
  }));
  // A range has a version for a change of any of its points.
  return kind === 'raw' ? versions : versions.filter((version, i) => !isSamePoint(version, versions[i + 1]));
}

function isSamePoint(version: PointVersion, older: PointVersion | undefined): boolean {
  return older !== undefined && Object.is(version.value, older.value) && version.flags === older.flags && version.method === older.method;
}

const EMPTY = new Float64Array(0);
const BYTES_PER_POINT = 4 * Float64Array.BYTES_PER_ELEMENT;
const [FIRST_DAY, LAST_DAY] = [Math.floor(FIRST_TIME_MS / DAY_MS), Math.floor(LAST_TIME_MS / DAY_MS)];
