import { commonLength } from '@solvane/series/combine';
import { median } from '@solvane/series/quantile';

/** Farther turbines see other wind. [km] */
export const NEIGHBOUR_REACH_KM = 5;

/** Below this load a neighbour tells nothing of the wind. */
export const NEIGHBOUR_LOAD = 0.02;

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
  /** Asked for where it is NaN only, shape (n). Absent: everywhere */
  known?: Float64Array;
  average?: 'mean' | 'median';
}

/**
 * Power a turbine would make at the load its neighbours have. A neighbour that makes no more than 2 % of its rating is left out.
 *
 * @param options - neighbours and rating
 * @returns shape (n). [kW] NaN where fewer than `minNeighbours` have a value, and where it is not needed
 * @throws RangeError when the lengths differ or there is no neighbour
 * @see 1500 of 2000, 1620 of 2000 and 2300 of 3000 kW → 1551.111111 of 2000 kW
 */
export function neighbourPower({ neighbours, ratedPower, minNeighbours = 2, known, average = 'mean' }: NeighbourOptions): Float64Array {
  if (neighbours.length === 0) throw new RangeError('there is no neighbour');
  const out = new Float64Array(commonLength(...neighbours.map(({ power }) => power))).fill(Number.NaN);
  const loads = new Float64Array(neighbours.length);
  for (let i = 0; i < out.length; i++) {
    // In a large park every turbine has a hundred neighbours: they are asked for gaps only.
    if (known && !Number.isNaN(known[i])) continue;
    const count = loadsAt(i, neighbours, loads);
    if (count < minNeighbours || count === 0) continue;
    out[i] = ratedPower * (average === 'mean' ? meanOf(loads, count) : median(loads.subarray(0, count)));
  }
  return out;
}

/** @returns how many neighbours run in the interval; their loads are written to the front of `loads` */
function loadsAt(i: number, neighbours: readonly Neighbour[], loads: Float64Array): number {
  let count = 0;
  for (const { power, ratedPower } of neighbours) {
    const load = (power[i] ?? Number.NaN) / ratedPower;
    if (load > NEIGHBOUR_LOAD) loads[count++] = load;
  }
  return count;
}

function meanOf(loads: Float64Array, count: number): number {
  let total = 0;
  for (let k = 0; k < count; k++) total += loads[k] ?? Number.NaN;
  return total / count;
}
