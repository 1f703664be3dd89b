import type { ImportMapping } from '@solvane/contract/import-mapping';
import { quoted } from '../../sql/literals.ts';
import { numbersOf, textsOf } from '../../sql/native-format.ts';
import type { SignalDatabase, StatementOptions } from '../../sql/signal-database.ts';
import { LISTED_LINES, type RepeatedRows } from '../../staged-file.ts';
import { devicesOf, placeSql } from './row-report.ts';
import type { RepeatedSlots } from './stage-rows.ts';

type Database = Pick<SignalDatabase, 'select'>;

const MOST_LISTED = 10_000;
const SPILLING = 'settings max_bytes_before_external_group_by = 2000000000';

/** @param rows - judged rows */
export async function repeatedSlots(database: Database, rows: string, options: StatementOptions): Promise<RepeatedSlots> {
  const response = await database.select(
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

/** @param rows - judged rows */
export async function countRepeatedRows(
  database: Database,
  rows: string,
  { mapping, options }: { mapping: ImportMapping; options: StatementOptions },
): Promise<RepeatedRows> {
  const differs = mapping.signals.map((_, i) => `(count(value_${i}) > 1 and min(value_${i}) != max(value_${i}))`).join(' or ') || '0';
  const filled = mapping.signals.map((_, i) => `value_${i} is not null`).join(' or ') || '0';
  // A row of a long file has the value of one signal.
  const key = ['device', 'start_ms', ...(mapping.long ? mapping.signals.map((_, i) => `value_${i} is null`) : [])].join(', ');
  const response = await database.select(
    `select sum(n - 1) as repeated, sumIf(n - 1, differs) as differing,
      arrayStringConcat(arrayMap(n -> toString(n), arraySlice(arraySort(groupArray(1000)(first_line)), 1, ${LISTED_LINES})), ',') as lines
    from (select count() as n, min(line) as first_line, (${differs}) as differs
      from (select *, ${placeSql(mapping)} as place from ${rows})
      where start_ms is not null and (${filled})${devicesOf(mapping).length > 0 ? ' and place > 0' : ''} group by ${key} having n > 1 and not max(time_changed)) ${SPILLING}`,
    options,
  );
  const [count = 0, differing = 0] = [numbersOf(response, 'repeated')[0], numbersOf(response, 'differing')[0]];
  const [lines = ''] = textsOf(response, 'lines');
  return { count, differing, lines: lines === '' ? [] : lines.split(',').map(Number) };
}
