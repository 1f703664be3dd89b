import type { ImportMapping } from '@solvane/contract/import-mapping';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { parseTime } from '@solvane/energy/time/local-time';
import { convertUnit, parseUnit } from '@solvane/energy/units/units';
import type { RecipeImport } from './recipe.ts';
import type { Table } from './table.ts';

/** Energy of one device as the file says it, interval by interval. */
export interface FileEnergy {
  segmentId: string;
  column: string;
  stepMs: number;
  /** kWh by start of the interval. */
  byInterval: ReadonlyMap<number, number>;
}

const POWER = /^ActivePower(\|\|Raw)?$/;
const ENERGY = /^ActiveEnergy(\|\|Raw)?$/;

/**
 * Sum of power times interval, and of the energy of intervals, of every device of a file: plain arithmetic on its columns, without the import and
 * the store. Several rows of one interval count with their mean.
 */
export function energiesOf(table: Table, mapping: ImportMapping, { validPower }: Pick<RecipeImport, 'validPower'>): FileEnergy[] {
  const stepMs = SIGNAL_CALC_PERIODS[mapping.time.interval];
  const starts = intervalStarts(table, mapping, stepMs);
  const devices = rowDevices(table, mapping);
  return mapping.signals.flatMap(({ column, signal, unit, segmentId }) => {
    const isPower = POWER.test(signal);
    if (!isPower && !ENERGY.test(signal)) return [];
    const target = isPower ? 'kW' : 'kWh';
    const from = parseUnit(unit ?? target) ?? target;
    const values = table.numbers(column);
    const sums = new Map<string, Map<number, { sum: number; count: number }>>();
    values.forEach((value, row) => {
      const device = segmentId ?? devices[row];
      const start = starts[row] ?? Number.NaN;
      const isValid = Number.isFinite(value) && (!isPower || !validPower || (value >= validPower[0] && value <= validPower[1]));
      if (!isValid || device === undefined || Number.isNaN(start)) return;
      const own = sums.get(device) ?? new Map<number, { sum: number; count: number }>();
      sums.set(device, own);
      const cell = own.get(start) ?? { sum: 0, count: 0 };
      own.set(start, { sum: cell.sum + convertUnit(value, from, target) * (isPower ? stepMs / 3_600_000 : 1), count: cell.count + 1 });
    });
    return [...sums].map(([device, cells]) => ({
      segmentId: device,
      column,
      stepMs,
      byInterval: new Map([...cells].map(([start, { sum, count }]) => [start, isPower ? sum / count : sum])),
    }));
  });
}

/** Start of each row's interval; NaN: no time that can be read. */
function intervalStarts(table: Table, { time }: ImportMapping, stepMs: number): Float64Array {
  const { column, format, zone = 'UTC', stamp, snapSeconds, ambiguous } = time;
  return Float64Array.from(table.texts(column), (text) => {
    const reading = parseTime(toIso(text.trim(), format), zone);
    const instantMs =
      reading.kind === 'ok'
        ? reading.instantMs
        : reading.kind === 'ambiguous' && ambiguous !== 'reject'
          ? reading[ambiguous === 'first' ? 'earlierMs' : 'laterMs']
          : Number.NaN;
    const shifted = stamp === 'end' ? instantMs - stepMs : instantMs;
    const snapped = Math.round(shifted / stepMs) * stepMs;
    return Math.abs(snapped - shifted) <= snapSeconds * 1000 ? snapped : Math.floor(shifted / stepMs) * stepMs;
  });
}

function toIso(text: string, format: ImportMapping['time']['format']): string {
  if (format === 'epochSeconds') return new Date(Number(text) * 1000).toISOString();
  if (format === 'epochMilliseconds') return new Date(Number(text)).toISOString();
  const [, first = '', second = '', year, clock = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})[ T]?(.*)$/.exec(text) ?? [];
  if (year === undefined) return text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3').replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const [month, day] = format === 'monthFirst' ? [first, second] : [second, first];
  const [hour = '0', minute = '00', seconds = '00'] = clock.split(':');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${(hour || '0').padStart(2, '0')}:${minute}:${seconds}`;
}

function rowDevices(table: Table, { device }: ImportMapping): readonly (string | undefined)[] {
  if ('segmentId' in device) return Array.from({ length: table.rowCount }, () => device.segmentId);
  return table.texts(device.column).map((name) => device.segments[name]);
}
