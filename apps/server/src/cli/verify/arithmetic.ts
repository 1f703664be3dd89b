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

/** What a counter counted from its first reading to its last. */
export interface FileCounter {
  segmentId: string;
  column: string;
  kwh: number;
  longestGap: { hours: number; kwh: number };
}

const HOUR_MS = 3_600_000;
const POWER = /^ActivePower(\|\|Raw)?$/;
const COUNTER = /^ExportCounter(\|\|Raw)?$/;
const ENERGY = /^ActiveEnergy(\|\|Raw)?$/;

/**
 * Sum of power times interval, and of the energy of intervals, of every device of a file: plain arithmetic on its columns, without the import and
 * the store. Several rows of one interval count with their mean.
 */
export function energiesOf(table: Table, mapping: ImportMapping, { validPower }: Pick<RecipeImport, 'validPower'>): FileEnergy[] {
  const stepMs = SIGNAL_CALC_PERIODS[mapping.time.interval];
  const starts = intervalStarts(table, mapping, stepMs);
  const devices = rowDevices(table, mapping);
  return mapping.signals.flatMap(({ column, signal, unit, factor = 1, segmentId }) => {
    const isPower = POWER.test(signal);
    if (!isPower && !ENERGY.test(signal)) return [];
    const target = isPower ? 'kW' : 'kWh';
    const from = parseUnit(unit ?? target) ?? target;
    const isValid = (value: number): boolean =>
      Number.isFinite(value) && (!isPower || !validPower || (value >= validPower[0] && value <= validPower[1]));
    const cells = new Map<string, Map<number, number[]>>();
    valuesOf(table, mapping, column).forEach((value, row) => {
      const device = segmentId ?? devices?.[row];
      const start = starts[row] ?? Number.NaN;
      if (!isValid(value) || device === undefined || Number.isNaN(start)) return;
      const own = cells.get(device) ?? new Map<number, number[]>();
      cells.set(device, own);
      own.set(start, [...(own.get(start) ?? []), convertUnit(value * factor, from, target)]);
    });
    const energyOf = (values: readonly number[]): number => {
      const sum = values.reduce((total, value) => total + value, 0);
      return isPower ? (sum / values.length) * (stepMs / HOUR_MS) : sum;
    };
    return [...cells].map(([device, own]) => ({
      segmentId: device,
      column,
      stepMs,
      byInterval: new Map([...own].map(([start, values]) => [start, energyOf(values)])),
    }));
  });
}

/** Last minus first reading of the counters of a file. */
export function countersOf(table: Table, mapping: ImportMapping): FileCounter[] {
  const starts = intervalStarts(table, mapping, SIGNAL_CALC_PERIODS[mapping.time.interval]);
  const devices = rowDevices(table, mapping);
  return mapping.signals.flatMap(({ column, signal, unit, factor = 1, segmentId }) => {
    if (!COUNTER.test(signal)) return [];
    const from = parseUnit(unit ?? 'kWh') ?? 'kWh';
    const readings = new Map<string, [timeMs: number, value: number][]>();
    valuesOf(table, mapping, column).forEach((value, row) => {
      const device = segmentId ?? devices?.[row];
      const timeMs = starts[row] ?? Number.NaN;
      if (!Number.isFinite(value) || device === undefined || Number.isNaN(timeMs)) return;
      const own = readings.get(device) ?? [];
      readings.set(device, own);
      own.push([timeMs, convertUnit(value * factor, from, 'kWh')]);
    });
    return [...readings].map(([device, own]) => ({ segmentId: device, column, ...countedBy(own.sort(([left], [right]) => left - right)) }));
  });
}

function countedBy(readings: readonly (readonly [timeMs: number, kwh: number])[]): Pick<FileCounter, 'kwh' | 'longestGap'> {
  const gaps = readings.slice(1).map(([timeMs, kwh], i) => {
    const [previousMs, previous] = readings[i] ?? [timeMs, kwh];
    return { hours: (timeMs - previousMs) / HOUR_MS, kwh: kwh - previous };
  });
  const longestGap = gaps.reduce((longest, gap) => (gap.hours > longest.hours ? gap : longest), { hours: 0, kwh: 0 });
  return { kwh: (readings.at(-1)?.[1] ?? 0) - (readings[0]?.[1] ?? 0), longestGap };
}

/** Of a file with one value per row, the rows that name the column; the others are NaN. */
function valuesOf(table: Table, { long }: ImportMapping, column: string): Float64Array {
  if (!long) return table.numbers(column);
  const names = table.texts(long.nameColumn);
  return table.numbers(long.valueColumn).map((value, row) => (names[row] === column ? value : Number.NaN));
}

/** Cells of the mapped columns that hold a number, in rows with a time and a device: what an import can make points of. */
export function countCells(table: Table, mapping: ImportMapping): number {
  const starts = intervalStarts(table, mapping, SIGNAL_CALC_PERIODS[mapping.time.interval]);
  const devices = rowDevices(table, mapping);
  let count = 0;
  for (const { column, segmentId } of mapping.signals) {
    valuesOf(table, mapping, column).forEach((value, row) => {
      if (Number.isFinite(value) && !Number.isNaN(starts[row]) && (segmentId ?? devices?.[row]) !== undefined) count += 1;
    });
  }
  return count;
}

/** Start of each row's interval; NaN: no time that can be read, or a row that does not count. */
function intervalStarts(table: Table, { time, only }: ImportMapping, stepMs: number): Float64Array {
  const { column, clock, stamp, snapSeconds } = time;
  const clocks = clock === undefined ? undefined : table.texts(clock);
  const shiftMs = { start: 0, middle: stepMs / 2, end: stepMs }[stamp];
  const filters = Object.entries(only ?? {}).map(([name, texts]) => ({ cells: table.texts(name), texts }));
  return Float64Array.from(table.texts(column), (text, row) => {
    if (filters.some(({ cells, texts }) => !texts.includes(cells[row] ?? ''))) return Number.NaN;
    const startMs = instantOf(clocks ? `${text.trim()} ${clocks[row]?.trim()}` : text.trim(), time) - shiftMs;
    const snapped = Math.round(startMs / stepMs) * stepMs;
    return Math.abs(snapped - startMs) <= snapSeconds * 1000 ? snapped : Math.floor(startMs / stepMs) * stepMs;
  });
}

function instantOf(text: string, { format, zone = 'UTC', ambiguous }: ImportMapping['time']): number {
  if (format === 'epochSeconds') return Number(text) * 1000;
  if (format === 'epochMilliseconds') return Number(text);
  const isOffset = /^[+-]/.test(zone);
  const reading = parseTime(`${toIso(text, format)}${isOffset ? zone : ''}`, isOffset ? 'UTC' : zone);
  if (reading.kind === 'ok') return reading.instantMs;
  if (reading.kind !== 'ambiguous' || ambiguous === 'reject') return Number.NaN;
  return ambiguous === 'first' ? reading.earlierMs : reading.laterMs;
}

/** Dates with a month or a day first, with slashes or without separators, as ISO 8601. */
function toIso(text: string, format: ImportMapping['time']['format']): string {
  const parts = (
    format === 'compact' ? /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?$/ : /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[ T](\d{1,2}):(\d\d)(.*))?$/
  ).exec(text);
  if (!parts) return text;
  const [, first = '', second = '', third = '', hour = '0', minute = '00', rest = ''] = parts;
  const [year, month, day] =
    format === 'monthFirst' ? [third, first, second] : format === 'dayFirst' ? [third, second, first] : [first, second, third];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}${rest.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')}`;
}

function rowDevices(table: Table, { device }: ImportMapping): readonly (string | undefined)[] | undefined {
  if (!device) return undefined;
  if ('segmentId' in device) return Array.from({ length: table.rowCount }, () => device.segmentId);
  return table.texts(device.column).map((name) => device.segments[name]);
}
