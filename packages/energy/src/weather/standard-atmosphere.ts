/** Pressure of the standard atmosphere at sea level. [hPa] */
export const SEA_LEVEL_PRESSURE = 1013.25;

/** Specific gas constant of dry air. [J/(kg·K)] */
export const DRY_AIR_GAS_CONSTANT = 287.058;

/** 0 °C. [K] */
export const ZERO_CELSIUS_IN_KELVIN = 273.15;

const GRAVITY = 9.80665;

/**
 * Pressure of the standard atmosphere at an altitude.
 *
 * @param altitude - above mean sea level, below 44 km. [m]
 * @returns station pressure. [hPa] NaN where the altitude is NaN
 * @see ICAO standard atmosphere; 0 m → 1013.25 hPa, 500 m → 954.608 hPa
 */
export function standardPressure(altitude: number): number {
  return SEA_LEVEL_PRESSURE * (1 - 2.25577e-5 * altitude) ** 5.25588;
}

/**
 * Factor that carries a pressure from one height to another in air of one temperature.
 *
 * @param heightDifference - target height minus height of the measurement. [m]
 * @param temperature - of the air between. [°C]
 * @returns pressure at the target divided by the measured pressure. NaN where an input is NaN
 * @see barometric formula of IEC 61400-12-1; 995 hPa at 10 m and 10 °C → 984.25406 hPa at 100 m
 */
export function pressureRatioOverHeight(heightDifference: number, temperature: number): number {
  return Math.exp((-GRAVITY * heightDifference) / (DRY_AIR_GAS_CONSTANT * (temperature + ZERO_CELSIUS_IN_KELVIN)));
}
