import { combine } from '@solvane/series/combine';

/** Weather columns of a cell temperature model, each shape (n). */
export interface CellWeather {
  /** In the plane of the modules. [W/m²] Negative counts as 0 */
  planeIrradiance: Float64Array;
  /** [°C] */
  ambientTemperature: Float64Array;
  /** [m/s] */
  windSpeed: Float64Array;
}

/** Heat that a module gives to the air. */
export interface HeatLossFactors {
  /** [W/(m²·°C)] */
  constant: number;
  /** [W/(m²·°C) per m/s] */
  perWind: number;
}

/** Means of seven modules of silicon in the desert. */
export const FAIMAN_HEAT_LOSS: HeatLossFactors = { constant: 25, perWind: 6.84 };

/** Free-standing and roof-integrated arrays as PVsyst assumes them. */
export const PVSYST_FREESTANDING: HeatLossFactors = { constant: 29, perWind: 0 };
export const PVSYST_INSULATED: HeatLossFactors = { constant: 15, perWind: 0 };

/**
 * Temperature of a module by Faiman, the model of IEC 61853.
 *
 * @param weather - columns
 * @param heatLoss - of the module
 * @returns shape (n). [°C] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Faiman, Progress in Photovoltaics 16 (2008); 800 W/m², 25 °C, 3 m/s → 42.574692
 */
export function faimanTemperature(weather: CellWeather, heatLoss: HeatLossFactors = FAIMAN_HEAT_LOSS): Float64Array {
  return heated(weather, (irradiance, wind) => irradiance / (heatLoss.constant + heatLoss.perWind * wind));
}

export interface PvsystOptions extends CellWeather {
  heatLoss?: HeatLossFactors;
  /** DC power as a share of the light. */
  efficiency?: number;
  /** Share of the light that is absorbed. */
  absorption?: number;
}

/**
 * Temperature of the cells as PVsyst computes it.
 *
 * @param options - weather and module
 * @returns shape (n). [°C] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see PVsyst help, "Array thermal losses"; 1000 W/m², 10 °C, free-standing → 37.931034
 */
export function pvsystCellTemperature({
  heatLoss = PVSYST_FREESTANDING,
  efficiency = 0.1,
  absorption = 0.9,
  ...weather
}: PvsystOptions): Float64Array {
  const heat = absorption * (1 - efficiency);
  return heated(weather, (irradiance, wind) => (irradiance * heat) / (heatLoss.constant + heatLoss.perWind * wind));
}

export interface NoctOptions extends CellWeather {
  /** At 800 W/m², 20 °C and 1 m/s, from the data sheet. [°C] */
  nominalOperatingTemperature: number;
  /** DC power as a share of the light, from the data sheet. */
  efficiency: number;
  /** Product of transmittance and absorptance. */
  absorption?: number;
  /** One storey or two above the ground: wind there is a share of that 10 m up. */
  arrayHeight?: 1 | 2;
  /** Between modules and roof. [m] Absent: they stand free */
  standoff?: number;
}

/** Wind at the height of the array as a share of that 10 m up. */
const WIND_SHARE = { 1: 0.51, 2: 0.61 } as const;

/**
 * Temperature of the cells from the nominal operating temperature of the data sheet, as NREL's System Advisor Model computes it.
 *
 * @param options - weather and module
 * @returns shape (n). [°C] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see Gilman et al., NREL/TP-6A20-67399, section 4; 622.1398 W/m², 28 °C, 1 m/s, 45 °C, 0.19 → 47.07646
 */
export function noctCellTemperature({
  nominalOperatingTemperature,
  efficiency,
  absorption = 0.9,
  arrayHeight = 1,
  standoff = Number.POSITIVE_INFINITY,
  ...weather
}: NoctOptions): Float64Array {
  const rise = (nominalOperatingTemperature + standoffRise(standoff) - 20) * (1 - efficiency / absorption);
  return heated(weather, (irradiance, wind) => ((irradiance / 800) * rise * 9.5) / (5.7 + 3.8 * WIND_SHARE[arrayHeight] * wind));
}

/** What a narrow gap to the roof adds to the nominal operating temperature. [°C] */
function standoffRise(standoff: number): number {
  const inches = standoff / 0.0254;
  if (inches >= 3.5) return 0;
  if (inches >= 2.5) return 2;
  if (inches >= 1.5) return 6;
  return inches >= 0.5 ? 11 : 18;
}

function heated(
  { planeIrradiance, ambientTemperature, windSpeed }: CellWeather,
  rise: (irradiance: number, wind: number) => number,
): Float64Array {
  return combine(
    planeIrradiance,
    ambientTemperature,
    windSpeed,
    (irradiance, ambient, wind) => ambient + rise(Math.max(0, irradiance), wind),
  );
}
