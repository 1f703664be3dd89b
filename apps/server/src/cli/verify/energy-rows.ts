import { countCells, countersOf, energiesOf, type FileCounter, type FileEnergy } from './arithmetic.ts';
import type { DataSet } from './data-set.ts';
import type { ImportedFile } from './import-set.ts';
import type { Product, Series } from './product.ts';
import { bucketName } from './quantities.ts';
import { parseTable, type Table } from './table.ts';
import { textOf, type Verdict, type VerdictRow } from './verdict.ts';

/** Validated energy against the file: aimed at, and beyond which it is an error. */
const AIM = 0.001;
const BOUND = 0.05;
/** Months with less than this share of a month's energy say little. */
const LEAST_MONTH = 0.05;
const DAY_HOURS = 24;

/** Points and validated energy of every imported device against plain arithmetic on the files. */
export async function judgeFiles(product: Product, set: DataSet, imports: readonly ImportedFile[], zone: string): Promise<VerdictRow[]> {
  const readable = imports.filter(({ mapping }) => mapping.signals.length > 0 && !mapping.format.decimalComma);
  if (readable.length === 0) return [];
  const rows = [await pointsRow(product, set, readable)];
  for (const file of readable) rows.push(...(await energyRows(product, tableOf(set, file), file, zone)));
  return rows;
}

function tableOf(set: DataSet, { recipe, mapping }: ImportedFile): Table {
  const { delimiter, skipLines } = mapping.format;
  return delimiter === ',' && skipLines === 0 ? set.table(recipe.file) : parseTable(set.text(recipe.file), { delimiter, skipLines });
}

async function energyRows(product: Product, table: Table, { recipe, mapping }: ImportedFile, zone: string): Promise<VerdictRow[]> {
  const rows: VerdictRow[] = [];
  const energies = energiesOf(table, mapping, recipe);
  for (const energy of energies) rows.push(energyRow(energy, await product.series(energy.segmentId, 'ActiveEnergy||Validated'), zone));
  for (const { segmentId, column, kwh, longestGap } of countersOf(table, mapping)) {
    if (energies.some((energy) => energy.segmentId === segmentId)) continue;
    const { values } = await product.series(segmentId, 'ActiveEnergy||Validated');
    rows.push(counterRow(`validated energy of ${segmentId} by ${column}`, { file: kwh, ours: sumKnown(values) }, longestGap));
  }
  return rows;
}

/** What can be read again of what the files hold. */
async function pointsRow(product: Product, set: DataSet, imports: readonly ImportedFile[]): Promise<VerdictRow> {
  const expected = imports.reduce((sum, file) => sum + countCells(tableOf(set, file), file.mapping), 0);
  const series = new Map(imports.flatMap(({ mapping }) => seriesOf(mapping)).map((one) => [`${one.segmentId} ${one.signalId}`, one]));
  let stored = 0;
  for (const { segmentId, signalId } of series.values()) {
    const { values } = await product.series(segmentId, signalId);
    stored += values.filter((value) => !Number.isNaN(value)).length;
  }
  const isAll = stored === expected;
  return {
    quantity: 'points read back',
    unit: 'points',
    expected: String(expected),
    ours: String(stored),
    verdict: isAll ? 'match' : 'differs',
    remarks: isAll ? [] : ['of rows with a time and a device; the import says above what became of the others'],
  };
}

function seriesOf({ device, signals }: ImportedFile['mapping']): { segmentId: string; signalId: string }[] {
  const devices = device === undefined ? [] : 'segmentId' in device ? [device.segmentId] : [...new Set(Object.values(device.segments))];
  return signals.flatMap(({ signal, segmentId }) => {
    const signalId = signal.includes('||') ? signal : `${signal}||Raw`;
    return (segmentId === undefined ? devices : [segmentId]).map((own) => ({ segmentId: own, signalId }));
  });
}

interface Sums {
  /** [kWh] */
  file: number;
  ours: number;
}

interface MonthSums extends Sums {
  intervals: number;
  /** Intervals of the file that have no validated value. */
  unknown: number;
}

function counterRow(quantity: string, sums: Sums, longestGap: FileCounter['longestGap']): VerdictRow {
  return {
    quantity,
    unit: 'kWh',
    expected: textOf(sums.file),
    ours: textOf(sums.ours),
    verdict: verdictOf(sums),
    remarks: [
      `${ratioText(sums)} of last minus first reading`,
      ...(longestGap.hours > DAY_HOURS ? [`the longest gap has ${textOf(longestGap.hours)} h and ${textOf(longestGap.kwh)} kWh`] : []),
    ],
  };
}

/** Energy that the file holds against the validated energy of the same intervals, and what was filled in where the file has none. */
function energyRow(energy: FileEnergy, validated: Series, zone: string): VerdictRow {
  const ours = new Map(validated.timesMs.map((timeMs, i) => [timeMs, validated.values[i] ?? Number.NaN]));
  const months = monthsOf(energy, ours, zone);
  const total = [...months.values()].reduce(add);
  const filled = sumKnown([...ours].flatMap(([timeMs, kwh]) => (energy.byInterval.has(timeMs) ? [] : [kwh])));
  return {
    quantity: `validated energy of ${energy.segmentId}`,
    unit: 'kWh',
    expected: textOf(total.file),
    ours: textOf(total.ours),
    verdict: verdictOf(total),
    remarks: [
      `${ratioText(total)} of the file, ${months.size} ${months.size === 1 ? 'month' : 'months'}`,
      ...furthestMonth(months, total),
      ...(total.unknown > 0 ? [`${total.unknown} of ${total.intervals} intervals without a validated value`] : []),
      ...(Math.abs(filled) > AIM * Math.abs(total.file) ? [`${textOf(filled)} kWh estimated where the file has no value`] : []),
    ],
  };
}

function monthsOf({ byInterval }: FileEnergy, ours: ReadonlyMap<number, number>, zone: string): Map<string, MonthSums> {
  const months = new Map<string, MonthSums>();
  for (const [startMs, kwh] of byInterval) {
    const name = bucketName(startMs, zone, 'month');
    const value = ours.get(startMs) ?? Number.NaN;
    const interval = { file: kwh, ours: Number.isNaN(value) ? 0 : value, intervals: 1, unknown: Number.isNaN(value) ? 1 : 0 };
    const month = months.get(name);
    months.set(name, month ? add(month, interval) : interval);
  }
  return months;
}

function add(left: MonthSums, right: MonthSums): MonthSums {
  return {
    file: left.file + right.file,
    ours: left.ours + right.ours,
    intervals: left.intervals + right.intervals,
    unknown: left.unknown + right.unknown,
  };
}

function furthestMonth(months: ReadonlyMap<string, MonthSums>, total: Sums): string[] {
  const least = (LEAST_MONTH * Math.abs(total.file)) / months.size;
  const [furthest] = [...months].filter(([, { file }]) => Math.abs(file) > least).sort(([, left], [, right]) => offBy(right) - offBy(left));
  return furthest && months.size > 1 && offBy(furthest[1]) > AIM ? [`largest deviation ${furthest[0]}: ${ratioText(furthest[1])}`] : [];
}

function sumKnown(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
}

function verdictOf(sums: Sums): Verdict {
  const off = offBy(sums);
  if (off <= AIM) return 'match';
  return off <= BOUND ? 'within 5 %' : 'error';
}

function offBy({ file, ours }: Sums): number {
  return file === 0 ? Math.abs(ours) : Math.abs(ours / file - 1);
}

function ratioText({ file, ours }: Sums): string {
  return file === 0 ? 'no energy' : `${((100 * ours) / file).toFixed(2)} %`;
}
