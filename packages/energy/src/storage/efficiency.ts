export interface EfficiencyOptions {
  /** Energy taken, never negative. [kWh] */
  charge: number;
  /** Energy given back, never negative. [kWh] */
  discharge: number;
  /** Energy in the battery at the end minus at the start. [kWh] */
  storedChange: number;
  /** [kWh] Absent: any amount of charge counts */
  usableEnergy?: number;
  /** Own consumption to count as charge: the net efficiency. [kWh] */
  auxiliary?: number;
}

/** Charge below this share of the capacity says nothing about efficiency. */
const SMALLEST_CHARGE_SHARE = 0.2;

/**
 * AC round-trip efficiency, charging and discharging taken as equally efficient, so that a difference in charge between start and end does
 * not count as loss or gain.
 *
 * @param options - energies of a period
 * @returns share of 1; NaN when too little was charged or an input is NaN
 * @see PNNL-22010 for the usual definition, which this is without a difference in charge; 100, 80, +5 kWh → 0.845989
 */
export function roundTripEfficiency({ charge, discharge, storedChange, usableEnergy = 0, auxiliary = 0 }: EfficiencyOptions): number {
  const taken = charge + auxiliary;
  if (!(charge > 0) || charge < SMALLEST_CHARGE_SHARE * usableEnergy) return Number.NaN;
  const oneWay = (storedChange + Math.sqrt(storedChange ** 2 + 4 * taken * discharge)) / (2 * taken);
  return oneWay ** 2;
}

/**
 * Energy lost inside a battery over a period.
 *
 * @param options - energies of a period
 * @returns [kWh] 200 in, 150 out, 23.7232 more inside → 26.2768
 */
export function conversionLoss({
  charge,
  discharge,
  storedChange,
}: Pick<EfficiencyOptions, 'charge' | 'discharge' | 'storedChange'>): number {
  return charge - discharge - storedChange;
}

/**
 * Equivalent full cycles: throughput as a number of full charges and discharges.
 *
 * @param charge - [kWh] NaN counts as 0: mark the period PARTIAL
 * @param discharge - [kWh] NaN counts as 0
 * @param ratedEnergy - [kWh]
 * @returns 5200 + 4420 kWh at 4000 kWh → 1.2025
 */
export function equivalentFullCycles(charge: number, discharge: number, ratedEnergy: number): number {
  return ((Number.isNaN(charge) ? 0 : charge) + (Number.isNaN(discharge) ? 0 : discharge)) / (2 * ratedEnergy);
}
