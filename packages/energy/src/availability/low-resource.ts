import { commonLength } from '@solvane/series/combine';
import { isDaylight } from '../pv/sun-position.ts';

/** Light below which a PV plant has nothing to do. [W/m²] */
export const LOW_IRRADIANCE = 50;

/**
 * Intervals with too little light: night, or less than LOW_IRRADIANCE.
 *
 * @param planeIrradiance - shape (n). [W/m²] NaN by day is not low
 * @param apparentZenith - of the midpoints, shape (n). [°]
 * @returns 1 where low, shape (n)
 * @throws RangeError when the lengths differ
 */
export function lowLight(planeIrradiance: Float64Array, apparentZenith: Float64Array): Uint8Array {
  const flags = new Uint8Array(commonLength(planeIrradiance, apparentZenith));
  for (let i = 0; i < flags.length; i++) {
    if ((planeIrradiance[i] ?? Number.NaN) < LOW_IRRADIANCE || !isDaylight(apparentZenith[i] ?? Number.NaN)) flags[i] = 1;
  }
  return flags;
}

/**
 * Intervals with too little wind.
 *
 * @param windSpeed - shape (n). [m/s] NaN is not low
 * @param cutIn - of the turbine. [m/s]
 * @returns 1 where low, shape (n)
 */
export function lowWind(windSpeed: Float64Array, cutIn: number): Uint8Array {
  const flags = new Uint8Array(windSpeed.length);
  for (let i = 0; i < flags.length; i++) if ((windSpeed[i] ?? Number.NaN) < cutIn) flags[i] = 1;
  return flags;
}

/**
 * Capacity that is there for production.
 *
 * @param stoppedShare - share of each interval a Downtime or Unknown event decides, shape (n)
 * @param acRating - [kW]
 * @returns shape (n). [kW]
 */
export function availableCapacity(stoppedShare: Float64Array, acRating: number): Float64Array {
  const available = new Float64Array(stoppedShare.length);
  for (let i = 0; i < available.length; i++) available[i] = acRating * (1 - (stoppedShare[i] ?? Number.NaN));
  return available;
}
