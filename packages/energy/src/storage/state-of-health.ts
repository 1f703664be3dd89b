import { commonLength } from '@solvane/series/combine';
import { median } from '@solvane/series/quantile';

/** A discharge long and calm enough to measure the capacity with. */
export interface CapacityMeasurement {
  /** First and one past the last interval. */
  start: number;
  end: number;
  /** [kWh] */
  energy: number;
  /** State of charge used. [percentage points] */
  depth: number;
  /** Energy a full discharge would give. [kWh] */
  capacity: number;
}

export interface CapacityMeasurementOptions {
  /** DC power, discharge positive, shape (n). [kW] */
  dcPower: Float64Array;
  /** By the battery management system at the end of each interval, shape (n). [%] */
  stateOfCharge: Float64Array;
  /** Coldest and hottest cell, shape (n). [°C] Absent: not judged by temperature */
  cellTemperatureMin?: Float64Array;
  cellTemperatureMax?: Float64Array;
  /** [kW] */
  ratedPower: number;
  /** [percentage points] */
  minDepth?: number;
  /** [h] */
  stepHours: number;
}

/** Depth an ordinary discharge needs. [percentage points] */
export const MIN_DEPTH = 40;
/** Depth a capacity test needs. [percentage points] */
export const CAPACITY_TEST_DEPTH = 80;

const COLDEST_CELL = 15;
const HOTTEST_CELL = 35;
const FASTEST_RATE = 1.1;

/**
 * Discharges that measure the capacity: without a pause, the state of charge only falling, at moderate temperature and power.
 *
 * @param options - columns of a period
 * @returns in order of time
 * @throws RangeError when the lengths differ
 */
export function capacityMeasurements({
  dcPower,
  stateOfCharge,
  cellTemperatureMin,
  cellTemperatureMax,
  ratedPower,
  minDepth = MIN_DEPTH,
  stepHours,
}: CapacityMeasurementOptions): CapacityMeasurement[] {
  const temperatures = [cellTemperatureMin, cellTemperatureMax].filter((column) => column !== undefined);
  const n = commonLength(dcPower, stateOfCharge, ...temperatures);
  const isCalm = (i: number) =>
    (dcPower[i] ?? Number.NaN) <= FASTEST_RATE * ratedPower &&
    temperatures.every((column) => (column[i] ?? Number.NaN) >= COLDEST_CELL && (column[i] ?? Number.NaN) <= HOTTEST_CELL);
  // The charge before interval i is that at the end of interval i − 1, so a discharge cannot begin with the first one.
  const isFalling = (i: number) => (stateOfCharge[i] ?? Number.NaN) < (stateOfCharge[i - 1] ?? Number.NaN);

  const found: CapacityMeasurement[] = [];
  for (let start = 1; start < n; start++) {
    let end = start;
    let energy = 0;
    while (end < n && (dcPower[end] ?? Number.NaN) > 0 && isFalling(end) && isCalm(end)) {
      energy += (dcPower[end] ?? Number.NaN) * stepHours;
      end++;
    }
    const depth = (stateOfCharge[start - 1] ?? Number.NaN) - (stateOfCharge[end - 1] ?? Number.NaN);
    if (end > start && depth >= minDepth) found.push({ start, end, energy, depth, capacity: energy / (depth / 100) });
    start = Math.max(start, end);
  }
  return found;
}

/**
 * State of health: what is left of the capacity.
 *
 * @param capacities - measured in the last 28 days, shape (n). [kWh]
 * @param ratedEnergy - when new. [kWh]
 * @returns share of 1; NaN without a measurement: keep showing the last one, and doubt it after 90 days
 * @see 3600 of 4000 kWh → 0.90
 */
export function stateOfHealth(capacities: Float64Array, ratedEnergy: number): number {
  return median(capacities) / ratedEnergy;
}
