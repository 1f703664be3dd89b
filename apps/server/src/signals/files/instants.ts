import type { ImportMapping } from '@solvane/contract/import-mapping';
import { EARLIEST_MS } from '../point-limits.ts';
import { type LocalRange, localTimeSql } from './local-time.ts';
import { COMPACT_TIME, DAY_FIRST_TIME, ENDS_WITH_ZONE, MONTH_FIRST_TIME, YEAR_FIRST_TIME } from './time-patterns.ts';

/** Why a time cannot be used, in the order of the columns that number it. */
export const TIME_PROBLEMS = [
  '',
  'timeInvalid',
  'timeWithoutZone',
  'timeNonexistent',
  'timeAmbiguous',
  'inFuture',
  'headerRepeated',
] as const;

const DAY_MS = 86_400_000;

export interface InstantOptions {
  time: ImportMapping['time'];
  /** From `clockRangeStatement`. */
  range: LocalRange;
  /** What lies more than a zone's offset behind it cannot be compared with the zone's changes any more. */
  latestMs: number;
}

/** From what `clockColumns` found: `<name>_ms`, the instant, null where there is none, and `<name>_fault`, one of `TIME_PROBLEMS`, and `<name>_changed`: whether its clock was put forward or back there. An empty text has a fault of 1. */
export function instantColumns(name: string, { time, range, latestMs }: InstantOptions): string {
  const [clock, zoned] = [`${name}_clock`, `${name}_zoned`];
  const faults = [`${clock} is null or ${clock} < ${EARLIEST_MS}, 1`, `${clock} > ${latestMs + DAY_MS}, 5`];
  if (!time.zone) {
    faults.push(`not ${zoned}, 2`);
    return `${clock} as ${name}_ms, multiIf(${faults.join(', ')}, 0) as ${name}_fault, 0 as ${name}_changed`;
  }
  const local = localTimeSql(`assumeNotNull(${clock})`, time.zone, range);
  if (time.nonexistent === 'reject') faults.push(`not ${zoned} and ${local.isNonexistent}, 3`);
  if (time.ambiguous === 'reject') faults.push(`not ${zoned} and ${local.isAmbiguous}, 4`);
  const chosen = time.ambiguous === 'first' ? local.earlierMs : local.laterMs;
  return `multiIf(${clock} is null, null, ${zoned}, ${clock}, ${chosen}) as ${name}_ms, multiIf(${faults.join(', ')}, 0) as ${name}_fault,
    not ${zoned} and (${local.isAmbiguous} or ${local.isNonexistent}) as ${name}_changed`;
}

/** First and last of what the clocks of these names show, `first_ms` and `last_ms`, null where none is possible. */
export function clockRangeStatement(names: readonly string[], source: string, latestMs: number): string {
  const isPossible = `any_clock between ${EARLIEST_MS} and ${latestMs + DAY_MS}`;
  return `select minOrNullIf(any_clock, ${isPossible}) as first_ms, maxOrNullIf(any_clock, ${isPossible}) as last_ms
    from (select arrayJoin([${names.map((name) => `${name}_clock`).join(', ')}]) as any_clock from ${source})`;
}

const PATTERNS = { iso: YEAR_FIRST_TIME, dayFirst: DAY_FIRST_TIME, monthFirst: MONTH_FIRST_TIME } as const;
/** Days from the first day of spreadsheets to 1970. */
const EXCEL_EPOCH_DAYS = 25_569;

/** From `<name>_text`: `<name>_clock`, the instant where the text says its offset, else what the clock showed as if it were in UTC. `<name>_zoned`: which of the two. */
export function clockColumns(name: string, { format }: Pick<ImportMapping['time'], 'format'>): string {
  const text = `${name}_text`;
  switch (format) {
    case 'epochSeconds':
    case 'epochMilliseconds': {
      const factor = format === 'epochSeconds' ? 1000 : 1;
      return `1 as ${name}_zoned, toInt64OrNull(toString(round(toFloat64OrNull(${text}) * ${factor}))) as ${name}_clock`;
    }
    // A day's fraction as a float is off by microseconds.
    case 'excelDays':
      return `0 as ${name}_zoned, toInt64OrNull(toString(round((toFloat64OrNull(${text}) - ${EXCEL_EPOCH_DAYS}) * 86400) * 1000)) as ${name}_clock`;
    case 'compact':
      return `endsWith(${text}, 'Z') as ${name}_zoned, if(match(${text}, '${COMPACT_TIME}'), ${milliseconds(compactToIso(text), format)}, null) as ${name}_clock`;
    default: {
      const plain = `replaceOne(replaceOne(${text}, ', ', ' '), ',', '.')`;
      return `match(${text}, '${ENDS_WITH_ZONE}') as ${name}_zoned, if(match(${text}, '${PATTERNS[format]}'), ${milliseconds(plain, format)}, null) as ${name}_clock`;
    }
  }
}

function milliseconds(text: string, format: ImportMapping['time']['format']): string {
  const parse = format === 'monthFirst' ? 'parseDateTime64BestEffortUSOrNull' : 'parseDateTime64BestEffortOrNull';
  return `toUnixTimestamp64Milli(${parse}(${text}, 3, 'UTC'))`;
}

/** `2025033002` as `2025-03-30 02:00:00`; what is missing at the end is zero. */
function compactToIso(text: string): string {
  const digits = `rightPad(replaceRegexpAll(${text}, '[^0-9]', ''), 14, '0')`;
  const part = (from: number, length: number): string => `substring(${digits}, ${from}, ${length})`;
  return `concat(${part(1, 4)}, '-', ${part(5, 2)}, '-', ${part(7, 2)}, ' ', ${part(9, 2)}, ':', ${part(11, 2)}, ':', ${part(13, 2)})`;
}
