import { orderMiddle } from '@solvane/series/median-of-space';
import { QUALITY_FLAGS } from '../flags.ts';

/** One member of a group of devices that should agree. */
export interface ConsensusMember {
  /** What stood its own tests, shape (n); NaN elsewhere. */
  values: Float64Array;
  /** What values are divided by before they are compared: the rated power of power signals, else 1. */
  scale: number;
  /** shape (n), CONSENSUS is set in place. Absent: the member is only looked at. */
  flags?: Int32Array;
}

export interface ConsensusOptions {
  /** Fewest others that are needed for a judgement. */
  minPeers: number;
  /** Largest distance from the others' median as a share of it. */
  relTol: number;
  /** Largest distance in the unit of the signal, or, of capacity, in shares of it. */
  absTol: number;
  ofCapacity: boolean;
}

const SLACK = 1e-9;

/**
 * Marks values far from those of the other members.
 *
 * Each member is compared with the median of the others, per interval. A group of k costs k, not k².
 *
 * @param members - columns of equal length
 * @param options - how far is too far
 * @see 700 among 812, 798 and 805 is 105 away, the limit is 80.5
 */
export function flagOutOfConsensus(members: readonly ConsensusMember[], options: ConsensusOptions): void {
  const length = members[0]?.values.length ?? 0;
  const own = new Float64Array(members.length);
  const sorted = new Float64Array(members.length);
  for (let i = 0; i < length; i++) {
    const count = gather(members, i, own, sorted);
    if (count <= options.minPeers) continue;
    orderMiddle(sorted, count);
    for (let k = 0; k < members.length; k++) {
      const member = members[k];
      const value = own[k] ?? Number.NaN;
      if (member?.flags === undefined || Number.isNaN(value)) continue;
      if (!isFar(value, medianOfOthers(sorted, count, value), member.scale, options)) continue;
      member.flags[i] = (member.flags[i] ?? 0) | QUALITY_FLAGS.CONSENSUS;
    }
  }
}

/** Writes the values of one interval: each member's to `own`, those that are there one after the other to `present`. */
function gather(members: readonly ConsensusMember[], i: number, own: Float64Array, present: Float64Array): number {
  let count = 0;
  for (let k = 0; k < members.length; k++) {
    const member = members[k];
    const value = member === undefined ? Number.NaN : (member.values[i] ?? Number.NaN) / member.scale;
    own[k] = value;
    if (!Number.isNaN(value)) present[count++] = value;
  }
  return count;
}

function isFar(value: number, middle: number, scale: number, { relTol, absTol, ofCapacity }: ConsensusOptions): boolean {
  const limit = Math.max(ofCapacity ? absTol : absTol / scale, relTol * Math.abs(middle));
  return Math.abs(value - middle) > limit + SLACK;
}

/** Median of values, sorted around their middle, without one of them: a value not above a place stands at or before it, so the place moves up by one. */
function medianOfOthers(sorted: Float64Array, count: number, own: number): number {
  const others = count - 1;
  const upper = withoutOwn(sorted, others >> 1, own);
  return others % 2 === 1 ? upper : (withoutOwn(sorted, (others >> 1) - 1, own) + upper) / 2;
}

function withoutOwn(sorted: Float64Array, place: number, own: number): number {
  const value = sorted[place] ?? Number.NaN;
  return own <= value ? (sorted[place + 1] ?? Number.NaN) : value;
}
