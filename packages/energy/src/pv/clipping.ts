import { combine, commonLength } from '@solvane/series/combine';
import { quantileOfSorted } from '@solvane/series/quantile';
import { findRuns, type Run } from '@solvane/series/runs';
import type { ModulePlane } from './clear-sky-model.ts';

export interface RatedClippingOptions {
  /** AC power, shape (n). [kW] */
  power: Float64Array;
  /** AC rating. [kW] */
  acRating: number;
  /** 1 while the device is told to produce less, shape (n): constant power is then an order, not a limit of the device. */
  curtailed?: Uint8Array;
}

export interface PlateauClippingOptions {
  /** AC power of one local day, shape (n). [kW] */
  power: Float64Array;
  /** Trackers keep a flat top by themselves, so more points have to agree. */
  isTracker: boolean;
  /** 1 while the device is told to produce less, shape (n). */
  curtailed?: Uint8Array;
}

const AT_RATING = 0.99;
const SHORTEST_RUN = 2;
/** A limit holds power together: the middle half of a run spans no more of its median. */
const LARGEST_SPREAD = 0.015;
/** What lies lower at the ends of a run is the way to the limit and from it. */
const RAMP_SHARE = 0.997;
const IGNORED_SHARE_OF_DAY_MAXIMUM = 0.1;
const PLATEAU_WINDOW = { fixed: 3, tracker: 5 };
const FLAT_PERCENT = 0.2;
const LEVEL_PERCENT = 2.5;

/**
 * Intervals in which an inverter of known rating stands at its limit: runs close to the rating that are as flat as a limit makes them, without
 * their ramps.
 *
 * @param options - power and rating
 * @returns 1 where clipped, shape (n); missing power is never clipped
 * @throws RangeError when the lengths differ
 * @see 998, 1000, 1000, 999, 1000 of 1000 kW are clipped; 991, 1010, 1030, 1010, 991 are a bright day above a rating that is stated too low
 */
export function clippedAtRating({ power, acRating, curtailed }: RatedClippingOptions): Uint8Array {
  const n = commonLength(power, ...(curtailed ? [curtailed] : []));
  const isAtLimit = (i: number) => (power[i] ?? Number.NaN) >= AT_RATING * acRating && curtailed?.[i] !== 1;
  const flags = new Uint8Array(n);
  for (const run of findRuns(n, isAtLimit)) {
    const { start, end } = plateauOf(power, run);
    if (end - start >= SHORTEST_RUN) flags.fill(1, start, end);
  }
  return flags;
}

/** Empty where the run is no plateau. */
function plateauOf(power: Float64Array, { start, end }: Run): Run {
  const sorted = power.slice(start, end).sort();
  const middle = quantileOfSorted(sorted, 0.5);
  if (quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25) > LARGEST_SPREAD * middle) return { start, end: start };
  const isRamp = (i: number) => (power[i] ?? Number.NaN) < RAMP_SHARE * middle;
  let [first, last] = [start, end];
  while (first < last && isRamp(first)) first++;
  while (last > first && isRamp(last - 1)) last--;
  return { start: first, end: last };
}

/**
 * Intervals of one day in which power is cut at a limit that is not configured: a flat top shows it.
 *
 * @param options - power of one local day
 * @returns 1 where clipped, shape (n); all 0 on days whose flat parts lie at different levels
 * @throws RangeError when the lengths differ
 * @see geometric clipping detection: Perry, Muller & Anderson, PVSC 2021
 */
export function clippedAtPlateau({ power, isTracker, curtailed }: PlateauClippingOptions): Uint8Array {
  const n = commonLength(power, ...(curtailed ? [curtailed] : []));
  const dayMaximum = power.reduce((highest, value) => (value > highest ? value : highest), 0);
  const isUsable = (i: number) =>
    curtailed?.[i] !== 1 && (power[i] ?? Number.NaN) > 0 && (power[i] ?? Number.NaN) >= IGNORED_SHARE_OF_DAY_MAXIMUM * dayMaximum;
  const window = isTracker ? PLATEAU_WINDOW.tracker : PLATEAU_WINDOW.fixed;

  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let start = 0; start + window <= n; start++) {
    const values = power.subarray(start, start + window);
    if (!values.every((_, offset) => isUsable(start + offset))) continue;
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (spreadPercent(low, high) >= FLAT_PERCENT) continue;
    lowest = Math.min(lowest, low);
    highest = Math.max(highest, high);
  }
  const flags = new Uint8Array(n);
  if (lowest > highest || spreadPercent(lowest, highest) > LEVEL_PERCENT) return flags;
  return flags.map((_, i) => (isUsable(i) && (power[i] ?? 0) >= lowest && (power[i] ?? 0) <= highest ? 1 : 0));
}

/** Power above the rating on one day, small enough to be kept for later days. */
export interface PeakPower {
  /** Intervals with power. */
  count: number;
  /** Intervals by how far their power lies above the rating, in steps of PEAK_STEP of it. */
  above: ReadonlyMap<number, number>;
}

const PEAK_STEP = 0.0025;
const PEAK_SHARE = 0.995;

/**
 * How much power of a day lies above the rating.
 *
 * @param power - of the day, shape (n). [kW]
 * @param acRating - [kW]
 */
export function peakPower(power: Float64Array, acRating: number): PeakPower {
  const above = new Map<number, number>();
  let count = 0;
  for (let i = 0; i < power.length; i++) {
    const kw = power[i] ?? Number.NaN;
    if (!(kw > 0)) continue;
    count++;
    if (!(kw > acRating)) continue;
    const step = Math.floor((kw / acRating - 1) / PEAK_STEP);
    above.set(step, (above.get(step) ?? 0) + 1);
  }
  return { count, above };
}

/**
 * Rating an inverter shows: the stated one, or the power it exceeds in one of two hundred intervals with power where that is more.
 *
 * @param days - of the last thirty in general
 * @param acRating - as stated [kW]
 * @returns [kW]
 */
export function shownRating(days: readonly PeakPower[], acRating: number): number {
  const total = { count: 0, above: new Map<number, number>() };
  for (const { count, above } of days) {
    total.count += count;
    for (const [step, more] of above) total.above.set(step, (total.above.get(step) ?? 0) + more);
  }
  let left = (1 - PEAK_SHARE) * (total.count - 1);
  for (const [step, count] of [...total.above].sort(([a], [b]) => b - a)) {
    if (count > left) return acRating * (1 + (step + 0.5) * PEAK_STEP);
    left -= count;
  }
  return acRating;
}

/**
 * Intervals of one day in which an inverter stands at its limit: the rating, or where nothing states one what a flat top shows.
 *
 * @param device - its rating, or what it shows where that is more [kW], NaN: not known; and whether its modules follow the sun
 * @param power - of one local day, shape (n). [kW]
 * @param curtailed - 1 where an order holds it back, shape (n)
 * @returns 1 where clipped, shape (n)
 * @throws RangeError when the lengths differ
 */
export function clippedIntervals(
  { acRating, plane }: { acRating: number; plane: Pick<ModulePlane, 'kind'> | undefined },
  power: Float64Array,
  curtailed?: Uint8Array,
): Uint8Array {
  const options = { power, ...(curtailed && { curtailed }) };
  if (acRating > 0) return clippedAtRating({ ...options, acRating });
  return clippedAtPlateau({ ...options, isTracker: plane?.kind === 'tracker' });
}

export interface ClippingLossOptions {
  /** 1 where clipped, shape (n). */
  clipped: Uint8Array;
  /** What the modules would have given without the limit, shape (n). [kW] */
  unclippedPower: Float64Array;
  /** [kW] */
  acRating: number;
  /** [h] */
  stepHours: number;
}

/**
 * Energy the limit of an inverter costs. A design loss: information only, never part of what was lost to events.
 *
 * @param options - flags and model
 * @returns shape (n). [kWh] 0 where not clipped, NaN where clipped and the model has no value
 * @throws RangeError when the lengths differ
 */
export function clippingLoss({ clipped, unclippedPower, acRating, stepHours }: ClippingLossOptions): Float64Array {
  return combine(Float64Array.from(clipped), unclippedPower, (isClipped, power) =>
    isClipped === 1 ? Math.max(0, power - acRating) * stepHours : 0,
  );
}

function spreadPercent(low: number, high: number): number {
  return (100 * (high - low)) / ((high + low) / 2);
}
