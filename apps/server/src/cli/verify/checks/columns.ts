import type { Value } from '../compare.ts';
import type { Table } from '../table.ts';

export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
}

export function meanOf(values: Float64Array): number {
  const valid = values.filter((value) => !Number.isNaN(value));
  return sumOf(valid) / valid.length;
}

/** Values at the rows whose text begins with a prefix. */
export function atPrefix(values: Float64Array, texts: readonly string[], prefix: string): Float64Array {
  return values.filter((_, i) => texts[i]?.startsWith(prefix));
}

export function maxOf(values: Float64Array): number {
  return values.reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);
}

/** One row of a table as the inputs of a formula: each row has its own place. */
export function eachRow(table: Table, value: (row: (column: string) => number, timeMs: number) => number): Float64Array {
  const columns = new Map<string, Float64Array>();
  const read = (column: string): Float64Array => {
    const numbers = columns.get(column) ?? table.numbers(column);
    columns.set(column, numbers);
    return numbers;
  };
  return Float64Array.from(table.texts('time_utc'), (time, i) => value((column) => read(column)[i] ?? Number.NaN, Date.parse(time)));
}

export function one(value: number): Float64Array {
  return Float64Array.of(value);
}

export function only(column: Float64Array): number {
  return column[0] ?? Number.NaN;
}

/** Columns as values to compare, at the rows where the reference has a value. */
export function whereKnown(reference: Float64Array, values: Float64Array): Value {
  return Object.fromEntries(
    [...reference.keys()].flatMap((i) => (Number.isNaN(reference[i]) ? [] : [[`row ${i + 1}`, values[i] ?? null] as const])),
  );
}
