import type { ColumnProfile, TimeCells, UnknownTable } from '../../../../signals/unknown-table.ts';
import { isNothing, wordsOf } from './cell-text.ts';
import { guessSignal, isGuess } from './guess-signal.ts';

/** Columns of a table by what they are for. Time columns are none of them. */
export interface Table {
  columns: readonly string[];
  profiles: readonly ColumnProfile[];
}

const MOST_NAMES = 2_000;
const MOST_DEVICES = 5_000;
/** Most telling first. */
const DEVICE_NAMES = [
  /\b(turbine|wtg|wt|inverter|wechselrichter|device|asset|equipment|station|duid|serial|logger|sensor|unit)\b/,
  /\b(site|plant|park|farm|system|randid|location|meter|name|id)\b/,
];
const NAME_NAMES = /\b(name|tag|signal|param\w*|variable|point|measure\w*|meas|channel|metric|quantity|attribute|item)\b/;
const VALUE_NAMES = /\b(val|value|values|reading|wert|messwert|värde|valeur)\b/;

/** The columns of names and of values of a file with one value per row. */
export async function findLong(
  file: UnknownTable,
  table: Table,
): Promise<{ nameColumn: string; valueColumn: string; names: string[] } | undefined> {
  const measured = listMeasured(table);
  const values = measured.filter((column) => VALUE_NAMES.test(nameOf(column)));
  const valueColumn = values[0];
  if (valueColumn === undefined || measured.some((column) => isKnown(column))) return undefined;
  const candidates = listTexts(table).filter((column) => NAME_NAMES.test(nameOf(column)) || columnOf(table, column).distinct > 1);
  const judged = [];
  for (const column of candidates) {
    const names = await listNames(file, column, MOST_NAMES);
    const known = names.filter(isKnown).length;
    judged.push({ column, names, score: known + (NAME_NAMES.test(nameOf(column)) ? 0.5 : 0) });
  }
  const best = judged
    .filter(({ names, score }) => names.length <= MOST_NAMES && score > 0)
    .sort((left, right) => right.score - left.score)[0];
  return best && { nameColumn: best.column, valueColumn, names: best.names };
}

/** The column that says whose row it is: by its name, or because rows of one time differ in it. */
export async function findDevice(
  file: UnknownTable,
  { table, time, hasRepeatedTimes }: { table: Table; time: TimeCells; hasRepeatedTimes: boolean },
): Promise<{ column: string; names: string[]; isNamed: boolean } | undefined> {
  const possible = table.columns.filter((column) => isDevicePossible(table, column));
  const named = DEVICE_NAMES.flatMap((pattern) => possible.filter((column) => pattern.test(nameOf(column)) && !isKnown(column)));
  const column = named[0] ?? (hasRepeatedTimes ? await findDivider(file, time, listTexts(table)) : undefined);
  if (column === undefined) return undefined;
  const names = await listNames(file, column, MOST_DEVICES);
  return names.length > MOST_DEVICES ? undefined : { column, names, isNamed: named.length > 0 };
}

/** Columns with numbers, but for those that number something. */
export function listMeasured({ columns, profiles }: Table): string[] {
  return columns.filter((_, index) => {
    const profile = profiles[index];
    return profile !== undefined && profile.numbers > 0 && profile.numbers >= profile.filled / 2;
  });
}

function listTexts(table: Table): string[] {
  const measured = new Set(listMeasured(table));
  return table.columns.filter((column) => !measured.has(column) && columnOf(table, column).filled > 0);
}

function isDevicePossible(table: Table, column: string): boolean {
  const { filled, numbers, distinct, min, max } = columnOf(table, column);
  if (filled === 0 || distinct > MOST_DEVICES || distinct > Math.max(10, filled * 0.5)) return false;
  if (numbers < filled / 2) return true;
  // Numbers of devices are whole and few; `Inverter 1`, `Inverter 2` are columns of values.
  const alike = table.columns.filter((other) => stemOf(other) === stemOf(column)).length;
  return alike === 1 && distinct <= 500 && Number.isInteger(min) && Number.isInteger(max);
}

/** A name without its numbers: `inv1_power` and `inv12_power` share one. */
export function stemOf(column: string): string {
  return column.replaceAll(/\d+/g, '#');
}

/** A column that makes rows of one time different. */
async function findDivider(file: UnknownTable, time: TimeCells, columns: readonly string[]): Promise<string | undefined> {
  if (columns.length === 0) return undefined;
  const { rows, pairs } = await file.countPairs(time, columns);
  return columns.find((_, index) => (pairs[index] ?? 0) >= rows * 0.97);
}

async function listNames(file: UnknownTable, column: string, most: number): Promise<string[]> {
  const names = await file.readDistinct(column, most);
  // A head that is repeated inside the file is no device.
  return names.filter((name) => !isNothing(name) && name !== column);
}

function columnOf({ columns, profiles }: Table, column: string): ColumnProfile {
  return (
    profiles[columns.indexOf(column)] ?? {
      filled: 0,
      numbers: 0,
      distinct: 0,
      min: Number.NaN,
      max: Number.NaN,
      low: 0,
      median: 0,
      high: 0,
    }
  );
}

function isKnown(name: string): boolean {
  return isGuess(guessSignal(name, { unit: '', profile: undefined, plant: 'unknown', isModelled: false }));
}

function nameOf(column: string): string {
  return wordsOf(column).join(' ');
}
