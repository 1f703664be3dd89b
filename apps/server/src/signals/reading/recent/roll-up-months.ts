import type { LocalDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { releaseBuffer } from '../../release-buffer.ts';
import { localDate } from '../../sql/literals.ts';
import { numbersOf } from '../../sql/native-format.ts';
import { SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { arrangeRows } from '../arrange-rows.ts';
import { readDirtyDays } from '../dirty-days.ts';
import type { DayRange } from '../read-plan.ts';
import { daysOfMonth, HELD_COLUMNS, MonthRollUps } from './month-roll-ups.ts';
import { findNewestPartitions } from './newest-partitions.ts';
import type { SliceRun, SliceSource } from './recent-loader.ts';
import type { BlockSlice } from './recent-slices.ts';

const TABLE = 'rollup_day';
const LISTED_MONTHS = 4_096;
/** As many fill the memory. */
const ENOUGH_ROWS = 3_000_000;
/** A fleet with more roll-ups in a year has more of them than there is room for, and which of them to read is unknown. */
const MOST_ROWS = 20_000_000;
/** A local day shares time with the days of UTC beside it, and the last interval of the one before reaches into it. */
const MARGIN_DAYS = 2;

/** Months of roll-ups of days. */
export function rollUpMonths(database: SignalDatabase): SliceSource<MonthRollUps> {
  return {
    daysOf: ({ first, last }) => widen(daysOfMonths({ first, last })),
    listNewest: (signal) => listNewest(database, signal),
    read: (months, signal) => readMonths(database, months, signal),
  };
}

function daysOfMonths({ first, last }: Omit<SliceRun, 'block'>): DayRange {
  return { first: daysOfMonth(first).first, last: daysOfMonth(last).last };
}

function widen({ first, last }: DayRange): DayRange {
  return { first: first - MARGIN_DAYS, last: last + MARGIN_DAYS };
}

/** The newest first. The running month is worth having: of a month that has changed, the days that have not are still true. */
async function listNewest(database: SignalDatabase, signal: AbortSignal | undefined): Promise<BlockSlice[]> {
  const years = await findNewestPartitions(database, { table: TABLE, enoughRows: ENOUGH_ROWS, mostRows: MOST_ROWS }, signal);
  if (years.length === 0) return [];
  const columns = await database.select(
    `select intDiv(series, ${SERIES_PER_BLOCK}) as block, toYear(day) * 12 + toMonth(day) - 1 as month from ${database.name}.${TABLE} ` +
      `where toYear(day) in (${years.join(',')}) and day <= today() + 1 group by block, month order by month desc, block limit ${LISTED_MONTHS} ` +
      `settings max_threads = 1`,
    { lane: 'background', signal },
  );
  const months = numbersOf(columns, 'month');
  return Array.from(numbersOf(columns, 'block'), (block, i) => ({ block, slice: months[i] ?? Number.NaN }));
}

async function readMonths(
  database: SignalDatabase,
  months: SliceRun,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, MonthRollUps>> {
  const pendingDays = await readPendingDays(database, months, signal);
  const columns = arrangeRows(await database.select(selectMonths(database.name, months), { lane: 'background', signal }));
  const read = new Map<number, MonthRollUps>();
  for (let month = months.first; month <= months.last; month++) {
    const { first, last } = widen(daysOfMonth(month));
    read.set(
      month,
      new MonthRollUps(
        month,
        columns,
        pendingDays.filter((day) => day >= first && day <= last),
      ),
    );
  }
  for (const name of columns.byName.keys()) releaseBuffer(numbersOf(columns, name));
  return read;
}

async function readPendingDays(
  database: SignalDatabase,
  { block, ...months }: SliceRun,
  signal: AbortSignal | undefined,
): Promise<readonly LocalDay[]> {
  const { first, last } = daysOfMonths(months);
  const requested = { series: [block * SERIES_PER_BLOCK], startMs: first * DAY_MS, endMs: (last + 1) * DAY_MS };
  const { pending } = await readDirtyDays(database, requested, { lane: 'background', signal });
  return pending.get(block) ?? [];
}

function selectMonths(database: string, { block, ...months }: SliceRun): string {
  const { first, last } = daysOfMonths(months);
  const [from, to] = [block * SERIES_PER_BLOCK, (block + 1) * SERIES_PER_BLOCK - 1];
  return (
    `select series, toInt32(day) as bucket, ${HELD_COLUMNS.join(', ')} from ${database}.${TABLE} final ` +
    `where series between ${from} and ${to} and day >= ${localDate(first)} and day <= ${localDate(last)} ` +
    `settings max_threads = 1, do_not_merge_across_partitions_select_final = 1`
  );
}
