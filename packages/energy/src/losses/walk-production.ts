import type { IntervalLoss } from './interval-loss.ts';

/** A generator over a period, columns of shape (n). [kWh] NaN: not known */
export interface WalkColumns {
  interval: Pick<IntervalLoss, 'expected' | 'produced'>;
  /** Expectation as far as the grid connection can take it. */
  expectedAtConnection: Float64Array;
  /** What the grid meter shows where production is not known. Absent: nothing */
  estimated?: Float64Array;
  /** 1 where there is nothing to produce and loggers may be silent. */
  dark?: Uint8Array;
}

/** Energy that a walk cannot give to any cause, because production or expectation are missing. [kWh] */
export interface WalkGaps {
  /** Expected where production is not known, and of it what the grid connection can take. */
  expected: number;
  expectedAtConnection: number;
  /** What the grid meter shows of it. */
  estimated: number;
  /** Produced where nothing is known to be expected. */
  withoutExpectation: number;
  /** Intervals of devices in which production, and in which only the expectation, was missing. */
  noDataIntervals: number;
  withoutExpectationIntervals: number;
}

/** Expectation and production of generators, and what of them is missing. [kWh] */
export interface ProductionSums {
  expected: number;
  /** What the grid connection cannot take of the expectation, not positive. */
  gridLimit: number;
  /** Produced, and what the grid meter shows of production that is not known. */
  gross: number;
  gaps: WalkGaps;
}

/** @returns sums of no generators */
export function noProduction(): ProductionSums {
  return {
    expected: 0,
    gridLimit: 0,
    gross: 0,
    gaps: {
      expected: 0,
      expectedAtConnection: 0,
      estimated: 0,
      withoutExpectation: 0,
      noDataIntervals: 0,
      withoutExpectationIntervals: 0,
    },
  };
}

/**
 * Adds a generator to the sums a walk is made of: no interval is counted as perfect because something about it is missing.
 *
 * @param sums - changed
 * @param columns - of the generator
 */
export function addProductionOf(sums: ProductionSums, { interval, expectedAtConnection, estimated, dark }: WalkColumns): void {
  const { gaps } = sums;
  const { expected, produced } = interval;
  for (let i = 0; i < expected.length; i++) {
    const wanted = expected[i] ?? Number.NaN;
    const made = produced[i] ?? Number.NaN;
    const isKnown = !Number.isNaN(made);
    if (isKnown) sums.gross += made;
    if (Number.isNaN(wanted)) {
      if (isKnown) gaps.withoutExpectation += made;
      if (made > 0) gaps.withoutExpectationIntervals++;
      else if (!isKnown && dark?.[i] !== 1) gaps.noDataIntervals++;
      continue;
    }
    const through = expectedAtConnection[i] ?? wanted;
    sums.expected += wanted;
    sums.gridLimit += through - wanted;
    if (isKnown) continue;
    const shown = estimated?.[i] ?? 0;
    sums.gross += shown;
    gaps.expected += wanted;
    gaps.expectedAtConnection += through;
    gaps.estimated += shown;
    if (wanted > 0) gaps.noDataIntervals++;
  }
}

/**
 * Whether anything of a period is missing.
 *
 * @param gaps - of it
 */
export function hasGaps({ expected, withoutExpectation, noDataIntervals, withoutExpectationIntervals }: WalkGaps): boolean {
  return expected > 0 || withoutExpectation > 0 || noDataIntervals + withoutExpectationIntervals > 0;
}

/**
 * What can be compared: expectation and production of the intervals that have both.
 *
 * @param sums - of a walk. [kWh] `gaps` absent: nothing is missing
 * @returns [kWh]
 */
export function comparableProduction({ expected, gross, gaps }: { expected: number; gross: number; gaps?: WalkGaps }): {
  expected: number;
  produced: number;
} {
  if (!gaps) return { expected, produced: gross };
  return { expected: expected - gaps.expected, produced: gross - gaps.estimated - gaps.withoutExpectation };
}
