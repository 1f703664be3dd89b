import { isArrays, type WritableArrays, type WritableColumn } from '../sql/native-format.ts';
import { VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Rows for a table in parts with the same columns. */
export interface InsertedRows {
  table: string;
  parts: readonly (readonly WritableColumn[])[];
  /** Default: now. */
  version?: string;
}

/** Rows of which none is in the parts twice, so that the engine need not look for that. */
export async function insertRows(
  database: SignalDatabase,
  { table, parts, version }: InsertedRows,
  options: StatementOptions,
): Promise<void> {
  const columns = lightest(joinColumns(parts.filter(([first]) => first && first.values.length > 0)));
  if (columns.length === 0) return;
  const names = columns.map(({ name }) => name).join(', ');
  const ofVersion = version === undefined ? VERSION_NOW : `toUInt64(${version})`;
  await database.insertFrom({
    ...options,
    statement: (source) =>
      `insert into ${database.name}.${table} (${names}, version) select ${names}, ${ofVersion} as version from ${source} settings optimize_on_insert = 0`,
    data: columns,
  });
}

const TIME = "DateTime64(3, 'UTC')";
const SECONDS = "DateTime('UTC')";

/** A part that is alone is not copied: it may be a month of a site. */
function joinColumns(parts: readonly (readonly WritableColumn[])[]): readonly WritableColumn[] {
  const [first = []] = parts;
  if (parts.length <= 1) return first;
  return first.map((column, c): WritableColumn => {
    const own = parts.flatMap((part) => part[c] ?? []);
    if (column.type === 'String') throw new RangeError('Computed rows have no texts');
    const values = joinNumbers(own.flatMap((each) => (each.type === 'String' ? [] : [each.values])));
    return isArrays(column) ? { ...column, values, ends: joinEnds(own.filter(isArrays)) } : { ...column, values };
  });
}

function joinNumbers(parts: readonly ArrayLike<number>[]): Float64Array {
  const values = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    values.set(part, at);
    at += part.length;
  }
  return values;
}

function joinEnds(parts: readonly WritableArrays[]): Float64Array {
  const ends = joinNumbers(parts.map((part) => part.ends));
  let [row, before] = [0, 0];
  for (const part of parts) {
    for (const end = row + part.ends.length; row < end; row++) ends[row] = (ends[row] ?? 0) + before;
    before += part.values.length;
  }
  return ends;
}

/** The same rows in fewer bytes: what is 0 throughout is what a table has of its own accord, and whole seconds take half as much room as milliseconds. */
function lightest(columns: readonly WritableColumn[]): WritableColumn[] {
  return columns.flatMap((column, c) => {
    if (column.type === TIME) {
      const seconds = wholeSeconds(column.values);
      return seconds ? { name: column.name, type: SECONDS, values: seconds } : column;
    }
    // The number of rows is that of the first column. Days of the engine begin in 1900 of their own accord.
    const isLeftOut =
      c > 0 && !NEVER_LEFT_OUT.has(column.name) && column.type !== 'String' && column.type !== 'Date32' && isZero(column.values);
    return isLeftOut ? [] : column;
  });
}

/** What a chunk consists of. */
const NEVER_LEFT_OUT = new Set(['offsets', 'values']);

/** -0 is another value than 0. */
function isZero(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i++) if (!Object.is(values[i], 0)) return false;
  return true;
}

/** undefined: they have fractions, or lie beyond what 32 bits can say (1970 to 2106). */
function wholeSeconds(timesMs: ArrayLike<number>): Uint32Array | undefined {
  const seconds = new Uint32Array(timesMs.length);
  for (let i = 0; i < timesMs.length; i++) {
    const own = (timesMs[i] ?? Number.NaN) / 1000;
    seconds[i] = own;
    if (seconds[i] !== own) return undefined;
  }
  return seconds;
}
