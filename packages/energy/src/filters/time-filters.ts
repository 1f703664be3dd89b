import { type Location, sunPositions } from '../pv/sun-position.ts';
import { toLocalTime } from '../time/local-time.ts';
import { DAY_MS } from '../time/zone.ts';

const MINUTE_MS = 60_000;

/** Part of the local day, in minutes from midnight: from 0 to below 1440, half open. Where `toMinute` is not after `fromMinute` it goes over midnight. */
export interface TimeOfDay {
  fromMinute: number;
  toMinute: number;
}

/**
 * Instants outside a part of the local day. Local time decides: the hour that a clock shows twice in autumn is inside or outside both times.
 *
 * @param timesMs - starts of intervals, shape (n)
 * @param zone - IANA zone
 * @param part - of the day
 * @returns 1 outside, 0 inside, shape (n)
 * @throws RangeError for an unknown zone
 */
export function outsideTimeOfDay(timesMs: Float64Array, zone: string, { fromMinute, toMinute }: TimeOfDay): Uint8Array {
  return Uint8Array.from(timesMs, (timeMs) => {
    const local = toLocalTime(timeMs, zone);
    const minute = Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS);
    const isInside = fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
    return isInside ? 0 : 1;
  });
}

/**
 * Elevation of the sun in the middle of intervals, with refraction.
 *
 * @param timesMs - starts of intervals, shape (n)
 * @param intervalMs - their length
 * @param location - of the site
 * @returns shape (n); negative below the horizon, never NaN. [°]
 */
export function sunElevations(timesMs: Float64Array, intervalMs: number, location: Location): Float64Array {
  const middles = timesMs.map((timeMs) => timeMs + intervalMs / 2);
  return sunPositions({ timesMs: middles, location }).apparentZenith.map((zenith) => 90 - zenith);
}
