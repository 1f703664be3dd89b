import type { DerivedColumns, ValidatedColumns } from '../signal-store.ts';
import type { WritableColumn } from '../sql/native-format.ts';
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

export function pointColumns(points: ValidatedColumns | DerivedColumns): WritableColumn[] {
  const shared = [...keyColumns(points), number('value', points.values)];
  if ('weights' in points) return [...shared, number('weight', points.weights)];
  return [...shared, { name: 'flags', type: 'UInt32', values: points.flags }, { name: 'method', type: 'UInt8', values: points.methods }];
}

/** Of points that are no more. */
export function gonePointColumns(points: Pick<ValidatedColumns, 'series' | 'timesMs'>): WritableColumn[] {
  return [...keyColumns(points), number('value', new Float64Array(points.series.length).fill(Number.NaN))];
}

export function keyColumns({ series, timesMs }: Pick<ValidatedColumns, 'series' | 'timesMs'>): WritableColumn[] {
  return [
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: TIME, values: timesMs },
  ];
}

export function number(name: string, values: Float64Array): WritableColumn {
  return { name, type: 'Float64', values };
}

/** A part that is alone is not copied: it may be a month of a site. */
function joinColumns(parts: readonly (readonly WritableColumn[])[]): readonly WritableColumn[] {
  const [first = []] = parts;
  if (parts.length <= 1) return first;
  return first.map((column, c): WritableColumn => {
    if (column.type === 'String') throw new RangeError('Computed rows have no texts');
    const values = new Float64Array(parts.reduce((sum, part) => sum + (part[c]?.values.length ?? 0), 0));
    let at = 0;
    for (const part of parts) {
      const own = part[c];
      if (own && own.type !== 'String') values.set(own.values, at);
      at += own?.values.length ?? 0;
    }
    return { ...column, values };
  });
}

/** The same rows in fewer bytes: what is 0 throughout is what a table has of its own accord, and whole seconds take half as much room as milliseconds. */
function lightest(columns: readonly WritableColumn[]): WritableColumn[] {
  return columns.flatMap((column, c) => {
    if (column.type === TIME) {
      const seconds = wholeSeconds(column.values);
      return seconds ? { name: column.name, type: SECONDS, values: seconds } : column;
    }
    // The number of rows is that of the first column. Days of the engine begin in 1900 of their own accord.
    const isLeftOut = c > 0 && column.type !== 'String' && column.type !== 'Date32' && isZero(column.values);
    return isLeftOut ? [] : column;
  });
}

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
