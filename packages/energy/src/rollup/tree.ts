import { circularMean } from '@solvane/series/circular';
import { commonLength } from '@solvane/series/combine';
import type { TreeAggregation } from '../signals/calc-types.ts';

/** Values of one enabled child. Disabled ones are left out by the caller: they neither count nor lack. */
export interface TreeChild {
  /** shape (n); NaN is missing. */
  values: Float64Array;
  /** What it counts for: AC rating, DC rating of yields, usable energy of batteries. NaN or 0: not known. */
  capacity: number;
}

export interface TreeValues {
  /** shape (n); NaN where the children say too little. */
  values: Float64Array;
  /** Share of the capacity that has a value, 0 to 1, shape (n). */
  coverage: Float64Array;
}

/** Below this share of the capacity a sum says nothing. */
export const COVERAGE_MIN = 0.5;
/** Below this share of the capacity a sum is marked as partial. */
export const COVERAGE_FULL = 0.9;

const TOLERANCE = 1e-9;

/**
 * Whether a sum over children lacks enough of them to be marked.
 *
 * @param coverage - share of the capacity that has a value
 */
export function isPartialCoverage(coverage: number): boolean {
  return coverage < COVERAGE_FULL - TOLERANCE;
}

/**
 * Values of a parent from those of its children, interval by interval.
 *
 * A sum is the plain sum of what is there, and missing where less than half of the capacity is. Means leave missing children out.
 *
 * @param aggregation - rule of the signal catalogue
 * @param children - enabled ones, each of shape (n)
 * @returns values and coverage, shape (n); all NaN for `none`. Children whose capacity is not known count like the average of the others
 * @throws RangeError when lengths differ, or for `ratio` and `or`, which need other inputs
 * @see inverters of 1000, 500 and 500 kW at 800, 380 and no value → 1180 kW, coverage 0.75
 */
export function aggregateChildren(aggregation: TreeAggregation, children: readonly TreeChild[]): TreeValues {
  const length = commonLength(...children.map((child) => child.values));
  const weights = weightsOf(children);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (aggregation === 'sum') return sumOfChildren(children, weights, length);
  const reduce = REDUCERS[aggregation];
  if (reduce === undefined) throw new RangeError(`No ${aggregation} of single values`);
  const values = new Float64Array(length);
  const coverage = new Float64Array(length);
  const present = new Float64Array(children.length);
  const presentWeights = new Float64Array(children.length);
  for (let i = 0; i < length; i++) {
    let count = 0;
    let covered = 0;
    for (let k = 0; k < children.length; k++) {
      const value = children[k]?.values[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      present[count] = value;
      presentWeights[count] = weights[k] ?? 0;
      covered += weights[k] ?? 0;
      count++;
    }
    coverage[i] = total > 0 ? covered / total : 0;
    values[i] = count === 0 ? Number.NaN : reduce(present.subarray(0, count), presentWeights.subarray(0, count), coverage[i] ?? 0);
  }
  return { values, coverage };
}

/**
 * Ratio of sums over children: Σ numerator / Σ denominator over those that have both.
 *
 * @param children - numerator and denominator of each, shape (n)
 * @returns shape (n); NaN where no child has both or the denominators add up to 0
 * @throws RangeError when lengths differ
 * @see performance ratios 4200/5000 and 1700/2300 kWh → 0.808219, not their mean
 */
export function ratioOfSums(children: readonly { numerator: Float64Array; denominator: Float64Array }[]): Float64Array {
  const length = commonLength(...children.flatMap(({ numerator, denominator }) => [numerator, denominator]));
  const out = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    let over = 0;
    let under = 0;
    for (const { numerator, denominator } of children) {
      const a = numerator[i] ?? Number.NaN;
      const b = denominator[i] ?? Number.NaN;
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      over += a;
      under += b;
    }
    out[i] = under === 0 ? Number.NaN : over / under;
  }
  return out;
}

/** Column by column: the sums of a site are made of hundreds of them. */
function sumOfChildren(children: readonly TreeChild[], weights: readonly number[], length: number): TreeValues {
  const sums = { values: new Float64Array(length), covered: new Float64Array(length) };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let k = 0; k < children.length; k++) {
    const child = children[k];
    if (child) addChild(sums, child.values, weights[k] ?? 0);
  }
  const { values, covered: coverage } = sums;
  for (let i = 0; i < length; i++) {
    const share = total > 0 ? (coverage[i] ?? 0) / total : 0;
    coverage[i] = share;
    if (share < COVERAGE_MIN - TOLERANCE) values[i] = Number.NaN;
  }
  return { values, coverage };
}

function addChild({ values, covered }: { values: Float64Array; covered: Float64Array }, own: Float64Array, weight: number): void {
  for (let i = 0; i < values.length; i++) {
    const value = own[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    values[i] = (values[i] ?? 0) + value;
    covered[i] = (covered[i] ?? 0) + weight;
  }
}

type Reducer = (values: Float64Array, weights: Float64Array, coverage: number) => number;

const REDUCERS: Partial<Record<TreeAggregation, Reducer>> = {
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  cap: weightedMean,
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  circ: (values) => circularMean(values).direction,
  none: () => Number.NaN,
};

function weightedMean(values: Float64Array, weights: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (let k = 0; k < values.length; k++) {
    sum += (values[k] ?? 0) * (weights[k] ?? 0);
    total += weights[k] ?? 0;
  }
  return sum / total;
}

function weightsOf(children: readonly TreeChild[]): number[] {
  const known = children.map((child) => child.capacity).filter((capacity) => capacity > 0);
  const substitute = known.length === 0 ? 1 : known.reduce((sum, capacity) => sum + capacity, 0) / known.length;
  return children.map(({ capacity }) => (capacity > 0 ? capacity : substitute));
}
