import { combine, commonLength } from '@solvane/series/combine';

export interface FeasibleOrderOptions {
  /** Dispatch order, discharge positive, shape (n). [kW] */
  setpoint: Float64Array;
  /** Capability, never negative, shape (n). [kW] NaN: not limited */
  availableChargePower: Float64Array;
  availableDischargePower: Float64Array;
  /** At the end of each interval, shape (n). [%] NaN: not limited */
  stateOfCharge: Float64Array;
  /** Range the battery may use. [%] */
  minStateOfCharge?: number;
  maxStateOfCharge?: number;
}

export interface AdherenceSums {
  /** Intervals with an order and a measured power. */
  considered: number;
  followed: number;
  /** Σ |power − order|. [kW] */
  deviation: number;
  /** Σ |order|. [kW] */
  ordered: number;
}

/** How near to its end the charge counts as exhausted or full. [percentage points] */
export const CHARGE_MARGIN = 1;

const TOLERANCE_SHARE = 0.02;
const TOLERANCE_KW = 5;

/**
 * The part of an order a battery can follow.
 *
 * @param options - orders, capability and charge
 * @returns shape (n). [kW] 0 where the charge prevents it, NaN without an order
 * @throws RangeError when the lengths differ
 */
export function feasibleOrder({
  setpoint,
  availableChargePower,
  availableDischargePower,
  stateOfCharge,
  minStateOfCharge = 0,
  maxStateOfCharge = 100,
}: FeasibleOrderOptions): Float64Array {
  return combine(setpoint, availableChargePower, availableDischargePower, stateOfCharge, (order, charging, discharging, charge) => {
    if (order > 0 && charge <= minStateOfCharge + CHARGE_MARGIN) return 0;
    if (order < 0 && charge >= maxStateOfCharge - CHARGE_MARGIN) return 0;
    const highest = Number.isNaN(discharging) ? order : Math.min(order, discharging);
    return order < 0 && charging < -order ? -charging : highest;
  });
}

/**
 * Distance from an order within which it counts as followed.
 *
 * @param ratedPower - [kW]
 * @returns [kW]
 */
export function dispatchTolerance(ratedPower: number): number {
  return Math.max(TOLERANCE_SHARE * ratedPower, TOLERANCE_KW);
}

/**
 * How well orders were followed.
 *
 * @param order - feasible orders, shape (n). [kW] NaN is not considered
 * @param power - shape (n). [kW] NaN is not considered
 * @param ratedPower - [kW]
 * @returns sums: add them over time, then see `dispatchAdherence`
 * @throws RangeError when the lengths differ
 */
export function adherenceSums(order: Float64Array, power: Float64Array, ratedPower: number): AdherenceSums {
  const n = commonLength(order, power);
  const tolerance = dispatchTolerance(ratedPower);
  const sums: AdherenceSums = { considered: 0, followed: 0, deviation: 0, ordered: 0 };
  for (let i = 0; i < n; i++) {
    const wanted = order[i] ?? Number.NaN;
    const deviation = Math.abs((power[i] ?? Number.NaN) - wanted);
    if (Number.isNaN(deviation)) continue;
    sums.considered++;
    if (deviation <= tolerance + 1e-9) sums.followed++;
    sums.deviation += deviation;
    sums.ordered += Math.abs(wanted);
  }
  return sums;
}

/**
 * Dispatch adherence by time and by energy.
 *
 * @param sums - of a period
 * @returns shares of 1; NaN when nothing was considered, or nothing but standstill was ordered
 */
export function dispatchAdherence({ considered, followed, deviation, ordered }: AdherenceSums): { time: number; energy: number } {
  return {
    time: considered > 0 ? followed / considered : Number.NaN,
    energy: ordered > 0 ? Math.max(0, 1 - deviation / ordered) : Number.NaN,
  };
}
