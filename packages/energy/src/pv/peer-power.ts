import { commonLength } from '@solvane/series/combine';
import { quantileOfSorted } from '@solvane/series/quantile';

/** An inverter of a group on the same plane. */
export interface PeerInverter {
  /** NaN where it is not measured, shape (n). [kW] */
  power: Float64Array;
  /** What makes inverters alike: the learned ratio times the DC or AC rating. [kW] */
  capacity: number;
  /** 1 where an event or a setpoint held it down, shape (n). Absent: never */
  held?: Uint8Array;
}

/** What the peers of an inverter tell of it, shape (n) each. */
export interface PeerExpectation {
  /** [kW] NaN where too few peers produce undisturbed */
  power: Float64Array;
  /** Of an inverter that does not produce as its peers do, where only few of them do. [kW] NaN elsewhere */
  weak: Float64Array;
}

/** Below this share of the 75th percentile an inverter is no measure for others. */
const ELIGIBLE_FROM = 0.5;
/** Up to this load the peers tell nothing. */
const DARK_LOAD = 0.02;
/** Above this load a single peer proves that there is light. */
const SINGLE_PEER_LOAD = 0.05;
const FEWEST_ELIGIBLE = 2;
/** Above this number of peers the eligible ones must hold a share of the capacity. */
const FEW_PEERS = 3;
const ELIGIBLE_CAPACITY = 0.3;

/**
 * Power of every inverter at the load of its peers: the median of those that produce undisturbed, itself left out.
 *
 * Eligible are inverters with a value that nothing held down and whose load reaches half of the 75th percentile of the group: those that are
 * down or sick do not pull the others. Two must be eligible, the inverter itself among them, and above three peers 30 % of the capacity.
 *
 * @param inverters - all on one plane
 * @returns in the order of the inverters; NaN where the 75th percentile of the loads is 0.02 or less
 * @throws RangeError when the lengths differ
 * @see loads 0.80, 0.78, 0.00 → 0.78, 0.80, 0.79; 0.8, 0.79, 0.2, 0, none → 0.79, 0.80, 0.795, 0.795, 0.795
 */
export function peerPowers(inverters: readonly PeerInverter[]): PeerExpectation[] {
  const n = commonLength(...inverters.map(({ power }) => power));
  const out = inverters.map(() => ({ power: new Float64Array(n).fill(Number.NaN), weak: new Float64Array(n).fill(Number.NaN) }));
  const loads = new Float64Array(inverters.length);
  const sorted = new Float64Array(inverters.length);
  const capacity = inverters.reduce((sum, each) => sum + each.capacity, 0);
  for (let i = 0; i < n; i++) {
    const count = loadsAt(i, inverters, loads);
    sorted.set(loads);
    sorted.sort();
    const candidates = sorted.subarray(0, count);
    const upper = count > 0 ? quantileOfSorted(candidates, 0.75) : 0;
    const isLit = upper > DARK_LOAD;
    const threshold = isLit ? ELIGIBLE_FROM * upper : SINGLE_PEER_LOAD;
    let first = 0;
    while (first < count && !isEligible(candidates[first], threshold, isLit)) first++;
    const eligible = candidates.subarray(first);
    if (eligible.length === 0) continue;
    const isFull = isLit && isEnough(eligible.length, { inverters, loads, threshold, capacity });
    for (let k = 0; k < out.length; k++) {
      const load = loads[k] ?? Number.NaN;
      const isOne = isEligible(load, threshold, isLit);
      const columns = out[k];
      if (!columns || (isOne && (!isFull || eligible.length === 1))) continue;
      const kw = (inverters[k]?.capacity ?? Number.NaN) * (isOne ? medianWithout(eligible, load) : quantileOfSorted(eligible, 0.5));
      if (isFull) columns.power[i] = kw;
      else columns.weak[i] = kw;
    }
  }
  return out;
}

/** @returns how many inverters have one; NaN where there is none */
function loadsAt(i: number, inverters: readonly PeerInverter[], loads: Float64Array): number {
  let count = 0;
  for (let k = 0; k < inverters.length; k++) {
    const inverter = inverters[k];
    const load = inverter === undefined || inverter.held?.[i] === 1 ? Number.NaN : (inverter.power[i] ?? Number.NaN) / inverter.capacity;
    loads[k] = load;
    if (!Number.isNaN(load)) count++;
  }
  return count;
}

function isEligible(load: number | undefined, threshold: number, isLit: boolean): boolean {
  const value = load ?? Number.NaN;
  return isLit ? value >= threshold : value > threshold;
}

interface EligibleGroup {
  inverters: readonly PeerInverter[];
  loads: Float64Array;
  threshold: number;
  /** Of all. [kW] */
  capacity: number;
}

function isEnough(count: number, { inverters, loads, threshold, capacity }: EligibleGroup): boolean {
  if (count < FEWEST_ELIGIBLE) return false;
  if (inverters.length <= FEW_PEERS) return true;
  let held = 0;
  for (let k = 0; k < loads.length; k++) if ((loads[k] ?? Number.NaN) >= threshold) held += inverters[k]?.capacity ?? 0;
  return held >= ELIGIBLE_CAPACITY * capacity - 1e-9 * capacity;
}

/** Median of the values but one; of equal ones it does not matter which. */
function medianWithout(sorted: Float64Array, value: number): number {
  const half = (sorted.length - 2) / 2;
  const at = (position: number) => sorted[(sorted[position] ?? Number.NaN) < value ? position : position + 1] ?? Number.NaN;
  return (at(Math.floor(half)) + at(Math.ceil(half))) / 2;
}
