import { combine, commonLength } from '@solvane/series/combine';
import { findRuns } from '@solvane/series/runs';
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
const IGNORED_SHARE_OF_DAY_MAXIMUM = 0.1;
const PLATEAU_WINDOW = { fixed: 3, tracker: 5 };
const FLAT_PERCENT = 0.2;
const LEVEL_PERCENT = 2.5;

/**
 * Intervals in which an inverter of known rating stands at its limit.
 *
 * @param options - power and rating
 * @returns 1 where clipped, shape (n); missing power is never clipped
 * @throws RangeError when the lengths differ
 */
export function clippedAtRating({ power, acRating, curtailed }: RatedClippingOptions): Uint8Array {
  const n = commonLength(power, ...(curtailed ? [curtailed] : []));
  const isAtLimit = (i: number) => (power[i] ?? Number.NaN) >= AT_RATING * acRating && curtailed?.[i] !== 1;
  const flags = new Uint8Array(n);
  for (const { start, end } of findRuns(n, isAtLimit)) if (end - start >= SHORTEST_RUN) flags.fill(1, start, end);
  return flags;
}

/**
 * Intervals of one day in which power is cut at a limit nobody told us: a flat top shows it.
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

/**
 * Intervals of one day in which an inverter stands at its limit: the rating, or where nobody states one what a flat top shows.
 *
 * @param device - its rating [kW], NaN: not known; and whether its modules follow the sun
 * @param power - of one local day, shape (n). [kW]
 * @param curtailed - 1 where an order holds it back, shape (n)
 * @returns 1 where clipped, shape (n)
 * @throws RangeError when the lengths differ
 */
export function clippedIntervals(
  { capacityAc, plane }: { capacityAc: number; plane?: Pick<ModulePlane, 'kind'> },
  power: Float64Array,
  curtailed?: Uint8Array,
): Uint8Array {
  const options = { power, ...(curtailed && { curtailed }) };
  if (capacityAc > 0) return clippedAtRating({ ...options, acRating: capacityAc });
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
