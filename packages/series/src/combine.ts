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
// Parameters one by one, and a short loop for each count: the formula is then compiled into the loop of its caller, without a box per number.
export function combine(a: Column, b: Part, c?: Part, d?: Part, e?: Part, f?: Part): Float64Array {
  if (typeof b === 'function') return ofOne(a, b);
  if (typeof c === 'function') return ofTwo(a, b, c);
  if (typeof d === 'function') return ofThree(a, b, c as Column, d);
  if (typeof e === 'function') return ofFour([a, b, c as Column, d as Column], e);
  return ofFive([a, b, c as Column, d as Column, e as Column], f as Formula);
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
type Part = Column | Formula;

function ofOne(a: Column, formula: Formula): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = formula(a[i] as number);
  return out;
}

function ofTwo(a: Column, b: Column, formula: Formula): Float64Array {
  if (b.length !== a.length) return refused(a, b);
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = formula(a[i] as number, b[i] as number);
  return out;
}

function ofThree(a: Column, b: Column, c: Column, formula: Formula): Float64Array {
  if (b.length !== a.length || c.length !== a.length) return refused(a, b, c);
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = formula(a[i] as number, b[i] as number, c[i] as number);
  return out;
}

function ofFour([a, b, c, d]: [Column, Column, Column, Column], formula: Formula): Float64Array {
  const out = new Float64Array(commonLength(a, b, c, d));
  for (let i = 0; i < out.length; i++) out[i] = formula(a[i] as number, b[i] as number, c[i] as number, d[i] as number);
  return out;
}

function ofFive([a, b, c, d, e]: [Column, Column, Column, Column, Column], formula: Formula): Float64Array {
  const out = new Float64Array(commonLength(a, b, c, d, e));
  for (let i = 0; i < out.length; i++) out[i] = formula(a[i] as number, b[i] as number, c[i] as number, d[i] as number, e[i] as number);
  return out;
}

function refused(...columns: Column[]): never {
  throw new RangeError(`columns differ in length: ${columns.map((each) => each.length).join(', ')}`);
}
