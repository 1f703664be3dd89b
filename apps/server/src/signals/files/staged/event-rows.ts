import type { ImportMapping } from '@solvane/contract/import-mapping';
import { eventTexts, eventTimes } from '../../mapping-columns.ts';
import { numbersOf, textsOf } from '../../sql/native-format.ts';
import type { SignalDatabase, StatementOptions } from '../../sql/signal-database.ts';
import type { EventRow } from '../../staged-file.ts';

/** @param rows - judged rows */
export async function readEventRows(
  database: Pick<SignalDatabase, 'select'>,
  rows: string,
  { mapping, options }: { mapping: ImportMapping; options: StatementOptions },
): Promise<EventRow[]> {
  const times = eventTimes(mapping).map(({ name }) => name);
  const texts = eventTexts(mapping).map((_, index) => `text_${index}`);
  const instants = times.flatMap((name) => [
    `if(${name}_fault = 0, toFloat64(${name}_ms), nan) as ${name}`,
    `${name}_text = '' as ${name}_open`,
  ]);
  const isUsable = times.includes('begin') ? 'begin_fault = 0' : 'start_ms is not null';
  const response = await database.select(
    `select ${['line', 'device', 'toFloat64(ifNull(start_ms, 0)) as at', ...texts, ...instants].join(', ')} from ${rows}
      where ${isUsable} order by device, ${times.includes('begin') ? 'begin' : 'at'}, line`,
    options,
  );
  const [lines, devices, at] = [numbersOf(response, 'line'), textsOf(response, 'device'), numbersOf(response, 'at')];
  const [codes, more] = texts.map((name) => textsOf(response, name));
  const begins = times.includes('begin') ? numbersOf(response, 'begin') : at;
  const [finishes, open] = times.includes('finish') ? [numbersOf(response, 'finish'), numbersOf(response, 'finish_open')] : [];
  return devices.map((name, index) => ({
    line: lines[index] ?? 0,
    device: name,
    code: codes?.[index] ?? '',
    text: more?.[index] ?? '',
    startMs: at[index] ?? Number.NaN,
    beginMs: begins[index] ?? Number.NaN,
    finishMs: finishes?.[index] ?? Number.NaN,
    isOpen: open?.[index] === 1,
  }));
}
