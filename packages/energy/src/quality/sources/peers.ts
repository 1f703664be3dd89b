import { directionOfSums } from '@solvane/series/circular';
import { columnSpace } from '@solvane/series/columns';
import { medianOfSpace } from '@solvane/series/median-of-space';
import { ROBUST_SIGMA_SCALE } from '@solvane/series/quantile';
import { mapAt } from './map-at.ts';

/** A device whose good values can stand in. */
export interface Peer {
  /** shape (n); NaN where nothing is good. */
  values: Float64Array;
  /** What values are divided by before they are compared: the rated power of power signals, else 1. */
  scale: number;
}

export interface ConsensusAverageOptions {
  /** Fewest peers that must agree. */
  minPeers: number;
  /** Peers this near the median always agree: in the unit of the signal, or, of capacity, in shares of it. */
  absTol: number;
  ofCapacity: boolean;
  /** What the result is multiplied by: the own rated power of power signals, else 1. */
  ownScale: number;
}

const SLACK = 1e-9;

/**
 * Mean of the peers that agree with each other.
 *
 * @param peers - columns of equal length
 * @param at - intervals to fill, shape (m)
 * @param options - who agrees
 * @returns shape (m); NaN where too few agree
 * @see 812, 798, 805, 430: median 801.5, median distance 7 → 430 is left out → 805
 */
export function consensusAverage(peers: readonly Peer[], at: Int32Array, options: ConsensusAverageOptions): Float64Array {
  const present = new Float64Array(peers.length);
  const distances = new Float64Array(peers.length);
  return mapAt(at, (i) => {
    let count = 0;
    for (const { values, scale } of peers) {
      const value = (values[i] ?? Number.NaN) / scale;
      if (!Number.isNaN(value)) present[count++] = value;
    }
    return meanOfAgreeing(present, distances, count, options) * options.ownScale;
  });
}

function meanOfAgreeing(present: Float64Array, distances: Float64Array, count: number, options: ConsensusAverageOptions): number {
  const { minPeers, absTol, ofCapacity, ownScale } = options;
  const middle = medianOfSpace(present, count);
  for (let k = 0; k < count; k++) distances[k] = Math.abs((present[k] ?? Number.NaN) - middle);
  const spread = medianOfSpace(distances, count);
  const limit = Math.max(3 * ROBUST_SIGMA_SCALE * spread, ofCapacity ? absTol : absTol / ownScale) + SLACK;
  let total = 0;
  let agreeing = 0;
  for (let k = 0; k < count; k++) {
    const value = present[k] ?? Number.NaN;
    if (Math.abs(value - middle) > limit) continue;
    total += value;
    agreeing++;
  }
  return agreeing >= minPeers ? total / agreeing : Number.NaN;
}

/** A peer and how far away it stands. */
export interface NearPeer extends Peer {
  /** [km] */
  distanceKm: number;
  /** 1 where its values may be taken, shape (n). Absent: everywhere */
  usable?: Uint8Array;
}

export interface NearestOptions {
  /** How many of the nearest take part. */
  k: number;
  /** Fewest that must have a value. */
  minCount: number;
  /** What the result is multiplied by: the own rated power of power signals, else 1. */
  ownScale: number;
  /** Values are directions. */
  isCircular?: boolean;
}

/** Nearer ones would count without bound. [km] */
const NEAREST_KM = 0.1;
const RADIANS = Math.PI / 180;

/**
 * Mean of the nearest peers that have a value, weighted by the inverse of their distance.
 *
 * @param peers - nearest first, columns of equal length; gone through once, as far as any interval needs them
 * @param at - intervals to fill, shape (m)
 * @param options - how many
 * @returns shape (m); NaN where too few have a value
 * @see 9.1 at 0.8 km, 8.6 at 1.5 km, 9.4 at 2.4 km → 9.010714
 */
export function nearestMean(
  peers: Iterable<NearPeer>,
  at: Int32Array,
  { k, minCount, ownScale, isCircular = false }: NearestOptions,
): Float64Array {
  const counts = new Int32Array(at.length);
  const zeros = columnSpace(5, at.length);
  const [weights, totals, sines, cosines, means] = [zeros(), zeros(), zeros(), zeros(), zeros()];
  let open = at.length;
  for (const { values, scale, distanceKm, usable } of peers) {
    const weight = 1 / Math.max(distanceKm, NEAREST_KM);
    for (let m = 0; m < at.length; m++) {
      const i = at[m] ?? 0;
      const count = counts[m] ?? 0;
      if (count === k || (usable && usable[i] !== 1)) continue;
      const value = (values[i] ?? Number.NaN) / scale;
      if (Number.isNaN(value)) continue;
      weights[m] = (weights[m] ?? 0) + weight;
      totals[m] = (totals[m] ?? 0) + weight * value;
      if (isCircular) {
        sines[m] = (sines[m] ?? 0) + weight * Math.sin(value * RADIANS);
        cosines[m] = (cosines[m] ?? 0) + weight * Math.cos(value * RADIANS);
      }
      counts[m] = count + 1;
      if (count + 1 === k) open--;
    }
    if (open === 0) break;
  }
  for (let m = 0; m < at.length; m++) {
    const weight = weights[m] ?? 0;
    if ((counts[m] ?? 0) < Math.max(1, minCount)) means[m] = Number.NaN;
    else if (isCircular) means[m] = directionOfSums(sines[m] ?? 0, cosines[m] ?? 0, weight).direction;
    else means[m] = ((totals[m] ?? 0) / weight) * ownScale;
  }
  return means;
}
