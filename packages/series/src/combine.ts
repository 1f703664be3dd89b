/**
 * Applies a formula point by point to columns of equal length.
 *
 * The formula sees NaN where a column has no value; ordinary arithmetic then gives NaN, so missing stays missing.
 *
 * @param columns - one to five columns, each of shape (n)
 * @param formula - called once per point with one number of each column
 * @returns what the formula gave, shape (n)
 * @throws RangeError when the lengths differ
 */
export function combine(a: Column, formula: (a: number) => number): Float64Array;
export function combine(a: Column, b: Column, formula: (a: number, b: number) => number): Float64Array;
export function combine(a: Column, b: Column, c: Column, formula: (a: number, b: number, c: number) => number): Float64Array;
export function combine(
  a: Column,
  b: Column,
  c: Column,
  d: Column,
  formula: (a: number, b: number, c: number, d: number) => number,
): Float64Array;
export function combine(
  a: Column,
  b: Column,
  c: Column,
  d: Column,
  e: Column,
  formula: (a: number, b: number, c: number, d: number, e: number) => number,
): Float64Array;
export function combine(...columnsThenFormula: (Column | Formula)[]): Float64Array {
  const formula = columnsThenFormula.at(-1) as Formula;
  const columns = columnsThenFormula.slice(0, -1) as Column[];
  const length = commonLength(...columns);
  const [a, b, c, d, e] = columns as [Column, Column, Column, Column, Column];
  const out = new Float64Array(length);
  switch (columns.length) {
    case 1:
      for (let i = 0; i < length; i++) out[i] = formula(a[i] as number);
      return out;
    case 2:
      for (let i = 0; i < length; i++) out[i] = formula(a[i] as number, b[i] as number);
      return out;
    case 3:
      for (let i = 0; i < length; i++) out[i] = formula(a[i] as number, b[i] as number, c[i] as number);
      return out;
    case 4:
      for (let i = 0; i < length; i++) out[i] = formula(a[i] as number, b[i] as number, c[i] as number, d[i] as number);
      return out;
    default:
      for (let i = 0; i < length; i++) {
        out[i] = formula(a[i] as number, b[i] as number, c[i] as number, d[i] as number, e[i] as number);
      }
      return out;
  }
}

/**
 * The length all columns share.
 *
 * @param columns - columns that belong to the same points
 * @returns n; 0 without columns
 * @throws RangeError when the lengths differ
 */
export function commonLength(...columns: readonly ArrayLike<number>[]): number {
  const length = columns[0]?.length ?? 0;
  for (const column of columns) {
    if (column.length !== length) throw new RangeError(`columns differ in length: ${columns.map((each) => each.length).join(', ')}`);
  }
  return length;
}

type Column = Float64Array;
type Formula = (...values: number[]) => number;
