import { DAY_MS } from '@solvane/energy/time/zone';
import { releaseBuffer } from '../../release-buffer.ts';
import { numbersOf } from '../../sql/native-format.ts';
import { POINT_TABLES, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { arrangeRows } from '../arrange-rows.ts';
import { selectPoints } from '../point-sql.ts';
import { type DayPoints, toDays } from './day-points.ts';
import { findNewestPartitions } from './newest-partitions.ts';
import type { SliceRun, SliceSource } from './recent-loader.ts';
import type { BlockSlice } from './recent-slices.ts';

/** Some 15 ms of the process that serves people. */
const MAX_ROWS = 400_000;
const LISTED_DAYS = 4_096;
/** As many fill the memory. */
const ENOUGH_ROWS = 16_000_000;
/** A fleet with more points in a month has more days than there is room for, and which of them to read is unknown. */
const MOST_ROWS = 50_000_000;

/** Days (of UTC) of raw points. */
export function pointDays(database: SignalDatabase): SliceSource<DayPoints> {
  return {
    daysOf: ({ first, last }) => ({ first, last }),
    listNewest: (signal) => listNewest(database, signal),
    read: (days, signal) => readDays(database, days, signal),
  };
}

/** Days that are over, the newest first. Today changes all the time: it is read when requested. */
async function listNewest(database: SignalDatabase, signal: AbortSignal | undefined): Promise<BlockSlice[]> {
  const { table } = POINT_TABLES.raw;
  const months = await findNewestPartitions(database, { table, enoughRows: ENOUGH_ROWS, mostRows: MOST_ROWS }, signal);
  if (months.length === 0) return [];
  const columns = await database.select(
    `select intDiv(series, ${SERIES_PER_BLOCK}) as block, toInt32(toDate32(time)) as at from ${database.name}.${table} ` +
      `where toYYYYMM(time) in (${months.join(',')}) and time < today() group by block, at order by at desc, block limit ${LISTED_DAYS}`,
    { lane: 'background', signal },
  );
  const days = numbersOf(columns, 'at');
  return Array.from(numbersOf(columns, 'block'), (block, i) => ({ block, slice: days[i] ?? Number.NaN }));
}

async function readDays(
  database: SignalDatabase,
  days: SliceRun,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, DayPoints> | undefined> {
  const points = await database.select(selectDays(database.name, days), { lane: 'background', signal });
  if (points.rowCount > MAX_ROWS) return undefined;
  const columns = arrangeRows(points);
  const sorted = { series: numbersOf(columns, 'series'), timesMs: numbersOf(columns, 'bucket'), values: numbersOf(columns, 'value') };
  const read = toDays(sorted, days);
  for (const column of Object.values(sorted)) releaseBuffer(column);
  return read;
}

/** As a query for the points of every series of the block is answered, so that memory gives the same. */
function selectDays(database: string, { block, first, last }: SliceRun): string {
  const period = { startMs: first * DAY_MS, endMs: (last + 1) * DAY_MS };
  const series = Array.from({ length: SERIES_PER_BLOCK }, (_, slot) => block * SERIES_PER_BLOCK + slot);
  const seriesQuery = { series: series[0] ?? Number.NaN, kind: 'raw', zone: 'UTC', intervalMs: DAY_MS, aggregation: 'last' } as const;
  const query = { ...period, database, series: [seriesQuery], resolution: 'raw' } as const;
  return `${selectPoints({ seriesQuery, series, pendingDays: [] }, query)} limit ${MAX_ROWS + 1} settings max_threads = 1, do_not_merge_across_partitions_select_final = 1`;
}
