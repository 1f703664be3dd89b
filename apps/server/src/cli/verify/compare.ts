import type { Tolerance } from './data-set.ts';

/** A number or text, or lists and records of these, as expected.json holds them. */
export type Value = number | string | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** What came of a check. */
export type Outcome =
  /** `expected`: where expected.json only names a file. `omitted`: why parts of the expected value have no counterpart. `note`: how ours was found, or why it differs. */
  | { kind: 'compared'; ours: Value; expected?: Value; omitted?: string; note?: string }
  | { kind: 'notApplicable'; reason: string }
  | { kind: 'notBuilt'; reason: string };

export function compared(ours: Value, more: { expected?: Value; omitted?: string; note?: string } = {}): Outcome {
  return { kind: 'compared', ours, ...more };
}

export function notApplicable(reason: string): Outcome {
  return { kind: 'notApplicable', reason };
}

export function notBuilt(reason: string): Outcome {
  return { kind: 'notBuilt', reason };
}

export interface Leaf {
  path: string;
  expected: number | string | boolean | null;
  /** undefined: nothing was found for it. */
  ours: number | string | boolean | null | undefined;
  /** Difference in parts of what the tolerance allows; more than 1 is too much. */
  excess: number;
}

export interface Comparison {
  leaves: readonly Leaf[];
  /** Leaves that have no counterpart, with a reason that says so. */
  omitted: number;
  differing: readonly Leaf[];
  worst: Leaf | undefined;
}

/** Compares leaf by leaf. Names of ours that are not expected are ignored; what is expected and missing in ours differs, unless a reason is given. */
export function compareValues(
  expected: Value,
  ours: Value | undefined,
  { tolerance, mayOmit }: { tolerance: Tolerance; mayOmit: boolean },
): Comparison {
  const all = leavesOf('', expected, ours, tolerance);
  const leaves = mayOmit ? all.filter((leaf) => leaf.ours !== undefined) : all;
  const differing = leaves.filter(({ excess }) => !(excess <= 1));
  const worst = leaves.reduce<Leaf | undefined>((most, leaf) => (most === undefined || isWorse(leaf, most) ? leaf : most), undefined);
  return { leaves, omitted: all.length - leaves.length, differing, worst };
}

function isWorse(leaf: Leaf, most: Leaf): boolean {
  return Number.isNaN(leaf.excess) ? !Number.isNaN(most.excess) : leaf.excess > most.excess;
}

function leavesOf(path: string, expected: Value, ours: Value | undefined, tolerance: Tolerance): Leaf[] {
  if (expected === null || typeof expected !== 'object') {
    const found = ours === undefined || ours === null || typeof ours !== 'object' ? ours : undefined;
    return [{ path, expected, ours: found, excess: excessOf(expected, found, tolerance) }];
  }
  const entries: [string, Value][] = Array.isArray(expected)
    ? expected.map((value: Value, i) => [String(i), value])
    : Object.entries(expected as { [name: string]: Value });
  return entries.flatMap(([name, value]) => leavesOf(path ? `${path}.${name}` : name, value, memberOf(ours, name), tolerance));
}

function memberOf(value: Value | undefined, name: string): Value | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return Array.isArray(value) ? value[Number(name)] : (value as { [name: string]: Value })[name];
}

/** Numbers in binary carry an error of their own, also where an exact match is asked for. */
const ROUNDING = 1e-9;

function excessOf(expected: Leaf['expected'], ours: Leaf['ours'], { abs = 0, rel = 0, seconds, max }: Tolerance): number {
  if (typeof expected !== 'number') return expected === ours ? 0 : Number.NaN;
  if (typeof ours !== 'number') return Number.NaN;
  if (max !== undefined) return ours <= max ? 0 : ours / max;
  const allowed = Math.max(abs, rel * Math.abs(expected), seconds ?? 0, ROUNDING * Math.max(1, Math.abs(expected)));
  return Math.abs(ours - expected) / allowed;
}
