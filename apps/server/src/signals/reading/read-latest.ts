import { DAY_MS } from '@solvane/energy/time/zone';
import type { LatestColumns, PointVersion, StoredSeries } from '../signal-store.ts';
import { type Columns, numbersOf } from '../sql/native-format.ts';
import { isInPeriods, pointSource } from '../sql/point-source.ts';
import { blockOf, FIRST_TIME_MS, isOneOf, LAST_TIME_MS } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { FEW_ROWS } from './few-rows.ts';
import { answerFromPoints, type Reader } from './remember.ts';

/** Newest point of each series that has one, by series. */
export async function readLatestPoints(reader: Reader, series: readonly number[], options: StatementOptions = {}): Promise<LatestColumns> {
  if (series.length === 0) return { series: EMPTY, timesMs: EMPTY, values: EMPTY, flags: EMPTY };
  // A point of any day may be the newest one.
  const days = { blocks: [...new Set(series.map(blockOf))], first: FIRST_DAY, last: LAST_DAY };
  return answerFromPoints(reader, { question: `latest ${series.join(' ')}`, days, options }, async ({ select }) => {
    const columns = await select(
      `select series, toUnixTimestamp64Milli(time) as ms, value, flags from ${reader.database.name}.point_latest final where ${isAmong(series)} order by series ${FEW_ROWS}`,
    );
    const answer = onlyAsked(columns, new Set(series));
    return { answer, bytes: answer.series.length * BYTES_PER_POINT };
  });
}

function onlyAsked(columns: Columns, asked: ReadonlySet<number>): LatestColumns {
  const rows = numbersOf(columns, 'series');
  const isEachAsked = rows.every((each) => asked.has(each));
  const kept = isEachAsked ? rows : Uint32Array.from(rows.keys().filter((row) => asked.has(rows[row] ?? Number.NaN)));
  const pick = (name: string) => {
    const column = numbersOf(columns, name);
    return isEachAsked ? column : Float64Array.from(kept, (row) => column[row] ?? Number.NaN);
  };
  return { series: pick('series'), timesMs: pick('ms'), values: pick('value'), flags: pick('flags') };
}

/** A long list takes 10 ms to look up, the stretch it lies in 3 ms to read: neighbours that nobody asked for are left out afterwards. */
function isAmong(series: readonly number[]): string {
  const [first, last] = series.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, -Infinity]);
  const isDense = series.length > 100 && last - first < 8 * series.length;
  return isDense ? `series between ${first} and ${last}` : isOneOf('series', series);
}

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
  // A stretch has a version for a change of any of its points.
  return kind === 'raw' ? versions : versions.filter((version, i) => !isSamePoint(version, versions[i + 1]));
}

function isSamePoint(version: PointVersion, older: PointVersion | undefined): boolean {
  return older !== undefined && Object.is(version.value, older.value) && version.flags === older.flags && version.method === older.method;
}

const EMPTY = new Float64Array(0);
const BYTES_PER_POINT = 4 * Float64Array.BYTES_PER_ELEMENT;
const [FIRST_DAY, LAST_DAY] = [Math.floor(FIRST_TIME_MS / DAY_MS), Math.floor(LAST_TIME_MS / DAY_MS)];
