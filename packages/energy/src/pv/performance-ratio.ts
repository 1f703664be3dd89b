import { commonLength } from '@solvane/series/combine';
import { DEFAULT_TEMPERATURE_COEFFICIENT, STC_CELL_TEMPERATURE, STC_IRRADIANCE } from './nominal-power.ts';
import { isDaylight } from './sun-position.ts';

/** Below this light an interval says nothing about performance. [W/m²] */
export const SMALLEST_IRRADIANCE = 20;
/** Below this insolation a period has no performance ratio. [kWh/m²] */
export const SMALLEST_INSOLATION = 0.2;
/** Above this a ratio is not believed: it deserves the SUSPECT flag. */
export const HIGHEST_PLAUSIBLE_RATIO = 1.1;

export interface PerformanceOptions {
  /** AC energy, shape (n). [kWh] */
  energy: Float64Array;
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** shape (n). [°C] Absent: the temperature-corrected sums are NaN */
  cellTemperature?: Float64Array;
  /** Of the midpoints, shape (n). [°] Absent: all intervals are daylight */
  apparentZenith?: Float64Array;
  /** 1 where an interval is left out, e.g. by downtime or curtailment, shape (n). */
  excluded?: Uint8Array;
  /** Length of an interval. [h] */
  stepHours: number;
  /** DC nameplate. [kW] */
  nameplate: number;
  /** [1/°C] */
  temperatureCoefficient?: number;
  /** Weighted cell temperature of a typical year, see `weightedCellTemperature`. [°C] Absent: the weather-corrected sum is NaN */
  typicalCellTemperature?: number;
}

/** Numerator and denominators of the performance ratios: add them over time and devices, divide last. */
export interface PerformanceSums {
  /** [kWh] */
  energy: number;
  /** Of the intervals that count. [kWh/m²] */
  insolation: number;
  /** Nameplate times insolation. [kWh] */
  nominalEnergy: number;
  /** The same at the cell temperature of each interval. [kWh] */
  nominalEnergyAtCell: number;
  /** The same relative to the typical cell temperature. [kWh] */
  nominalEnergyTypical: number;
}

export const NO_PERFORMANCE: PerformanceSums = {
  energy: 0,
  insolation: 0,
  nominalEnergy: 0,
  nominalEnergyAtCell: 0,
  nominalEnergyTypical: 0,
};

/**
 * Sums a period contributes to the performance ratios.
 *
 * An interval counts in numerator and denominators or in none: it needs energy and light, at least SMALLEST_IRRADIANCE, by day. Where only
 * the cell temperature is missing the interval does not count either, unless no cell temperatures are given at all.
 *
 * @param options - columns of a period
 * @returns the sums; all 0 when no interval counts
 * @throws RangeError when the lengths differ
 * @see IEC 61724-1
 */
export function performanceSums({
  energy,
  planeIrradiance,
  cellTemperature,
  apparentZenith,
  excluded,
  stepHours,
  nameplate,
  temperatureCoefficient = DEFAULT_TEMPERATURE_COEFFICIENT,
  typicalCellTemperature = Number.NaN,
}: PerformanceOptions): PerformanceSums {
  const n = commonLength(energy, planeIrradiance, ...[cellTemperature, apparentZenith, excluded].filter((column) => column !== undefined));
  const sums = { ...NO_PERFORMANCE };
  for (let i = 0; i < n; i++) {
    const produced = energy[i] ?? Number.NaN;
    const irradiance = planeIrradiance[i] ?? Number.NaN;
    if (excluded?.[i] === 1 || Number.isNaN(produced) || !(irradiance >= SMALLEST_IRRADIANCE)) continue;
    if (apparentZenith && !isDaylight(apparentZenith[i] ?? Number.NaN)) continue;
    const temperature = cellTemperature ? (cellTemperature[i] ?? Number.NaN) : Number.NaN;
    if (cellTemperature && Number.isNaN(temperature)) continue;

    const insolation = (irradiance * stepHours) / 1000;
    const nominal = (nameplate * irradiance * stepHours) / STC_IRRADIANCE;
    sums.energy += produced;
    sums.insolation += insolation;
    sums.nominalEnergy += nominal;
    sums.nominalEnergyAtCell += nominal * (1 + temperatureCoefficient * (temperature - STC_CELL_TEMPERATURE));
    sums.nominalEnergyTypical += nominal * (1 + temperatureCoefficient * (temperature - typicalCellTemperature));
  }
  return sums;
}

/**
 * Sums of two periods of one device or site that follow each other.
 *
 * @param a - sums
 * @param b - sums of other intervals
 * @returns sums of both
 */
export function addPerformance(a: PerformanceSums, b: PerformanceSums): PerformanceSums {
  return {
    energy: a.energy + b.energy,
    insolation: a.insolation + b.insolation,
    nominalEnergy: a.nominalEnergy + b.nominalEnergy,
    nominalEnergyAtCell: a.nominalEnergyAtCell + b.nominalEnergyAtCell,
    nominalEnergyTypical: a.nominalEnergyTypical + b.nominalEnergyTypical,
  };
}

/**
 * Sums of a site from those of its devices over the same period.
 *
 * @param devices - sums of each
 * @returns sums of energies; the insolation is a mean weighted by nominal energy, because the devices share one sun
 */
export function sitePerformance(devices: readonly PerformanceSums[]): PerformanceSums {
  const total = devices.reduce(addPerformance, NO_PERFORMANCE);
  const weighted = devices.reduce((sum, device) => sum + device.insolation * device.nominalEnergy, 0);
  return { ...total, insolation: total.nominalEnergy > 0 ? weighted / total.nominalEnergy : 0 };
}

/** The three readings of the performance ratio. */
export interface PerformanceRatios {
  plain: number;
  /** Corrected to 25 °C cell temperature. */
  temperatureCorrected: number;
  /** Corrected to the typical cell temperature: free of season, still comparable with the plain one over a year. */
  weatherCorrected: number;
}

/**
 * Performance ratios of a period.
 *
 * @param sums - of the period
 * @returns shares of 1; NaN with less than SMALLEST_INSOLATION, and where temperatures were missing
 * @see IEC 61724-1; weather-corrected: Dierauf et al., NREL/TP-5200-57991
 */
export function performanceRatios(sums: PerformanceSums): PerformanceRatios {
  const isTooDark = sums.insolation < SMALLEST_INSOLATION;
  const ratio = (denominator: number) => (isTooDark ? Number.NaN : sums.energy / denominator);
  return {
    plain: ratio(sums.nominalEnergy),
    temperatureCorrected: ratio(sums.nominalEnergyAtCell),
    weatherCorrected: ratio(sums.nominalEnergyTypical),
  };
}

/**
 * Mean cell temperature weighted by light: of a typical year it is the temperature weather-corrected ratios refer to.
 *
 * @param cellTemperature - shape (n). [°C]
 * @param planeIrradiance - shape (n). [W/m²]
 * @returns [°C] NaN without light
 * @throws RangeError when the lengths differ
 * @see Dierauf et al., NREL/TP-5200-57991
 */
export function weightedCellTemperature(cellTemperature: Float64Array, planeIrradiance: Float64Array): number {
  const n = commonLength(cellTemperature, planeIrradiance);
  let weighted = 0;
  let light = 0;
  for (let i = 0; i < n; i++) {
    const temperature = cellTemperature[i] ?? Number.NaN;
    const irradiance = planeIrradiance[i] ?? Number.NaN;
    if (Number.isNaN(temperature) || !(irradiance > 0)) continue;
    weighted += temperature * irradiance;
    light += irradiance;
  }
  return light > 0 ? weighted / light : Number.NaN;
}
