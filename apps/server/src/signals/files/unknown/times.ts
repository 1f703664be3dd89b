import { quoted } from '../../sql/literals.ts';
import { numbersOf } from '../../sql/native-format.ts';
import type { StepQuery, TimeCells, TimeProfile, WrittenDate } from '../../unknown-table.ts';
import { cellText, timeText } from '../cells.ts';
import { clockColumns } from '../instants.ts';
import { cellNumber } from './numbers.ts';
import { BACKGROUND, type OpenTable } from './open-table.ts';

const MOST_DATES = 40_000;
const MOST_STEPS = 2_000;

export async function readDates({ database, source }: OpenTable, column: string, firstLine: number): Promise<WrittenDate[]> {
  const part = (pattern: string): string => `toUInt16OrZero(extract(cell, '${pattern}'))`;
  const response = await database.select(
    `select toFloat64(first) as first, toFloat64(second) as second, toFloat64(if(year < 100, year + 2000, year)) as year, toFloat64(min(line) + ${firstLine}) as line from (
      select ${part('^(\\\\d{1,2})[./-]')} as first, ${part('^\\\\d{1,2}[./-](\\\\d{1,2})[./-]')} as second, ${part('^\\\\d{1,2}[./-]\\\\d{1,2}[./-](\\\\d{2,4})')} as year, line
      from (select ${cellText(column)} as cell, _row_number as line from ${source})
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

export async function profileTimes({ database, source }: OpenTable, time: TimeCells, owners: readonly string[]): Promise<TimeProfile> {
  const clocked = clockedRows(time, { owners, source });
  const [totals, steps] = await Promise.all([
    database.select(
      `select toFloat64(count()) as row_count, toFloat64(countIf(time_clock is not null)) as timed, toFloat64(uniqExactIf((owner, time_clock), time_clock is not null)) as different,
        toFloat64(ifNull(min(time_clock), nan)) as first_ms, toFloat64(ifNull(max(time_clock), nan)) as last_ms from (${clocked})`,
      BACKGROUND,
    ),
    database.select(
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

export async function profileGrid(
  { database, source }: OpenTable,
  time: TimeCells,
  intervalMs: number,
): Promise<{ behindMs: number; share: number }[]> {
  const response = await database.select(
    `select toFloat64(positiveModulo(intDiv(time_clock, 1000) * 1000, ${intervalMs})) as behind_ms, toFloat64(count()) as times, toFloat64(sum(count()) over ()) as total
      from (${clockedRows(time, { owners: [], source })}) where time_clock is not null group by behind_ms order by times desc limit 50`,
    BACKGROUND,
  );
  const [times, total] = [numbersOf(response, 'times'), numbersOf(response, 'total')];
  return Array.from(numbersOf(response, 'behind_ms'), (behindMs, index) => ({
    behindMs,
    share: (times[index] ?? 0) / (total[index] ?? 1),
  }));
}

export async function countSteps(
  { database, source }: OpenTable,
  { time, owners, valueColumn, name, style }: StepQuery,
): Promise<{ rises: number; falls: number }> {
  const number = cellNumber(valueColumn, style);
  const value = name ? `if(${cellText(name.column)} = ${quoted(name.text)}, ${number}, null)` : number;
  const response = await database.select(
    `select toFloat64(countIf(step > 0)) as rises, toFloat64(countIf(step < 0)) as falls from (
      select value - lagInFrame(value, 1, value) over (partition by owner order by time_clock rows between unbounded preceding and current row) as step
      from (select owner, time_clock, assumeNotNull(value) as value from (${clockedRows(time, { owners, source, value })}) where value is not null and isFinite(value) and time_clock is not null)
    )`,
    BACKGROUND,
  );
  return { rises: numbersOf(response, 'rises')[0] ?? 0, falls: numbersOf(response, 'falls')[0] ?? 0 };
}

function clockedRows(
  { column, clock, format }: TimeCells,
  { owners, source, value = '1' }: { owners: readonly string[]; source: string; value?: string },
): string {
  const owner = owners.length === 0 ? "''" : `concat(${owners.map(cellText).join(", '\\n', ")}, '')`;
  // An order that is not decided lets either be read: only distances count.
  const readable = format === 'dayOrMonthFirst' ? 'dayFirst' : format;
  return `select owner, value, ${clockColumns('time', { format: readable })}
    from (select ${owner} as owner, ${value} as value, ${timeText({ column, clock })} as time_text from ${source})`;
}
