import { ESTIMATED_MASK, QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import type { MethodName } from '@solvane/energy/quality/method-attributes';
import { isMethodName, QUALITY_METHODS } from '@solvane/energy/quality/methods';

/** Runs of one rule along time. */
export interface FlagLane {
  method: MethodName;
  kind: 'removed' | 'replaced';
  intervals: number;
  /** First and last index of each run, both included. */
  runs: readonly (readonly [first: number, last: number])[];
}

const METHODS = Object.keys(QUALITY_METHODS).filter(isMethodName);

/** A lane for each rule that marked or supplied an interval, tests first, each in the order of the specification. */
export function flagLanes(flags: readonly number[]): FlagLane[] {
  const lanes = METHODS.flatMap((method): FlagLane[] => {
    const { flag, kind } = QUALITY_METHODS[method];
    if (flag === 0) return [];
    const runs = runsOf(flags, (bits) => (bits & flag) !== 0);
    const intervals = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    // Nights are no repair.
    if (intervals === 0 || method === 'nightTimeCorrectedValue') return [];
    return [{ method, kind: kind === 'test' ? 'removed' : 'replaced', intervals, runs }];
  });
  return [...lanes.filter(({ kind }) => kind === 'removed'), ...lanes.filter(({ kind }) => kind === 'replaced')];
}

export type PointState = 'good' | 'estimated' | 'manual' | 'none';

export function pointState(bits: number): PointState {
  if ((bits & QUALITY_FLAGS.NO_VALUE) !== 0) return 'none';
  if ((bits & QUALITY_FLAGS.MANUAL_VALUE) !== 0) return 'manual';
  return (bits & ESTIMATED_MASK) === 0 ? 'good' : 'estimated';
}

/** Whether a measured value does not count: it arrived, and something else is shown or nothing. */
export function isRemoved(bits: number, raw: number | null, value: number | null): boolean {
  return raw !== null && (bits & (ESTIMATED_MASK | QUALITY_FLAGS.NO_VALUE | QUALITY_FLAGS.MANUAL_VALUE)) !== 0 && raw !== value;
}

export function runsOf<T>(values: readonly T[], isIn: (value: T, index: number) => boolean): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    if (!isIn(value, index)) continue;
    const run = runs.at(-1);
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}
