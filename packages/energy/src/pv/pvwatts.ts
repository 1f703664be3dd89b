import { scaled } from '@solvane/series/columns';
import type { NominalPowerOptions } from './nominal-power.ts';
import { temperatureAdjustedNominalPower } from './nominal-power.ts';

/** Losses between modules and inverter of an ordinary plant, without soiling and outages, which Expected must not hide. */
export const DEFAULT_SYSTEM_LOSS = 0.1;

/** PVWatts' own list: soiling, shading, snow, mismatch, wiring, connections, light-induced, nameplate, age, availability. */
export const PVWATTS_LOSSES: readonly number[] = [0.02, 0.03, 0, 0.02, 0.02, 0.005, 0.015, 0.01, 0, 0.03];

const NOMINAL_EFFICIENCY = 0.96;
const REFERENCE_EFFICIENCY = 0.9637;

export interface DcPowerOptions extends Omit<NominalPowerOptions, 'referenceTemperature'> {
  /** 0 to 1. */
  systemLoss?: number;
}

/**
 * DC power by PVWatts.
 *
 * @param options - weather columns, nameplate and loss
 * @returns shape (n). [kW] NaN where an input is NaN by day, 0 at night
 * @throws RangeError when the lengths differ
 * @see Dobos, PVWatts Version 5 Manual, NREL/TP-6A20-62641; 1250 kW, 800 W/m², 50 °C, loss 0.10 → 816.75
 */
export function pvwattsDcPower({ systemLoss = DEFAULT_SYSTEM_LOSS, ...nominal }: DcPowerOptions): Float64Array {
  return scaled(temperatureAdjustedNominalPower(nominal), 1 - systemLoss);
}

/**
 * AC power by the PVWatts inverter curve, cut at the rating.
 *
 * @param dcPower - shape (n). [kW]
 * @param acRating - of the inverter. [kW]
 * @returns shape (n). [kW] 0 where there is no DC power, NaN where it is NaN
 * @see Dobos, NREL/TP-6A20-62641; 816.75 kW at rating 1000 → 785.604031
 */
export function pvwattsAcPower(dcPower: Float64Array, acRating: number): Float64Array {
  const acPower = new Float64Array(dcPower.length);
  for (let i = 0; i < acPower.length; i++) {
    const power = dcPower[i] ?? Number.NaN;
    acPower[i] = power <= 0 ? 0 : Math.min(acRating, pvwattsEfficiency(power, acRating) * power);
  }
  return acPower;
}

/**
 * Efficiency of an inverter at a load by PVWatts.
 *
 * @param dcPower - [kW]
 * @param acRating - [kW]
 * @returns 0 to 1; 0 where there is no DC power or it would not cover the inverter's own consumption
 * @see Dobos, NREL/TP-6A20-62641; 816.75 kW at rating 1000 → 0.961866
 */
export function pvwattsEfficiency(dcPower: number, acRating: number): number {
  const load = dcPower / (acRating / NOMINAL_EFFICIENCY);
  if (load <= 0) return 0;
  return Math.max(0, (NOMINAL_EFFICIENCY / REFERENCE_EFFICIENCY) * (-0.0162 * load - 0.0059 / load + 0.9858));
}

/**
 * Several independent losses as one.
 *
 * @param losses - each 0 to 1
 * @returns 0 to 1
 * @see Dobos, NREL/TP-6A20-62641; the default list → 0.14075661
 */
export function combinedLoss(losses: readonly number[]): number {
  return 1 - losses.reduce((left, loss) => left * (1 - loss), 1);
}
