/** A number, a list or column of numbers, or a record of these. */
export type Numbers = number | ArrayLike<number> | { readonly [name: string]: Numbers };

export interface Tolerance {
  /** Allowed difference as a share of the expected value. */
  relative?: number;
  /** Allowed difference whatever the value. */
  absolute?: number;
}

/**
 * Where numbers differ from what was expected: use as `expect(differences(actual, expected)).toEqual([])`.
 *
 * A value is accepted when either tolerance accepts it; NaN equals NaN only. Names of `actual` that are not expected are ignored.
 */
export function differences(actual: unknown, expected: Numbers, tolerance: Tolerance = {}): string[] {
  return differencesAt('', actual, expected, tolerance);
}

/** Tolerance of a number printed with some decimals: half a unit of the last one, or one millionth if that is larger. */
export function printed(decimals: number): Tolerance {
  return { absolute: 0.5000001 * 10 ** -decimals, relative: 1e-6 };
}

function differencesAt(path: string, is: unknown, wanted: Numbers, tolerance: Tolerance): string[] {
  if (typeof wanted === 'number') return isClose(is, wanted, tolerance) ? [] : [`${path || 'value'}: ${String(is)} instead of ${wanted}`];
  if (!isList(wanted)) {
    const record = is as Record<string, unknown> | undefined;
    return Object.entries(wanted).flatMap(([name, value]) =>
      differencesAt(path ? `${path}.${name}` : name, record?.[name], value, tolerance),
    );
  }
  if (!isList(is) || is.length !== wanted.length) {
    return [`${path || 'list'}: length ${isList(is) ? is.length : undefined} instead of ${wanted.length}`];
  }
  return Array.from(wanted).flatMap((value, i) => differencesAt(`${path}[${i}]`, is[i], value, tolerance));
}

function isClose(is: unknown, wanted: number, { relative = 1e-9, absolute = 1e-12 }: Tolerance): boolean {
  return Object.is(is, wanted) || (typeof is === 'number' && Math.abs(is - wanted) <= Math.max(absolute, relative * Math.abs(wanted)));
}

function isList(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}
