import { medianOfSpace } from '@solvane/series/median-of-space';
import type { LocalDay } from '../../time/local-day.ts';
import { QUALITY_FLAGS } from '../flags.ts';

/** Sums of one local day over the intervals in which a sensor and its peers all see sun. [W/m² · intervals] */
export interface PlaneDay {
  own: number;
  /** Of the median of the peers. */
  consensus: number;
}

export interface PlaneSums {
  /** What stood the sensor's own tests, shape (n). [W/m²] */
  own: Float64Array;
  /** The same of each peer, shape (n). [W/m²] */
  peers: readonly Float64Array[];
  /** Local day of each interval, shape (n). */
  days: Int32Array;
}

export interface PlaneConsensusOptions {
  /** Local days a judgement looks at, the judged one last. */
  windowDays: number;
  /** Largest distance from one hundred. [%] */
  tolerancePercent: number;
}

/** Below it cosine errors and shade decide, not the sensor. [W/m²] */
const MIN_IRRADIANCE = 50;
const SLACK = 1e-9;

/**
 * Day sums of a plane-of-array sensor and of the median of its peers.
 *
 * @param sums - columns of equal length
 * @returns by local day, days without common sun left out
 */
export function planeDays({ own, peers, days }: PlaneSums): Map<LocalDay, PlaneDay> {
  const sums = new Map<LocalDay, PlaneDay>();
  const space = new Float64Array(peers.length);
  for (let i = 0; i < own.length; i++) {
    const value = own[i] ?? Number.NaN;
    if (!(value > MIN_IRRADIANCE) || !peers.every((peer) => (peer[i] ?? Number.NaN) > MIN_IRRADIANCE)) continue;
    for (let k = 0; k < peers.length; k++) space[k] = peers[k]?.[i] ?? Number.NaN;
    const day = days[i] ?? 0;
    const sum = sums.get(day) ?? { own: 0, consensus: 0 };
    sum.own += value;
    sum.consensus += medianOfSpace(space, peers.length);
    sums.set(day, sum);
  }
  return sums;
}

/**
 * Marks days on which a plane-of-array sensor collects more or less than its peers.
 *
 * @param sums - day sums, also of earlier days the window reaches back to
 * @param days - local day of each interval, shape (n)
 * @param options - window and limit
 * @param flags - shape (n), POA_CONSENSUS is set in place for every interval of a marked day
 * @see 5.12 against 5.55 kWh/m² → 92.252 %, more than 5 % away
 */
export function flagPlaneConsensus(
  sums: ReadonlyMap<LocalDay, PlaneDay>,
  days: Int32Array,
  options: PlaneConsensusOptions,
  flags: Int32Array,
): void {
  let judged = Number.NaN;
  let isBad = false;
  for (let i = 0; i < days.length; i++) {
    const day = days[i] ?? 0;
    if (day !== judged) {
      judged = day;
      isBad = sums.has(day) && Math.abs(percentOfConsensus(sums, day, options.windowDays) - 100) > options.tolerancePercent + SLACK;
    }
    if (isBad) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.POA_CONSENSUS;
  }
}

/**
 * What a sensor collects of what its peers do, over a window of local days.
 *
 * @param sums - day sums
 * @param day - last local day of the window
 * @param windowDays - length of the window
 * @returns percent; NaN without common sun
 */
export function percentOfConsensus(sums: ReadonlyMap<LocalDay, PlaneDay>, day: LocalDay, windowDays: number): number {
  let own = 0;
  let consensus = 0;
  for (let d = day - windowDays + 1; d <= day; d++) {
    const sum = sums.get(d);
    own += sum?.own ?? 0;
    consensus += sum?.consensus ?? 0;
  }
  return (100 * own) / consensus;
}
