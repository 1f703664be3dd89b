import { commonLength } from '@solvane/series/combine';
import { median } from '@solvane/series/quantile';

/** An inverter of the same site. */
export interface PeerInverter {
  /** NaN where the inverter was disturbed or not measured, shape (n). [kW] */
  power: Float64Array;
  /** AC rating. [kW] */
  acRating: number;
}

/**
 * Power an inverter would make at the load its peers have: the middle of them, so that one sick peer does not count.
 *
 * @param peers - other inverters of the site
 * @param acRating - of the inverter itself. [kW]
 * @param minPeers - fewest peers with a value
 * @returns shape (n). [kW] NaN where fewer peers have a value
 * @throws RangeError when the lengths differ or there is no peer
 */
export function peerPower(peers: readonly PeerInverter[], acRating: number, minPeers: number = 2): Float64Array {
  if (peers.length === 0) throw new RangeError('there is no peer');
  const out = new Float64Array(commonLength(...peers.map(({ power }) => power)));
  const loads = new Float64Array(peers.length);
  for (let i = 0; i < out.length; i++) {
    let count = 0;
    for (const peer of peers) {
      const load = (peer.power[i] ?? Number.NaN) / peer.acRating;
      if (!Number.isNaN(load)) loads[count++] = load;
    }
    out[i] = count >= minPeers ? acRating * median(loads.subarray(0, count)) : Number.NaN;
  }
  return out;
}

/**
 * `peerPower` of every inverter of a site at once: each is left out of what the others say about it.
 *
 * @param inverters - all of the site
 * @param minPeers - fewest peers with a value
 * @returns in the order of the inverters, shape (n) each. [kW] NaN where fewer peers have a value
 * @throws RangeError when the lengths differ
 */
export function peerPowers(inverters: readonly PeerInverter[], minPeers: number = 2): Float64Array[] {
  const n = commonLength(...inverters.map(({ power }) => power));
  const out = inverters.map(() => new Float64Array(n).fill(Number.NaN));
  const loads = new Float64Array(inverters.length);
  const room = new Float64Array(inverters.length);
  for (let i = 0; i < n; i++) {
    let count = 0;
    for (let k = 0; k < inverters.length; k++) {
      const inverter = inverters[k];
      const load = inverter === undefined ? Number.NaN : (inverter.power[i] ?? Number.NaN) / inverter.acRating;
      loads[k] = load;
      if (!Number.isNaN(load)) room[count++] = load;
    }
    const sorted = room.subarray(0, count).sort();
    for (let k = 0; k < out.length; k++) {
      const load = loads[k] ?? Number.NaN;
      const column = out[k];
      if (column === undefined || count - (Number.isNaN(load) ? 0 : 1) < minPeers) continue;
      column[i] = (inverters[k]?.acRating ?? Number.NaN) * (Number.isNaN(load) ? medianOfSorted(sorted) : medianWithout(sorted, load));
    }
  }
  return out;
}

function medianOfSorted(sorted: Float64Array): number {
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}

/** Median of the values but one; of equal ones it does not matter which. */
function medianWithout(sorted: Float64Array, value: number): number {
  const half = (sorted.length - 2) / 2;
  const at = (place: number) => sorted[(sorted[place] ?? Number.NaN) < value ? place : place + 1] ?? Number.NaN;
  return (at(Math.floor(half)) + at(Math.ceil(half))) / 2;
}
