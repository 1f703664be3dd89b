import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { convertUnit, parseUnit, type Unit } from '@solvane/energy/units/units';
import { quoteName, quoteText } from '../sql-text.ts';
import type { ImportMapping, SignalColumn } from './import-mapping.ts';
import { type LocalRange, localTimeSql } from './local-time-sql.ts';

/** Why the time of a row cannot be used, in the order of the column `time_problem`. */
export const TIME_PROBLEMS = ['', 'timeInvalid', 'timeWithoutZone', 'timeNonexistent', 'timeAmbiguous', 'timeOffGrid', 'inFuture'] as const;

export interface StageOptions {
  /** SQL of the file as a table. */
  source: string;
  mapping: ImportMapping;
  /** Unit of the catalogue per column of the mapping. */
  units: readonly Unit[];
  /** Interval starts after this are in the future. */
  latestMs: number;
  /** From `clockRangeStatement`. */
  range: LocalRange;
}

const ISO_TIME = '^\\\\d{4}-\\\\d{2}-\\\\d{2}([T ]\\\\d{2}:\\\\d{2}(:\\\\d{2}([.,]\\\\d+)?)?)?( ?(Z|[+-]\\\\d{2}(:?\\\\d{2})?))?$';
const ZONE_AT_END = '(Z|\\\\d[+-]\\\\d{2}:?\\\\d{2}|:\\\\d{2} ?[+-]\\\\d{2})$';

/**
 * The rows of a file as SQL: line, device, instant and value of each column, with what is wrong about each. Rows are judged afterwards, so that one bad
 * row never costs the rest. Lines count from 1 as an editor shows them.
 */
export function stagedRows({ source, mapping, units, latestMs, range }: StageOptions): string {
  const { time, device, format } = mapping;
  const stepMs = SIGNAL_CALC_PERIODS[time.interval];
  const text = `ifNull(trim(toString(${quoteName(time.column)})), '')`;
  const firstLine = format.skipLines + 2;
  const values = mapping.signals.flatMap((column, index) => valueColumns(column, index, { mapping, unit: units[index] ?? '' }));
  const texts = eventColumns(mapping).map((column, index) => `ifNull(trim(toString(${quoteName(column)})), '') as text_${index}`);
  return `
    select
      line, device,
      multiIf(time_fault > 0, toUInt8(time_fault), at_ms is null, 1, abs(at_ms - snapped) > ${time.snapSeconds * 1000}, 5, snapped > ${latestMs}, 6, 0) as time_problem,
      time_text,
      if(time_problem = 0, toInt64(snapped), null) as start_ms
      ${[...values.map(({ alias }) => alias), ...texts.map((_, index) => `text_${index}`)].map((name) => `, ${name}`).join('')}
    from (
      select *, ${time.stamp === 'end' ? `instant_ms - ${stepMs}` : 'instant_ms'} as at_ms, toInt64(round(at_ms / ${stepMs})) * ${stepMs} as snapped
      from (
        select *, ${instantSql(mapping, range)}
        from (
          select
            _row_number + ${firstLine} as line,
            ${'column' in device ? `ifNull(trim(toString(${quoteName(device.column)})), '')` : "''"} as device,
            ${text} as time_text
            ${[...values.map(({ sql }) => sql), ...texts].map((sql) => `, ${sql}`).join('')}
          from ${source}
        )
      )
    )`;
}

/** First and last time of the file as its own clock shows them: `first_ms`, `last_ms`, null where no row has a time. */
export function clockRangeStatement(source: string, { time }: ImportMapping): string {
  const text = `ifNull(trim(toString(${quoteName(time.column)})), '')`;
  return `select min(clock_ms) as first_ms, max(clock_ms) as last_ms from (select ${text} as time_text, ${clockSql(time)} from ${source})`;
}

/** Columns of the file that the mapping reads. */
export function columnsOf(mapping: ImportMapping): string[] {
  const { time, device, signals } = mapping;
  return [
    ...new Set([
      time.column,
      ...('column' in device ? [device.column] : []),
      ...signals.map(({ column }) => column),
      ...eventColumns(mapping),
    ]),
  ];
}

/** Text columns of the staged rows, in this order: `text_0`, ... */
export function eventColumns({ events }: ImportMapping): string[] {
  if (!events) return [];
  if ('activeCode' in events) return [events.activeCode];
  return [events.code, events.start, ...(events.end ? [events.end] : []), ...(events.text ? [events.text] : [])];
}

/** `clock_ms` from `time_text`: the instant where the text says its offset, else what the clock showed as if it were in UTC. */
function clockSql({ format }: ImportMapping['time']): string {
  if (format === 'epochSeconds' || format === 'epochMilliseconds') {
    return `1 as has_zone, toInt64OrNull(toString(round(toFloat64OrNull(time_text) * ${format === 'epochSeconds' ? 1000 : 1}))) as clock_ms`;
  }
  const parse = format === 'monthFirst' ? 'parseDateTime64BestEffortUSOrNull' : 'parseDateTime64BestEffortOrNull';
  const shape = format === 'iso' ? `match(time_text, '${ISO_TIME}')` : '1';
  const clock = `if(${shape}, toUnixTimestamp64Milli(${parse}(replaceOne(time_text, ',', '.'), 3, 'UTC')), null)`;
  return `match(time_text, '${ZONE_AT_END}') as has_zone, ${clock} as clock_ms`;
}

/** `instant_ms` and `time_fault` from `time_text`. */
function instantSql({ time }: ImportMapping, range: LocalRange): string {
  const clock = clockSql(time);
  if (!time.zone) return `${clock}, clock_ms as instant_ms, multiIf(clock_ms is null, 1, not has_zone, 2, 0) as time_fault`;
  const local = localTimeSql('assumeNotNull(clock_ms)', time.zone, range);
  const chosen = time.ambiguous === 'first' ? local.earlierMs : local.laterMs;
  const skipped = time.nonexistent === 'reject' ? `not has_zone and ${local.isNonexistent}, 3,` : '';
  const repeated = time.ambiguous === 'reject' ? `not has_zone and ${local.isAmbiguous}, 4,` : '';
  return `${clock}, multiIf(clock_ms is null, null, has_zone, clock_ms, ${chosen}) as instant_ms, multiIf(clock_ms is null, 1, ${skipped} ${repeated} 0) as time_fault`;
}

/** `value_n`, and `bad_n` where a text is there that is no number of the mapping. */
function valueColumns(
  column: SignalColumn,
  index: number,
  { mapping, unit }: { mapping: ImportMapping; unit: Unit },
): { alias: string; sql: string }[] {
  const text = `ifNull(trim(toString(${quoteName(column.column)})), '')`;
  const number = column.values
    ? `transform(${text}, [${Object.keys(column.values).map(quoteText).join(',')}], [${Object.values(column.values)
        .map((value) => `toFloat64(${value})`)
        .join(',')}], toFloat64(nan))`
    : `ifNull(toFloat64OrNull(${mapping.format.decimalComma ? `replaceOne(${text}, ',', '.')` : text}), nan)`;
  const missing = `${text} in (${['', ...mapping.format.missing].map(quoteText).join(',')})`;
  return [
    { alias: `value_${index}`, sql: `if(${missing} or not isFinite(${number}), null, ${inUnit(number, column, unit)}) as value_${index}` },
    { alias: `bad_${index}`, sql: `not ${missing} and not isFinite(${number}) as bad_${index}` },
  ];
}

/** Units of one quantity differ by a factor and a shift; both are read off two conversions. */
function inUnit(number: string, column: SignalColumn, unit: Unit): string {
  const from = column.unit === undefined ? unit : parseUnit(column.unit);
  if (from === undefined || from === unit) return number;
  const shift = convertUnit(0, from, unit);
  const factor = convertUnit(1, from, unit) - shift;
  return `(${number} * ${factor} + ${shift})`;
}
