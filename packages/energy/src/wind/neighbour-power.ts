import { commonLength } from '@solvane/series/combine';
import { median } from '@solvane/series/quantile';

/** Farther turbines see other wind. [km] */
export const NEIGHBOUR_REACH_KM = 5;

/** A turbine near by. */
export interface Neighbour {
  /** NaN where the neighbour was stopped, disturbed or not measured, shape (n). [kW] */
  power: Float64Array;
  /** [kW] */
  ratedPower: number;
}

export interface NeighbourOptions {
  /** Within NEIGHBOUR_REACH_KM. */
  neighbours: readonly Neighbour[];
  /** Of the turbine itself. [kW] */
  ratedPower: number;
  minNeighbours?: number;
  average?: 'mean' | 'median';
}

/**
 * Power a turbine would make at the load its neighbours have.
 *
 * @param options - neighbours and rating
 * @returns shape (n). [kW] NaN where fewer than `minNeighbours` have a value
 * @throws RangeError when the lengths differ or there is no neighbour
 * @see 1500 of 2000, 1620 of 2000 and 2300 of 3000 kW → 1551.111111 of 2000 kW
 */
export function neighbourPower({ neighbours, ratedPower, minNeighbours = 2, average = 'mean' }: NeighbourOptions): Float64Array {
  if (neighbours.length === 0) throw new RangeError('there is no neighbour');
  const n = commonLength(...neighbours.map(({ power }) => power));
  const typical = average === 'mean' ? meanLoad(neighbours, n, minNeighbours) : medianLoad(neighbours, n, minNeighbours);
  for (let i = 0; i < n; i++) typical[i] = ratedPower * (typical[i] ?? Number.NaN);
  return typical;
}

/** Column by column: in a large park every turbine has a hundred neighbours. */
function meanLoad(neighbours: readonly Neighbour[], n: number, minNeighbours: number): Float64Array {
  const total = new Float64Array(n);
  const counts = new Uint16Array(n);
  for (const { power, ratedPower } of neighbours) {
    for (let i = 0; i < n; i++) {
      const kw = power[i] ?? Number.NaN;
      if (Number.isNaN(kw)) continue;
      total[i] = (total[i] ?? 0) + kw / ratedPower;
      counts[i] = (counts[i] ?? 0) + 1;
    }
  }
  for (let i = 0; i < n; i++) {
    const count = counts[i] ?? 0;
    total[i] = count >= minNeighbours && count > 0 ? (total[i] ?? 0) / count : Number.NaN;
  }
  return total;
}

function medianLoad(neighbours: readonly Neighbour[], n: number, minNeighbours: number): Float64Array {
  const out = new Float64Array(n);
  const loads = new Float64Array(neighbours.length);
  for (let i = 0; i < n; i++) {
    let count = 0;
    for (const { power, ratedPower } of neighbours) {
      const load = (power[i] ?? Number.NaN) / ratedPower;
      if (!Number.isNaN(load)) loads[count++] = load;
    }
    out[i] = count >= minNeighbours ? median(loads.subarray(0, count)) : Number.NaN;
  }
  return out;
}
