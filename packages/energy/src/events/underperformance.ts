import { commonLength } from '@solvane/series/combine';
import { median, medianAbsoluteDeviation, ROBUST_SIGMA_SCALE } from '@solvane/series/quantile';
import type { IntervalGrid } from '../time/interval.ts';
import type { Period } from '../time/local-day.ts';

/** Half of a local day, from midnight or noon on, or all of it. */
export type BlockKind = 'half' | 'day';

/** What a generator made of a half or a whole local day. */
export interface PerformanceBlock extends Period {
  kind: BlockKind;
  /** Expected energy as a share of the rating over the whole block, 0 to 1. */
  load: number;
  /** (Σ actual − Σ expected) / Σ expected over the intervals that have both; negative is too little. */
  residual: number;
  /** Whether an event that bears a loss explains a part of it: that part is left out of both sums. */
  isDisturbed: boolean;
}

export interface PerformanceBlockOptions {
  /** Of one local day. */
  grid: IntervalGrid;
  /** shape (count). [kWh] NaN: not known */
  energy: Float64Array;
  /** shape (count). [kWh] NaN: not known */
  expectedEnergy: Float64Array;
  /** 1 where an event explains the interval, shape (count). */
  explained?: Uint8Array;
  /** [kW] */
  rating: number;
  /** Of the local day. */
  startMs: number;
  noonMs: number;
  endMs: number;
}

/** Share of the rating that has to be expected over a block: below it, scatter is larger than any fault. */
const LEAST_LOAD = 0.1;
/** Share of the expectation below which a block is too low. */
const LOW_SHARE: Readonly<Record<BlockKind, number>> = { half: 0.8, day: 0.85 };

/**
 * The blocks of a day that are over and in which enough was expected. An interval belongs to the block it begins in.
 *
 * @param options - energies of a generator
 * @returns by start, halves first; none without a rating
 * @throws RangeError when the lengths differ
 */
export function performanceBlocks(options: PerformanceBlockOptions): PerformanceBlock[] {
  const { startMs, noonMs, endMs, rating } = options;
  commonLength(options.energy, options.expectedEnergy, ...(options.explained ? [options.explained] : []));
  const morning = sumsOf({ startMs, endMs: noonMs }, options);
  const afternoon = sumsOf({ startMs: noonMs, endMs }, options);
  const both: BlockSums = {
    actual: morning.actual + afternoon.actual,
    expected: morning.expected + afternoon.expected,
    isDisturbed: morning.isDisturbed || afternoon.isDisturbed,
  };
  return [
    toBlock(morning, { kind: 'half', startMs, endMs: noonMs, rating }),
    toBlock(afternoon, { kind: 'half', startMs: noonMs, endMs, rating }),
    toBlock(both, { kind: 'day', startMs, endMs, rating }),
  ].filter(({ load }) => load > LEAST_LOAD);
}

interface BlockSums {
  /** [kWh] NaN: the block is not over */
  actual: number;
  expected: number;
  isDisturbed: boolean;
}

function sumsOf(period: Period, { grid, energy, expectedEnergy, explained }: PerformanceBlockOptions): BlockSums {
  const first = Math.ceil((period.startMs - grid.startMs) / grid.stepMs);
  const last = Math.ceil((period.endMs - grid.startMs) / grid.stepMs);
  if (first < 0 || last > grid.count) return { actual: Number.NaN, expected: Number.NaN, isDisturbed: false };
  let actual = 0;
  let expected = 0;
  let isDisturbed = false;
  for (let i = first; i < last; i++) {
    if (explained?.[i] === 1) {
      isDisturbed = true;
      continue;
    }
    const made = energy[i] ?? Number.NaN;
    const wanted = expectedEnergy[i] ?? Number.NaN;
    if (Number.isNaN(made + wanted)) continue;
    actual += Math.max(0, made);
    expected += wanted;
  }
  return { actual, expected, isDisturbed };
}

function toBlock(
  { actual, expected, isDisturbed }: BlockSums,
  { rating, ...block }: Pick<PerformanceBlock, 'kind' | 'startMs' | 'endMs'> & { rating: number },
): PerformanceBlock {
  const hours = (block.endMs - block.startMs) / 3_600_000;
  return { ...block, load: expected / (rating * hours), residual: (actual - expected) / expected, isDisturbed };
}

/** How much blocks without a fault differ from their expectation. */
export interface BlockScatter {
  /** Of the residuals, limited to what an expectation may be wrong by. */
  median: number;
  /** Standard deviation of the residuals, robust. */
  spread: number;
}

/** Undisturbed blocks of one kind, columns of one length. */
export interface BlockHistory {
  load: Float64Array;
  residual: Float64Array;
}

const LOAD_CLASS = 0.2;
const LEAST_BLOCKS = 10;
/** An expectation that is wrong by more than this is a fault of the device or of its metadata. */
const LARGEST_BIAS = 0.05;
const SPREADS_BELOW = 3;

/**
 * Scatter of the blocks of one load class. A class with few blocks takes lower ones along, which scatter more; never higher ones.
 *
 * @param history - undisturbed blocks of the device and kind
 * @param load - of the block to judge
 * @returns undefined with fewer than ten blocks up to that class
 * @throws RangeError when the lengths differ
 */
export function blockScatter({ load: loads, residual }: BlockHistory, load: number): BlockScatter | undefined {
  commonLength(loads, residual);
  const classes = loads.map(loadClass);
  let lowest = loadClass(load);
  const chosen = (): Float64Array =>
    residual.filter((_, i) => (classes[i] ?? Number.NaN) >= lowest && (classes[i] ?? Number.NaN) <= loadClass(load));
  let residuals = chosen();
  while (residuals.length < LEAST_BLOCKS && lowest > 0) {
    lowest -= 1;
    residuals = chosen();
  }
  if (residuals.length < LEAST_BLOCKS) return undefined;
  const middle = median(residuals);
  return {
    median: Math.min(LARGEST_BIAS, Math.max(-LARGEST_BIAS, middle)),
    spread: ROBUST_SIGMA_SCALE * medianAbsoluteDeviation(residuals, middle),
  };
}

/**
 * Whether a block may be too low: below the share of its expectation that scatter rarely reaches.
 *
 * @param block - of a generator
 */
export function isLowBlock({ kind, residual }: Pick<PerformanceBlock, 'kind' | 'residual'>): boolean {
  return residual < LOW_SHARE[kind] - 1;
}

/**
 * Whether a low block is no scatter: it lies further below the device's own blocks than three of their spreads.
 *
 * @param block - of a generator
 * @param scatter - of its load class; undefined: too little is known to tell
 * @see energy handbook P.7
 */
export function isUnderperforming(block: Pick<PerformanceBlock, 'kind' | 'residual'>, scatter: BlockScatter | undefined): boolean {
  return scatter !== undefined && isLowBlock(block) && block.residual < scatter.median - SPREADS_BELOW * scatter.spread;
}

/** An expectation beyond the rating is as high as can be. */
function loadClass(load: number): number {
  return Math.min(Math.floor(1 / LOAD_CLASS) - 1, Math.floor(load / LOAD_CLASS + 1e-9));
}
