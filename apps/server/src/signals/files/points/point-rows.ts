import type { RejectReason } from '@solvane/contract/ingest';
import { FORESEEN } from '@solvane/energy/signals/calc-types';
import { EARLIEST_MS, LARGEST_VALUE } from '../../point-limits.ts';
import type { LatestTimes, NamedTarget, WriteTarget, WriteTargets } from '../../signal-files.ts';
import { quoted, quotedName } from '../../sql/literals.ts';
import { ENDS_WITH_ZONE, EPOCH_TIME, ISO_TIME } from '../time-patterns.ts';

/**
 * Every body is read as rows of points: `line` (of a text body from 1, else the index of the row), a key (`idx`, or `segment` and `signal`), `at` in
 * milliseconds, `value`, and what is wrong with them.
 */
export interface PointRows {
  /** SQL that yields the rows. */
  sql: string;
  /** Columns that name the series. */
  key: readonly string[];
}

/** Faults by number from 1; 0 is none. The order decides which one is reported when several hold. */
export const POINT_FAULTS: readonly RejectReason[] = [
  'rowInvalid',
  'timeInvalid',
  'timeWithoutZone',
  'inFuture',
  'notFinite',
  'valueInvalid',
];

export interface BodySource extends LatestTimes {
  /** SQL of the spooled body: a table function. */
  source: string;
  /** Line of the first row. */
  firstLine: number;
  /** Numbers and timestamps come typed (Arrow, JSON) or as text (CSV). */
  timeType: 'text' | 'milliseconds' | 'timestamp';
  valueType: 'text' | 'number';
}

/**
 * Columns segmentId, signal, t, v. Empty rows are none.
 *
 * @param isRow - SQL: whether the columns could be read off the row at all
 */
export function rowForm(body: BodySource, isRow = '1'): PointRows {
  const sql = judged(
    `select _row_number + ${body.firstLine} as line, toString(assumeNotNull(ifNull(segmentId, ''))) as segment, toString(assumeNotNull(ifNull(signal, ''))) as signal,
      ${timeColumns(body)}, ${quotedName('v')} as given, ${isRow} as is_row from ${body.source}
      where segment != '' or signal != '' or given is not null or not is_row`,
    body,
    { key: ['segment', 'signal'], isForeseen: FORESEEN.map((calcType) => `endsWith(signal, ${quoted(`||${calcType}`)})`).join(' or ') },
  );
  return { sql, key: ['segment', 'signal'] };
}

/**
 * A time column `t` and one column per series: `idx` counts the columns from 0. Empty cells are no values and no rows.
 *
 * @param names - the series of the columns
 */
export function columnarForm(
  body: BodySource,
  { cells: columns, names }: { cells: readonly string[]; names: readonly string[] },
): PointRows {
  const cells = `[${columns.map(quotedName).join(', ')}]`;
  const foreseen = names.flatMap((name, index) => (FORESEEN.some((calcType) => name.endsWith(`||${calcType}`)) ? index : []));
  const present = body.valueType === 'text' ? "cell.2 != ''" : 'cell.2 is not null';
  const sql = judged(
    `select line, toUInt32(cell.1 - 1) as idx, clock_ms, has_zone, cell.2 as given, 1 as is_row from (
      select _row_number + ${body.firstLine} as line, ${timeColumns(body)}, arrayJoin(arrayZip(arrayEnumerate(${cells}), ${cells})) as cell
      from ${body.source}
    ) where ${present}`,
    body,
    { key: ['idx'], isForeseen: foreseen.length > 0 ? `idx in (${foreseen.join(', ')})` : '0' },
  );
  return { sql, key: ['idx'] };
}

/** Per series: how many points can be taken, first, last and number of their times, days of UTC they lie on, and per fault its count and first lines (numbers with commas between). Fails beyond so many series. */
export function profileStatement({ sql, key }: PointRows, maxSeries: number): string {
  const isGood = 'fault = 0 and value is not null';
  const lines = (condition: string): string => `arrayStringConcat(arrayMap(n -> toString(n), groupArrayIf(20)(line, ${condition})), ',')`;
  const faults = POINT_FAULTS.map(
    (_, index) => `countIf(fault = ${index + 1}) as count_${index + 1}, ${lines(`fault = ${index + 1}`)} as lines_${index + 1}`,
  );
  return `select ${key.join(', ')}, countIf(${isGood}) as good, ifNull(minIf(at, ${isGood}), 0) as first_ms, ifNull(maxIf(at, ${isGood}), 0) as last_ms, uniqExactIf(at, ${isGood}) as times,
    arrayStringConcat(arrayMap(n -> toString(n), groupUniqArrayIf(toInt32(floor(at / 86400000)), ${isGood})), ',') as utc_days,
    ${faults.join(', ')}, ${lines('1')} as first_lines from (${sql}) group by ${key.join(', ')}
    settings max_rows_to_group_by = ${maxSeries}, group_by_overflow_mode = 'throw'`;
}

/** Rows that can be taken, as `series`, `at`, `value`, `line`: each at the time it was sent with. */
export function acceptedRows({ sql }: PointRows, targets: WriteTargets): string {
  const list = 'byName' in targets ? targets.byName : targets.byColumn;
  const position = 'byName' in targets ? positionByName(targets.byName) : 'idx + 1';
  return `
    select ${pick(list, 'UInt32', (target) => target?.seriesId ?? 0)} as series, at,
      value * ${pick(list, 'Float64', (target) => target?.factor ?? 1)} + ${pick(list, 'Float64', (target) => target?.shift ?? 0)} as value, line
    from (
      select line, assumeNotNull(at) as at, assumeNotNull(value) as value, ${position} as target from (${sql})
      where fault = 0 and value is not null and target > 0
    ) where series > 0`;
}

function positionByName(targets: readonly NamedTarget[]): string {
  const names = targets.map(({ segmentId, signal }) => quoted(`${segmentId}\n${signal}`));
  return `transform(concat(segment, '\\n', signal), [${names.join(',')}], range(1, ${targets.length + 1}), 0)`;
}

/** A property of the row's target: one number where all share it, else looked up by position. */
function pick(targets: readonly (WriteTarget | undefined)[], type: string, property: (target: WriteTarget | undefined) => number): string {
  const values = targets.map(property);
  return new Set(values).size === 1 ? `to${type}(${values[0]})` : `CAST([${values.join(',')}], 'Array(${type})')[target]`;
}

function timeColumns({ timeType }: BodySource): string {
  if (timeType === 'milliseconds') return `toInt64OrNull(toString(${quotedName('t')})) as clock_ms, 1 as has_zone`;
  if (timeType === 'timestamp') return `toUnixTimestamp64Milli(toDateTime64(${quotedName('t')}, 3, 'UTC')) as clock_ms, 1 as has_zone`;
  const text = `trim(ifNull(toString(${quotedName('t')}), ''))`;
  const iso = `toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(replaceOne(${text}, ',', '.'), 3, 'UTC'))`;
  return `
    if(match(${text}, '${EPOCH_TIME}'), toInt64OrNull(${text}), if(match(${text}, '${ISO_TIME}'), ${iso}, null)) as clock_ms,
    match(${text}, '${EPOCH_TIME}') or match(${text}, '${ENDS_WITH_ZONE}') as has_zone`;
}

/** What means "no value" in a text cell; `nan` and `inf` are numbers that are not finite. */
const NO_VALUE = ['', 'null', 'NULL'];

interface Judged {
  key: readonly string[];
  /** SQL: whether a provider foresees the series of a row. */
  isForeseen: string;
}

function judged(sql: string, { valueType, latestMs, foreseenMs }: BodySource, { key, isForeseen }: Judged): string {
  const text = `trim(ifNull(toString(given), ''))`;
  const number =
    valueType === 'number' ? 'toFloat64(given)' : `if(${text} in (${NO_VALUE.map(quoted).join(',')}), null, toFloat64OrNull(${text}))`;
  const invalid =
    valueType === 'number'
      ? '0'
      : `(value is null and ${text} not in (${NO_VALUE.map(quoted).join(',')}) and not match(lower(${text}), '^[+-]?(nan|inf|infinity)$'))`;
  const notFinite =
    valueType === 'number'
      ? `(value is not null and not abs(value) <= ${LARGEST_VALUE})`
      : `(value is not null and not abs(value) <= ${LARGEST_VALUE} or match(lower(${text}), '^[+-]?(nan|inf|infinity)$'))`;
  return `select line, ${key.join(', ')}, clock_ms as at, ${number} as value,
    multiIf(not is_row, 1, clock_ms is null or clock_ms < ${EARLIEST_MS}, 2, not has_zone, 3, clock_ms > if(${isForeseen}, ${foreseenMs}, ${latestMs}), 4, ${notFinite}, 5, ${invalid}, 6, 0) as fault
    from (${sql})`;
}
