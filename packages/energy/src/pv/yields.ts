/** Hours at nameplate power that would give the same energy. [h = kWh/kW] */
export interface Yields {
  /** Of the light. */
  reference: number;
  /** Of the modules. */
  array: number;
  /** Of the plant; also called specific yield. */
  final: number;
  /** Lost before the inverter. */
  arrayLoss: number;
  /** Lost in and behind the inverter. */
  systemLoss: number;
}

export interface YieldOptions {
  /** In the plane of the modules. [kWh/m²] */
  insolation: number;
  /** [kWh] NaN where DC is not measured */
  dcEnergy?: number;
  /** [kWh] */
  acEnergy: number;
  /** DC nameplate. [kW] */
  nameplate: number;
}

/**
 * Yields of a period: plain sums over all its intervals.
 *
 * @param options - sums of the period
 * @returns yields; NaN where an input is NaN or absent
 * @see IEC 61724-1; 3.05 kWh/m², 2700 kWh DC, 2591 kWh AC at 1000 kW → 3.05, 2.7, 2.591, 0.35, 0.109
 */
export function yields({ insolation, dcEnergy = Number.NaN, acEnergy, nameplate }: YieldOptions): Yields {
  const array = dcEnergy / nameplate;
  const final = acEnergy / nameplate;
  return { reference: insolation, array, final, arrayLoss: insolation - array, systemLoss: array - final };
}
