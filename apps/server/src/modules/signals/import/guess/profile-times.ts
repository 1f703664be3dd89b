import { SIGNAL_CALC_PERIODS, type SignalCalcPeriod } from '@solvane/energy/time/interval';
import type { SignalTables } from '../../../../signals/signal-tables.ts';
import { numbersOf } from '../../../../signals/sql/native-format.ts';
import { clockColumns } from '../instant-sql.ts';
import { timeText } from '../stage-sql.ts';
import type { WrittenDate } from './date-order.ts';
import { cellSql } from './profile-columns.ts';
import type { TimeColumn } from './time-column.ts';

type Signals = Pick<SignalTables, 'select'>;

/** How the times of the whole file follow each other. */
export interface TimeProfile {
  rows: number;
  /** Rows whose time can be read. */
  timed: number;
  /** Different times of one device. */
  distinct: number;
  firstMs: number;
  lastMs: number;
  /** Distance of neighbouring times of one device and how often it occurs, the most frequent first. */
  steps: { stepMs: number; count: number }[];
}

const BACKGROUND = { lane: 'background' } as const;
const MOST_DATES = 40_000;
const MOST_STEPS = 2_000;

/** Dates of the form 1/2/2022 of the whole file, each once. */
export async function listDates(
  signals: Signals,
  source: string,
  { column, firstLine }: { column: string; firstLine: number },
): Promise<WrittenDate[]> {
  const part = (pattern: string): string => `toUInt16OrZero(extract(cell, '${pattern}'))`;
  const response = await signals.select(
    `select toFloat64(first) as first, toFloat64(second) as second, toFloat64(if(year < 100, year + 2000, year)) as year, toFloat64(min(line) + ${firstLine}) as line from (
      select ${part('^(\\\\d{1,2})[./-]')} as first, ${part('^\\\\d{1,2}[./-](\\\\d{1,2})[./-]')} as second, ${part('^\\\\d{1,2}[./-]\\\\d{1,2}[./-](\\\\d{2,4})')} as year, line
      from (select ${cellSql(column)} as cell, _row_number as line from ${source})
    ) where first > 0 and second > 0 and year > 0 group by first, second, year order by line limit ${MOST_DATES}`,
    BACKGROUND,
  );
  const [first, second, year, line] = ['first', 'second', 'year', 'line'].map((name) => numbersOf(response, name));
  return Array.from(first ?? [], (_, index) => ({
    first: first?.[index] ?? 0,
    second: second?.[index] ?? 0,
    year: year?.[index] ?? 0,
    line: line?.[index] ?? 0,
  }));
}

/** @param owner - SQL of what tells series apart that share a time: a device, a name */
export async function profileTimes(
  signals: Signals,
  source: string,
  { time, owner }: { time: TimeColumn; owner: string },
): Promise<TimeProfile> {
  const clocked = clockedSql(time, { owner, source });
  const [totals, steps] = await Promise.all([
    signals.select(
      `select toFloat64(count()) as row_count, toFloat64(countIf(time_clock is not null)) as timed, toFloat64(uniqExactIf((owner, time_clock), time_clock is not null)) as different,
        toFloat64(ifNull(min(time_clock), nan)) as first_ms, toFloat64(ifNull(max(time_clock), nan)) as last_ms from (${clocked})`,
      BACKGROUND,
    ),
    signals.select(
      `select toFloat64(step) as step_ms, toFloat64(count()) as times from (
        select at - lagInFrame(at, 1, at) over (partition by owner order by at rows between unbounded preceding and current row) as step
        from (select distinct owner, assumeNotNull(time_clock) as at from (${clocked}) where time_clock is not null)
      ) where step > 0 group by step order by times desc, step limit ${MOST_STEPS}`,
      BACKGROUND,
    ),
  ]);
  const total = (name: string): number => numbersOf(totals, name)[0] ?? Number.NaN;
  const counts = numbersOf(steps, 'times');
  return {
    rows: total('row_count'),
    timed: total('timed'),
    distinct: total('different'),
    firstMs: total('first_ms'),
    lastMs: total('last_ms'),
    steps: Array.from(numbersOf(steps, 'step_ms'), (stepMs, index) => ({ stepMs, count: counts[index] ?? 0 })),
  };
}

/** How far the times lie behind the grid of an interval, the most frequent distance first. */
export async function profileGrid(
  signals: Signals,
  source: string,
  { time, interval }: { time: TimeColumn; interval: SignalCalcPeriod },
): Promise<{ behindMs: number; share: number }[]> {
  const response = await signals.select(
    `select toFloat64(positiveModulo(intDiv(time_clock, 1000) * 1000, ${SIGNAL_CALC_PERIODS[interval]})) as behind_ms, toFloat64(count()) as times, toFloat64(sum(count()) over ()) as total
      from (${clockedSql(time, { owner: "''", source })}) where time_clock is not null group by behind_ms order by times desc limit 50`,
    BACKGROUND,
  );
  const [times, total] = [numbersOf(response, 'times'), numbersOf(response, 'total')];
  return Array.from(numbersOf(response, 'behind_ms'), (behindMs, index) => ({
    behindMs,
    share: (times[index] ?? 0) / (total[index] ?? 1),
  }));
}

/** Distance of neighbouring values of a column, in the order of their times. */
export async function profileSteps(
  signals: Signals,
  source: string,
  { time, owner, value }: { time: TimeColumn; owner: string; value: string },
): Promise<{ rises: number; falls: number }> {
  const response = await signals.select(
    `select toFloat64(countIf(step > 0)) as rises, toFloat64(countIf(step < 0)) as falls from (
      select value - lagInFrame(value, 1, value) over (partition by owner order by time_clock rows between unbounded preceding and current row) as step
      from (select owner, time_clock, assumeNotNull(value) as value from (${clockedSql(time, { owner, source, value })}) where value is not null and isFinite(value) and time_clock is not null)
    )`,
    BACKGROUND,
  );
  return { rises: numbersOf(response, 'rises')[0] ?? 0, falls: numbersOf(response, 'falls')[0] ?? 0 };
}

function clockedSql(
  { column, clock, format }: TimeColumn,
  { owner, source, value = '1' }: { owner: string; source: string; value?: string },
): string {
  // An order that is not decided lets either be read: only distances count.
  const readable = format === 'dayOrMonthFirst' ? 'dayFirst' : format;
  return `select owner, value, ${clockColumns('time', { format: readable })}
    from (select ${owner} as owner, ${value} as value, ${timeText({ column, clock })} as time_text from ${source})`;
}
