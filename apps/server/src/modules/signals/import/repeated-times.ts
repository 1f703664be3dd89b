import type { ImportMapping } from '@solvane/contract/import-mapping';
import type { SignalTables } from '../../../signals/signal-tables.ts';
import { quoted } from '../../../signals/sql/literals.ts';
import { numbersOf, textsOf } from '../../../signals/sql/native-format.ts';
import type { StatementOptions } from '../../../signals/sql/signal-database.ts';
import { ImportRefused } from './import-refused.ts';
import { devicesOf, LISTED_LINES, placeSql } from './report-sql.ts';
import type { RepeatedSlots } from './stage-sql.ts';

const MOST_LISTED = 10_000;
/** Above this share of the rows a column that tells devices apart is likelier than repeated rows. */
const MOST_REPEATED = 0.01;
const SPILLING = 'settings max_bytes_before_external_group_by = 2000000000';

/** @param rows - judged rows */
export async function repeatedSlots(signals: SignalTables, rows: string, options: StatementOptions): Promise<RepeatedSlots> {
  const response = await signals.select(
    `select device, toFloat64(slot) as slot_ms from ${rows} where start_ms is not null and start_ms = slot group by device, slot
      having uniqExact(at_ms) > 1 limit ${MOST_LISTED + 1} ${SPILLING}`,
    options,
  );
  if (response.rowCount === 0) return { kind: 'none' };
  if (response.rowCount > MOST_LISTED) return { kind: 'all' };
  const slots = numbersOf(response, 'slot_ms');
  // The row that stands there exactly stays there: its own time is that of the slot.
  return {
    kind: 'some',
    list: textsOf(response, 'device')
      .map((device, i) => `(${quoted(device)}, toInt64(${slots[i]}))`)
      .join(', '),
  };
}

/** Rows that a later row of the same device and time replaces. */
export interface RepeatedRows {
  count: number;
  lines: number[];
}

/**
 * Counts rows that repeat the time of another row of their device, but for hours that a clock shows twice: the mapping says which of them counts.
 *
 * @param rows - judged rows
 * @param known - rows with a usable time
 * @throws ImportRefused where so many of them have other values that a column which tells devices apart seems to be missing
 */
export async function countRepeatedRows(
  signals: SignalTables,
  rows: string,
  { path, mapping, known, options }: { path: string; mapping: ImportMapping; known: number; options: StatementOptions },
): Promise<RepeatedRows> {
  const differs = mapping.signals.map((_, i) => `(count(value_${i}) > 1 and min(value_${i}) != max(value_${i}))`).join(' or ') || '0';
  const filled = mapping.signals.map((_, i) => `value_${i} is not null`).join(' or ') || '0';
  // A row of a long file has the value of one signal.
  const key = ['device', 'start_ms', ...(mapping.long ? mapping.signals.map((_, i) => `value_${i} is null`) : [])].join(', ');
  const response = await signals.select(
    `select sum(n - 1) as repeated, sumIf(n - 1, differs) as differing,
      arrayStringConcat(arrayMap(n -> toString(n), arraySlice(arraySort(groupArray(1000)(first_line)), 1, ${LISTED_LINES})), ',') as lines
    from (select count() as n, min(line) as first_line, (${differs}) as differs
      from (select *, ${placeSql(mapping)} as place from ${rows})
      where start_ms is not null and (${filled})${devicesOf(mapping).length > 0 ? ' and place > 0' : ''} group by ${key} having n > 1 and not max(time_changed)) ${SPILLING}`,
    options,
  );
  const [count = 0, differing = 0] = [numbersOf(response, 'repeated')[0], numbersOf(response, 'differing')[0]];
  if (differing > MOST_REPEATED * known && mapping.duplicates === undefined) throw tooManyRepeated(path, { differing, known });
  const [lines = ''] = textsOf(response, 'lines');
  return { count, lines: lines === '' ? [] : lines.split(',').map(Number) };
}

function tooManyRepeated(path: string, { differing, known }: { differing: number; known: number }): ImportRefused {
  const count = (value: number): string => value.toLocaleString('en-US');
  return new ImportRefused(
    `${path}: ${count(differing)} of ${count(known)} rows repeat the time of another row of the same device with other values. ` +
      'Is a column that identifies the device missing (device: { column, segments })? ' +
      'To use the newest row of each time, add: duplicates: newest',
  );
}
