import { pressureRatioOverHeight } from '../../weather/standard-atmosphere.ts';
import { mapAt } from './map-at.ts';

/**
 * Nearest record of a provider, before or after, that is not too far away; of two as far the earlier.
 *
 * @param records - on the native intervals, shape (n); NaN between records
 * @param at - intervals to fill, shape (m)
 * @param maxDistance - farthest record, in intervals
 * @returns shape (m); NaN where no record is near enough
 */
export function nearestRecords(records: Float64Array, at: Int32Array, maxDistance: number): Float64Array {
  return mapAt(at, (i) => {
    const before = recordBefore(records, i, maxDistance);
    const after = recordAfter(records, i, maxDistance);
    return records[i - before <= after - i ? before : after] ?? Number.NaN;
  });
}

/**
 * Records of a provider with straight lines between them.
 *
 * @param records - on the native intervals, shape (n); NaN between records
 * @param at - intervals to fill, shape (m)
 * @param maxDistance - farthest record, in intervals
 * @returns shape (m); with a record on one side only its value; NaN where no record is near enough
 */
export function recordsBetween(records: Float64Array, at: Int32Array, maxDistance: number): Float64Array {
  return mapAt(at, (i) => {
    const before = recordBefore(records, i, maxDistance);
    const after = recordAfter(records, i, maxDistance);
    const [from, to] = [records[before] ?? Number.NaN, records[after] ?? Number.NaN];
    if (Number.isNaN(from)) return to;
    if (Number.isNaN(to) || before === after) return from;
    return from + ((to - from) * (i - before)) / (after - before);
  });
}

/**
 * Factor that carries a wind speed from one height to another.
 *
 * @param height - wanted height above ground. [m]
 * @param referenceHeight - height of the record. [m]
 * @param alpha - shear exponent
 * @returns 1 where a height is not known
 * @see power law of the wind profile
 */
export function windHeightFactor(height: number, referenceHeight: number, alpha: number): number {
  const factor = (height / referenceHeight) ** alpha;
  return Number.isFinite(factor) && factor > 0 ? factor : 1;
}

/**
 * Pressures carried from one altitude to another.
 *
 * @param pressure - shape (m). [hPa]
 * @param temperature - of the air, shape (m); NaN counts as 15 °C. [°C]
 * @param rise - wanted altitude minus altitude of the records; NaN leaves them as they are. [m]
 * @returns shape (m). [hPa]
 * @see barometric formula of IEC 61400-12-1
 */
export function pressureAtAltitude(pressure: Float64Array, temperature: Float64Array, rise: number): Float64Array {
  if (Number.isNaN(rise)) return pressure;
  return pressure.map((value, k) => {
    const celsius = temperature[k] ?? Number.NaN;
    return value * pressureRatioOverHeight(rise, Number.isNaN(celsius) ? STANDARD_TEMPERATURE : celsius);
  });
}

/** Of the standard atmosphere at sea level. [°C] */
const STANDARD_TEMPERATURE = 15;

/** Position of the record at or before an interval, or -Infinity. */
function recordBefore(records: Float64Array, i: number, maxDistance: number): number {
  for (let at = i; at >= 0 && i - at <= maxDistance; at--) if (!Number.isNaN(records[at])) return at;
  return Number.NEGATIVE_INFINITY;
}

/** Position of the record at or after an interval, or Infinity. */
function recordAfter(records: Float64Array, i: number, maxDistance: number): number {
  for (let at = i; at < records.length && at - i <= maxDistance; at++) if (!Number.isNaN(records[at])) return at;
  return Number.POSITIVE_INFINITY;
}
