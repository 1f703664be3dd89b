import { commonLength } from '@solvane/series/combine';
import { CHARGE_MARGIN } from '../storage/dispatch.ts';
import type { StorageWalkInput } from './loss-walk.ts';

export interface StorageWalkColumns {
  /** Order, discharge positive, shape (n). [kW] */
  setpoint: Float64Array;
  /** At the terminals, shape (n). [kW] */
  power: Float64Array;
  /** Discharge capability, shape (n). [kW] NaN: not limited */
  availableDischargePower: Float64Array;
  /** shape (n). [%] NaN: not limiting */
  stateOfCharge: Float64Array;
  /** Own consumption, never negative, shape (n). [kW] */
  auxiliaryPower: Float64Array;
  /** At the grid meter, shape (n). [kW] */
  connectionPower: Float64Array;
  minStateOfCharge: number;
  /** [h] */
  stepHours: number;
}

/**
 * Sums a discharge walk is made of: over the intervals in which discharge was ordered or happened.
 *
 * @param columns - of the storage
 * @returns sums for `storageWalk`. [kWh] Orders while the power is not known, and discharge without a known order, stay apart; missing own
 *   consumption counts as none, missing metering as what was discharged
 * @throws RangeError when the lengths differ
 */
export function storageWalkSums({
  setpoint,
  power,
  availableDischargePower,
  stateOfCharge,
  auxiliaryPower,
  connectionPower,
  minStateOfCharge,
  stepHours,
}: StorageWalkColumns): Required<StorageWalkInput> {
  const n = commonLength(setpoint, power, availableDischargePower, stateOfCharge, auxiliaryPower, connectionPower);
  const sums = noStorageSums();
  for (let i = 0; i < n; i++) {
    const order = Math.max(0, setpoint[i] ?? Number.NaN);
    const given = Math.max(0, power[i] ?? Number.NaN);
    if (!(order > 0 || given > 0)) continue;
    if (order > 0) sums.scheduled += order * stepHours;
    if (Number.isNaN(given)) {
      sums.noData += order * stepHours;
      continue;
    }
    if (Number.isNaN(order)) sums.withoutExpectation += given * stepHours;
    else {
      const possible = Math.min(order, known(availableDischargePower[i], order));
      sums.powerUnavailable += (order - possible) * stepHours;
      if ((stateOfCharge[i] ?? Number.NaN) <= minStateOfCharge + CHARGE_MARGIN)
        sums.energyLimited += Math.max(0, possible - given) * stepHours;
    }
    sums.discharged += given * stepHours;
    sums.auxiliary += known(auxiliaryPower[i], 0) * stepHours;
    sums.atConnection += known(connectionPower[i], given) * stepHours;
  }
  return sums;
}

/** @returns sums of no storage */
export function noStorageSums(): Required<StorageWalkInput> {
  return {
    scheduled: 0,
    powerUnavailable: 0,
    energyLimited: 0,
    noData: 0,
    withoutExpectation: 0,
    discharged: 0,
    auxiliary: 0,
    atConnection: 0,
  };
}

function known(value: number | undefined, otherwise: number): number {
  return value === undefined || Number.isNaN(value) ? otherwise : value;
}
