import { combine, commonLength } from '@solvane/series/combine';
import { DRY_AIR_GAS_CONSTANT, ZERO_CELSIUS_IN_KELVIN } from '../weather/standard-atmosphere.ts';

/** Density the standard power curves refer to: ISO atmosphere at sea level. [kg/m³] */
export const REFERENCE_AIR_DENSITY = 1.225;

/** Humidity assumed where none is measured: it moves the density by less than one percent. [%] */
export const ASSUMED_RELATIVE_HUMIDITY = 50;

const WATER_VAPOUR_GAS_CONSTANT = 461.5;

export interface AirDensityOptions {
  /** shape (n). [°C] */
  temperature: Float64Array;
  /** At the same height, shape (n). [hPa] */
  pressure: Float64Array;
  /** shape (n). [%] Absent or NaN: ASSUMED_RELATIVE_HUMIDITY */
  relativeHumidity?: Float64Array;
  /** Takes the place of a missing pressure, e.g. the standard pressure at hub height. Such points deserve the SUSPECT flag. [hPa] */
  pressureIfMissing?: number;
}

/**
 * Density of moist air.
 *
 * @param options - temperature, pressure and humidity
 * @returns shape (n). [kg/m³] NaN where the temperature is NaN, or the pressure is and nothing takes its place
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1; 15 °C, 1013.25 hPa, 50 % → 1.221197; dry → 1.224978
 */
export function airDensity({ temperature, pressure, relativeHumidity, pressureIfMissing = Number.NaN }: AirDensityOptions): Float64Array {
  const density = new Float64Array(commonLength(temperature, pressure, relativeHumidity ?? temperature));
  for (let i = 0; i < density.length; i++) {
    const kelvin = (temperature[i] ?? Number.NaN) + ZERO_CELSIUS_IN_KELVIN;
    const hectopascal = firstKnown(pressure[i] ?? Number.NaN, pressureIfMissing);
    const share = firstKnown(relativeHumidity?.[i] ?? Number.NaN, ASSUMED_RELATIVE_HUMIDITY) / 100;
    const vapourPressure = share * 2.05e-5 * Math.exp(0.0631846 * kelvin);
    density[i] =
      ((hectopascal * 100) / DRY_AIR_GAS_CONSTANT - vapourPressure * (1 / DRY_AIR_GAS_CONSTANT - 1 / WATER_VAPOUR_GAS_CONSTANT)) / kelvin;
  }
  return density;
}

function firstKnown(value: number, substitute: number): number {
  return Number.isNaN(value) ? substitute : value;
}

/**
 * Wind speed that would carry the same power at reference air density.
 *
 * For pitch-regulated turbines and ten-minute means. Missing stays missing: NaN where either input is NaN or the density is not plausible (0 < ρ < 2).
 *
 * @param windSpeed - mean per interval, shape (n). [m/s]
 * @param airDensity - mean over the same intervals, shape (n). [kg/m³]
 * @returns corrected speed, shape (n). [m/s]
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1; 10 m/s at 1.10 → 9.647591
 */
export function densityCorrectedWindSpeed(windSpeed: Float64Array, airDensity: Float64Array): Float64Array {
  return windSpeedForDensity({ windSpeed, airDensity, curveDensity: REFERENCE_AIR_DENSITY });
}

export interface CurveDensityOptions {
  /** Mean per interval, shape (n). [m/s] */
  windSpeed: Float64Array;
  /** Mean over the same intervals, shape (n). [kg/m³] */
  airDensity: Float64Array;
  /** Density a power curve was made for. [kg/m³] */
  curveDensity: number;
  /** Takes the place of a missing density. [kg/m³] */
  densityIfMissing?: number;
}

/**
 * Wind speed at which to read a power curve made for another density than today's, for pitch-regulated turbines.
 *
 * @param options - wind, air and the curve's own density
 * @returns corrected speed, shape (n). [m/s] NaN where an input is NaN and nothing takes its place, or the density is not plausible (0 < ρ < 2)
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1
 */
export function windSpeedForDensity({
  windSpeed,
  airDensity,
  curveDensity,
  densityIfMissing = Number.NaN,
}: CurveDensityOptions): Float64Array {
  const out = new Float64Array(commonLength(windSpeed, airDensity));
  // A loop of its own: every turbine reads several curves, and a root that is handed over is a box. Steady air needs one root.
  let known = Number.NaN;
  let factor = Number.NaN;
  for (let i = 0; i < out.length; i++) {
    const density = plausible(firstKnown(airDensity[i] ?? Number.NaN, densityIfMissing));
    if (density !== known) factor = Math.cbrt(density / curveDensity);
    known = density;
    out[i] = (windSpeed[i] ?? Number.NaN) * factor;
  }
  return out;
}

/**
 * Power a stall-regulated turbine would have made at reference air density.
 *
 * @param power - mean per interval, shape (n). [kW]
 * @param airDensity - mean over the same intervals, shape (n). [kg/m³]
 * @returns shape (n). [kW] NaN where an input is NaN or the density is not plausible (0 < ρ < 2)
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1; 1500 kW at 1.10 → 1670.4545
 */
export function densityCorrectedPower(power: Float64Array, airDensity: Float64Array): Float64Array {
  return combine(power, airDensity, (value, density) => (value * REFERENCE_AIR_DENSITY) / plausible(density));
}

/**
 * Power of a stall-regulated turbine in air of another density than its curve was made for: the way back from `densityCorrectedPower`.
 *
 * @param options - power by the curve, shape (n) [kW], and as for `windSpeedForDensity`
 * @returns shape (n). [kW] NaN as there
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1; 1670.4545 kW at 1.10 → 1500
 */
export function powerAtDensity({
  power,
  airDensity,
  curveDensity,
  densityIfMissing = Number.NaN,
}: Omit<CurveDensityOptions, 'windSpeed'> & { power: Float64Array }): Float64Array {
  return combine(power, airDensity, (kw, density) => (kw * plausible(firstKnown(density, densityIfMissing))) / curveDensity);
}

function plausible(density: number): number {
  return density > 0 && density < 2 ? density : Number.NaN;
}
