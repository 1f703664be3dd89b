import { combine, commonLength } from '@solvane/series/combine';
import { findRuns } from '@solvane/series/runs';

export interface ChargeCountingOptions {
  /** State of charge by the battery management system at the end of each interval, shape (n). [%] NaN where it does not report */
  reported: Float64Array;
  /** At the AC terminals, discharge positive, shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [kWh] */
  usableEnergy: Float64Array;
  /** AC to AC, 0 to 1. */
  roundTripEfficiency: number;
  /** Before the first interval. [%] NaN: unknown until the first report */
  initial?: number;
  /** [h] */
  stepHours: number;
}

export interface StateOfCharge {
  /** At the end of each interval, shape (n). [%] */
  value: Float64Array;
  /** 1 where counting left the range of 0 to 100 or bridged missing power, shape (n). */
  suspect: Uint8Array;
}

/** Missing power up to this long is bridged; after more the charge is unknown until the next report. [h] */
const LONGEST_BRIDGE_HOURS = 1;

/**
 * State of charge from stored energy.
 *
 * @param storedEnergy - shape (n). [kWh]
 * @param usableEnergy - shape (n). [kWh]
 * @returns shape (n). [%] NaN where an input is NaN or nothing is usable
 * @throws RangeError when the lengths differ
 */
export function stateOfChargeFromEnergy(storedEnergy: Float64Array, usableEnergy: Float64Array): Float64Array {
  return combine(storedEnergy, usableEnergy, (stored, usable) => (usable > 0 ? (100 * stored) / usable : Number.NaN));
}

/**
 * State of charge counted from power between the reports of the battery management system; each report sets it right again.
 *
 * @param options - reports, power and capacity
 * @returns percent and doubt, each shape (n); NaN before the first report without `initial`, and after an hour without power readings
 * @throws RangeError when the lengths differ
 * @see 50 %, 4000 kWh, efficiency 0.88, half-hours of +1000, +1000, −1500, 0 kW → 36.6750, 23.3499, 40.9390, 40.9390
 */
export function countStateOfCharge({
  reported,
  power,
  usableEnergy,
  roundTripEfficiency,
  initial = Number.NaN,
  stepHours,
}: ChargeCountingOptions): StateOfCharge {
  const n = commonLength(reported, power, usableEnergy);
  const oneWay = Math.sqrt(roundTripEfficiency);
  const isLongGap = longGaps(power, stepHours);
  const value = new Float64Array(n);
  const suspect = new Uint8Array(n);
  let charge = initial;
  for (let i = 0; i < n; i++) {
    const report = reported[i] ?? Number.NaN;
    const terminalPower = power[i] ?? Number.NaN;
    if (!Number.isNaN(report)) charge = report;
    else if (isLongGap[i] === 1) charge = Number.NaN;
    else if (Number.isNaN(terminalPower)) suspect[i] = 1;
    else {
      const drawn = (Math.max(terminalPower, 0) / oneWay + Math.min(terminalPower, 0) * oneWay) * stepHours;
      charge -= (100 * drawn) / (usableEnergy[i] ?? Number.NaN);
    }
    if (charge < 0 || charge > 100) suspect[i] = 1;
    charge = Math.min(100, Math.max(0, charge));
    value[i] = charge;
  }
  return { value, suspect };
}

/**
 * Charge or discharge power against capacity.
 *
 * @param power - shape (n). [kW]
 * @param usableEnergy - shape (n). [kWh]
 * @returns never negative, shape (n). [1/h] 1500 kW on 4000 kWh → 0.375
 * @throws RangeError when the lengths differ
 */
export function chargeRate(power: Float64Array, usableEnergy: Float64Array): Float64Array {
  return combine(power, usableEnergy, (value, usable) => (usable > 0 ? Math.abs(value) / usable : Number.NaN));
}

function longGaps(power: Float64Array, stepHours: number): Uint8Array {
  const flags = new Uint8Array(power.length);
  for (const { start, end } of findRuns(power.length, (i) => Number.isNaN(power[i]))) {
    if ((end - start) * stepHours > LONGEST_BRIDGE_HOURS + 1e-9) flags.fill(1, start, end);
  }
  return flags;
}
