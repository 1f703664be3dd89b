import { commonLength } from '@solvane/series/combine';
import { median, quantileOfSorted } from '@solvane/series/quantile';
import { seededRandom } from '@solvane/series/seeded-random';

export interface DegradationOptions {
  /** Local day of each value, rising, shape (n). [d] */
  days: Float64Array;
  /** Performance index against an expectation without degradation, shape (n). */
  index: Float64Array;
  /** Same seed, same interval. */
  seed?: number;
}

export type Degradation =
  | {
      kind: 'rate';
      /** Negative when output falls. [%/yr] */
      rate: number;
      /** 95 % interval. [%/yr] */
      low: number;
      high: number;
      /** Days compared with a day a year before. */
      pairCount: number;
    }
  | { kind: 'insufficientHistory' };

const YEAR_DAYS = 365;
const PARTNER_TOLERANCE_DAYS = 8;
const RESAMPLES = 1000;

/**
 * Degradation by comparing each day with the same day a year before: seasons cancel, single bad days do not count.
 *
 * @param options - daily or weekly index
 * @returns rate and interval; `insufficientHistory` with less than two years or no comparable days
 * @throws RangeError when the lengths differ
 * @see year-on-year method: Jordan, Deline, Kurtz, Kimball & Anderson, IEEE J. Photovoltaics 8 (2018)
 */
export function degradation({ days, index, seed = 1 }: DegradationOptions): Degradation {
  const slopes = slopesOf({ days, index });
  if (slopes.length === 0) return { kind: 'insufficientHistory' };
  const medians = resampledMedians(slopes, seed);
  return {
    kind: 'rate',
    rate: median(slopes),
    low: quantileOfSorted(medians, 0.025),
    high: quantileOfSorted(medians, 0.975),
    pairCount: slopes.length,
  };
}

/**
 * The same rate without its interval, which costs a thousand times as much.
 *
 * @param history - daily or weekly index
 * @returns [%/yr] NaN with less than two years or no comparable days
 * @throws RangeError when the lengths differ
 */
export function degradationRate(history: Pick<DegradationOptions, 'days' | 'index'>): number {
  const slopes = slopesOf(history);
  return slopes.length === 0 ? Number.NaN : median(slopes);
}

/** None with less than two years. */
function slopesOf({ days, index }: Pick<DegradationOptions, 'days' | 'index'>): Float64Array {
  const n = commonLength(days, index);
  const firstDay = days[0] ?? Number.NaN;
  const lastDay = days[n - 1] ?? Number.NaN;
  if (!(lastDay - firstDay + typicalStep(days) >= 2 * YEAR_DAYS)) return new Float64Array(0);
  const firstYear = median(index.filter((_, i) => (days[i] ?? Number.NaN) < firstDay + YEAR_DAYS));
  return yearlySlopes(
    days,
    index.map((value) => value / firstYear),
  );
}

function typicalStep(days: Float64Array): number {
  return median(days.subarray(1).map((day, i) => day - (days[i] ?? Number.NaN)));
}

function yearlySlopes(days: Float64Array, normalised: Float64Array): Float64Array {
  const slopes: number[] = [];
  let partner = 0;
  for (let i = 0; i < days.length; i++) {
    const wanted = (days[i] ?? Number.NaN) - YEAR_DAYS;
    const distance = (at: number) => Math.abs((days[at] ?? Number.POSITIVE_INFINITY) - wanted);
    while (partner + 1 < i && distance(partner + 1) <= distance(partner)) partner++;
    const elapsed = (days[i] ?? Number.NaN) - (days[partner] ?? Number.NaN);
    const change = (normalised[i] ?? Number.NaN) - (normalised[partner] ?? Number.NaN);
    if (distance(partner) <= PARTNER_TOLERANCE_DAYS && !Number.isNaN(change)) slopes.push((100 * change) / (elapsed / YEAR_DAYS));
  }
  return Float64Array.from(slopes);
}

/** Medians of samples drawn with replacement, by rising size. */
function resampledMedians(values: Float64Array, seed: number): Float64Array {
  const sorted = values.slice().sort();
  const random = seededRandom(seed);
  const n = sorted.length;
  const drawn = new Uint32Array(n);
  const medians = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    drawn.fill(0);
    for (let i = 0; i < n; i++) {
      const at = Math.floor(random() * n);
      drawn[at] = (drawn[at] ?? 0) + 1;
    }
    medians[sample] = medianOfCounts(sorted, drawn);
  }
  return medians.sort();
}

/** Median of ordered values that occur several times each: counting up to the middle costs less than sorting every sample. */
function medianOfCounts(sorted: Float64Array, counts: Uint32Array): number {
  const n = sorted.length;
  const [lowRank, highRank] = [Math.floor((n - 1) / 2), Math.ceil((n - 1) / 2)];
  let [passed, low] = [0, Number.NaN];
  for (let i = 0; i < n; i++) {
    const before = passed;
    passed += counts[i] ?? 0;
    if (before <= lowRank && passed > lowRank) low = sorted[i] ?? Number.NaN;
    if (passed > highRank) return (low + (sorted[i] ?? Number.NaN)) / 2;
  }
  return Number.NaN;
}
