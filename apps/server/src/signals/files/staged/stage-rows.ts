import type { ImportMapping, SignalColumn } from '@solvane/contract/import-mapping';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { eventTexts, eventTimes } from '../../mapping-columns.ts';
import { LARGEST_VALUE } from '../../point-limits.ts';
import { quoted } from '../../sql/literals.ts';
import type { MappedFile } from '../../staged-file.ts';
import { cellText, timeText } from '../cells.ts';
import { clockColumns, clockRangeStatement, instantColumns } from '../instants.ts';
import type { LocalRange } from '../local-time.ts';

const NO_CONVERSION = { factor: 1, shift: 0 };

/** The rows of an open file: line, device, value of each column, and each time as its own clock shows it. Lines count from 1 as an editor shows them. */
export function stagedRows(source: string, { mapping, conversions }: MappedFile): string {
  const { time, device, format, long } = mapping;
  const values = mapping.signals.flatMap((column, index) =>
    valueColumns(column, index, { mapping, conversion: conversions[index] ?? NO_CONVERSION }),
  );
  const texts = eventTexts(mapping).map((column, index) => ({ alias: `text_${index}`, sql: `${cellText(column)} as text_${index}` }));
  const times = timesOf(mapping);
  const kept = eventTimes(mapping).map(({ name }) => `${name}_text`);
  return `
    select ${['line', 'device', 'is_header', ...values.map(({ alias }) => alias), ...texts.map(({ alias }) => alias), ...kept].join(', ')},
      ${times.map(({ name }) => clockColumns(name, time)).join(', ')}
    from (
      select ${[
        `_row_number + ${format.skipLines + format.headerLines + 1} as line`,
        `${device && 'column' in device ? cellText(device.column) : "''"} as device`,
        // Files of several days set one behind the other repeat the line of column names.
        `${cellText(time.column)} in (${[time.column, `\uFEFF${time.column}`].map(quoted).join(',')}) as is_header`,
        ...times.map(({ name, column }) => `${name === 'time' ? timeText(time) : eventTimeText(column, mapping)} as ${name}_text`),
        ...(long ? [`${cellText(long.nameColumn)} as name_text`, `${cellText(long.valueColumn)} as value_text`] : []),
        ...values.map(({ sql }) => sql),
        ...texts.map(({ sql }) => sql),
      ].join(', ')}
      from ${source}
      ${onlySql(mapping)}
    )`;
}

function onlySql({ only = {} }: ImportMapping): string {
  const conditions = Object.entries(only).map(([column, texts]) => `${cellText(column)} in (${texts.map(quoted).join(',')})`);
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

export interface JudgeOptions {
  mapping: ImportMapping;
  /** Times after this are in the future. */
  latestMs: number;
  /** What `rangeStatement` found. */
  range: LocalRange;
  /** What `repeatedSlots` found. */
  slots?: RepeatedSlots | undefined;
}

/**
 * Staged rows as a table with the instant of each, and what is wrong about it. Rows are judged afterwards, so that one bad row never costs the rest.
 * A time near the interval's grid is moved onto it (`slot`), where no other row stands there; any other stays as it is.
 */
export function judgedRows(staged: string, { mapping, latestMs, range, slots = { kind: 'none' } }: JudgeOptions): string {
  const { time } = mapping;
  const stepMs = SIGNAL_CALC_PERIODS[time.interval];
  // Events begin when they begin; only values belong to intervals.
  const slot = hasIntervals(mapping) && slots.kind !== 'all' ? `toInt64(round(at_ms / ${stepMs})) * ${stepMs}` : 'at_ms';
  const isHeld = slots.kind === 'some' ? ` and (device, slot) not in (${slots.list})` : '';
  return `(
    select *, multiIf(is_header, 6, time_fault > 0, toUInt8(time_fault), start > ${latestMs}, 5, 0) as time_problem,
      if(time_problem = 0, toInt64(start), null) as start_ms
    from (
      select *, time_ms - ${{ start: 0, middle: stepMs / 2, end: stepMs }[time.stamp]} as at_ms, ${slot} as slot,
        if(abs(at_ms - slot) <= ${time.snapSeconds * 1000}${isHeld}, slot, at_ms) as start
      from (select *, ${timesOf(mapping)
        .map(({ name }) => instantColumns(name, { time, range, latestMs }))
        .join(', ')} from ${staged})
    ))`;
}

/** First and last possible time of staged rows as their own clock shows them: `first_ms`, `last_ms`, null where no row has one. */
export function rangeStatement(staged: string, mapping: ImportMapping, latestMs: number): string {
  return clockRangeStatement(
    timesOf(mapping).map(({ name }) => name),
    staged,
    latestMs,
  );
}

/** Empty where the text means that there is no value. */
function eventTimeText(column: string, { format }: ImportMapping): string {
  return `if(${cellText(column)} in (${['', ...format.missing].map(quoted).join(',')}), '', ${cellText(column)})`;
}

function timesOf(mapping: ImportMapping): { name: string; column: string }[] {
  return [{ name: 'time', column: mapping.time.column }, ...eventTimes(mapping)];
}

function hasIntervals({ signals, events }: ImportMapping): boolean {
  return signals.length > 0 || (events !== undefined && 'activeCode' in events);
}

type Conversion = MappedFile['conversions'][number];

/** `value_n`, and `bad_n` where a text is there that is no number of the mapping. */
function valueColumns(
  column: SignalColumn,
  index: number,
  { mapping, conversion }: { mapping: ImportMapping; conversion: Conversion },
): { alias: string; sql: string }[] {
  const { decimalComma, thousands, missing: noValue } = mapping.format;
  const text = mapping.long ? 'value_text' : cellText(column.column);
  const digits = thousands === undefined ? text : `replaceAll(${text}, ${quoted(thousands)}, '')`;
  const number = column.values
    ? `transform(${text}, [${Object.keys(column.values).map(quoted).join(',')}], [${Object.values(column.values)
        .map((value) => `toFloat64(${value})`)
        .join(',')}], toFloat64(nan))`
    : `ifNull(toFloat64OrNull(${decimalComma ? `replaceOne(${digits}, ',', '.')` : digits}), nan)`;
  const isOther = mapping.long ? `name_text != ${quoted(column.column)} or ` : '';
  const missing = `(${isOther}${text} in (${['', ...noValue].map(quoted).join(',')}))`;
  const isNumber = `abs(${number}) <= ${LARGEST_VALUE}`;
  return [
    { alias: `value_${index}`, sql: `if(${missing} or not ${isNumber}, null, ${inUnit(number, column, conversion)}) as value_${index}` },
    { alias: `bad_${index}`, sql: `not ${missing} and not ${isNumber} as bad_${index}` },
  ];
}

function inUnit(number: string, column: SignalColumn, { factor, shift }: Conversion): string {
  const scale = factor * (column.factor ?? 1);
  return scale === 1 && shift === 0 ? number : `(${number} * ${scale} + ${shift})`;
}

/** Slots of the interval's grid that several rows of a device are near: by device and time, or too many to list. */
export type RepeatedSlots = { kind: 'none' } | { kind: 'some'; list: string } | { kind: 'all' };
