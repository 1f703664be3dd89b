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
  const out = new Float64Array(commonLength(...neighbours.map(({ power }) => power)));
  const loads = new Float64Array(neighbours.length);
  for (let i = 0; i < out.length; i++) {
    let [count, total] = [0, 0];
    for (const neighbour of neighbours) {
      const load = (neighbour.power[i] ?? Number.NaN) / neighbour.ratedPower;
      if (Number.isNaN(load)) continue;
      loads[count++] = load;
      total += load;
    }
    const typical = average === 'mean' ? total / count : median(loads.subarray(0, count));
    out[i] = count >= minNeighbours ? ratedPower * typical : Number.NaN;
  }
  return out;
}
