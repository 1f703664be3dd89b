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
