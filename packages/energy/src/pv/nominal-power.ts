import { commonLength } from '@solvane/series/combine';

/** Loss of power per degree of a crystalline silicon module. [1/°C] */
export const DEFAULT_TEMPERATURE_COEFFICIENT = -0.0037;

/** Standard test conditions: what nameplates refer to. */
export const STC_IRRADIANCE = 1000;
export const STC_CELL_TEMPERATURE = 25;

export interface NominalPowerOptions {
  /** In the plane of the modules, shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** shape (n). [°C] */
  cellTemperature: Float64Array;
  /** DC nameplate at standard test conditions. [kW] */
  nameplate: number;
  /** Negative. [1/°C] */
  temperatureCoefficient?: number;
  /** Cell temperature the nameplate is moved to; 25 gives the temperature-adjusted nominal power. [°C] */
  referenceTemperature?: number;
}

/**
 * Temperature-adjusted nominal power: what the nameplate promises at the light and cell temperature of the interval.
 *
 * @param options - weather columns and nameplate
 * @returns shape (n). [kW] 0 without light whatever the temperature; NaN where an input is NaN by day
 * @throws RangeError when the lengths differ
 * @see IEC 61724-1; 1000 kW, −0.004/°C, 800 W/m², 42 °C → 745.6
 */
export function temperatureAdjustedNominalPower({
  planeIrradiance,
  cellTemperature,
  nameplate,
  temperatureCoefficient = DEFAULT_TEMPERATURE_COEFFICIENT,
  referenceTemperature = STC_CELL_TEMPERATURE,
}: NominalPowerOptions): Float64Array {
  const power = new Float64Array(commonLength(planeIrradiance, cellTemperature));
  for (let i = 0; i < power.length; i++) {
    const irradiance = planeIrradiance[i] ?? Number.NaN;
    if (irradiance <= 0) continue;
    const warmth = (cellTemperature[i] ?? Number.NaN) - referenceTemperature;
    power[i] = nameplate * (irradiance / STC_IRRADIANCE) * (1 + temperatureCoefficient * warmth);
  }
  return power;
}
