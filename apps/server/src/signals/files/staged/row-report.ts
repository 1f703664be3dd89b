import type { ImportMapping } from '@solvane/contract/import-mapping';
import { eventTimes } from '../../mapping-columns.ts';
import type { Columns } from '../../signal-tables.ts';
import { quoted } from '../../sql/literals.ts';
import { numbersOf, textsOf } from '../../sql/native-format.ts';
import { LISTED_LINES, type RowReport } from '../../staged-file.ts';
import { TIME_PROBLEMS } from '../instants.ts';

/** What may be wrong with a row, as a condition over judged rows. */
export interface Check {
  what: string;
  condition: string;
}

export function checksOf(mapping: ImportMapping): Check[] {
  return [
    ...TIME_PROBLEMS.slice(1).map((what, index) => ({ what, condition: `time_problem = ${index + 1}` })),
    ...eventTimes(mapping).flatMap(({ name, column }) =>
      TIME_PROBLEMS.slice(1).map((what, index) => ({
        what: `${what} ${column}`,
        condition: column === mapping.time.column ? '0' : `${name}_text != '' and ${name}_fault = ${index + 1}`,
      })),
    ),
    { what: 'unknownDevice', condition: mapping.device && 'column' in mapping.device ? 'place = 0 and not is_header' : '0' },
    ...mapping.signals.map(({ column }, index) => ({ what: `valueInvalid ${column}`, condition: `bad_${index} and not is_header` })),
  ];
}

/** Texts of the device column that the mapping knows; none where all rows are one device's. */
export function devicesOf({ device }: ImportMapping): string[] {
  return device && 'column' in device ? Object.keys(device.segments) : [];
}

/** Position of a row's device among `devicesOf` from 1, else 0. A text is looked up once a row, not once a cell. */
export function placeSql(mapping: ImportMapping): string {
  const devices = devicesOf(mapping);
  return devices.length > 0
    ? `toUInt32(transform(device, [${devices.map(quoted).join(',')}], range(1, ${devices.length + 1}), 0))`
    : 'toUInt32(0)';
}

/** Per `place`: `rows`, `first_ms` and `last_ms` (null: no usable time), `timed` rows and the `times` they have to the second, `count_n` and `lines_n` per check, `points_n` per column of the mapping. */
export function reportStatement(rows: string, { mapping, checks }: { mapping: ImportMapping; checks: readonly Check[] }): string {
  const lines = (condition: string): string =>
    `arrayStringConcat(arrayMap(n -> toString(n), arraySort(groupArrayIf(${LISTED_LINES})(line, ${condition}))), ',')`;
  return `select ${[
    'place',
    'count() as rows',
    'min(start_ms) as first_ms',
    'max(start_ms) as last_ms',
    'countIf(start_ms is not null) as timed',
    'groupBitmapIf(toUInt32(positiveModulo(intDiv(assumeNotNull(start_ms), 1000), 4294967296)), start_ms is not null) as times',
    ...checks.map(({ condition }, index) => `countIf(${condition}) as count_${index}, ${lines(condition)} as lines_${index}`),
    ...mapping.signals.map((_, index) => `countIf(start_ms is not null and value_${index} is not null) as points_${index}`),
  ].join(', ')} from (select *, ${placeSql(mapping)} as place from ${rows}) group by place`;
}

/** The response to `reportStatement`: rows are counted by their device, and the counts added up here. */
export function toRowReport(response: Columns, { mapping, checks }: { mapping: ImportMapping; checks: readonly Check[] }): RowReport {
  const places = numbersOf(response, 'place');
  const devices = devicesOf(mapping);
  const points = mapping.signals.map((_, index) => numbersOf(response, `points_${index}`));
  // Rows of devices that the mapping does not know are no points.
  const ofKnown = (name: string) => sum(numbersOf(response, name).filter((_, row) => devices.length === 0 || places[row] !== 0));
  const times = (name: string) => numbersOf(response, name).filter((timeMs) => !Number.isNaN(timeMs));
  const [firstMs, lastMs] = [times('first_ms'), times('last_ms')];
  const timed = ofKnown('timed');
  return {
    rows: sum(numbersOf(response, 'rows')),
    timed,
    repeatsTimes: timed > ofKnown('times'),
    firstMs: firstMs.length > 0 ? Math.min(...firstMs) : null,
    lastMs: lastMs.length > 0 ? Math.max(...lastMs) : null,
    problems: checks.flatMap(({ what }, index) => {
      const count = sum(numbersOf(response, `count_${index}`));
      const lines = textsOf(response, `lines_${index}`).flatMap((text) => (text === '' ? [] : text.split(',').map(Number)));
      return count > 0 ? [{ what, count, lines: lines.sort((left, right) => left - right).slice(0, LISTED_LINES) }] : [];
    }),
    points: Array.from(places, (place, row) => ({ device: devices[place - 1], byColumn: points.map((column) => column[row] ?? 0) })),
  };
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((all, one) => all + one, 0);
}
