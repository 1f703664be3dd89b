import { type Location, sunPositions } from './sun-position.ts';

/** When the sun rises, culminates and sets on one day. Epoch ms. */
export interface SunTimes {
  /** NaN: it does not rise that day. */
  sunriseMs: number;
  transitMs: number;
  /** NaN: it does not set that day. */
  sunsetMs: number;
}

/** Elevation of the centre at which the upper edge touches the horizon: half the disc and the refraction there. [°] */
const HORIZON = -0.8333;
const HALF_DAY_MS = 43_200_000;
const MS_PER_DEGREE = 240_000;
const RADIANS = Math.PI / 180;

/**
 * Sunrise, solar noon and sunset of the day around an instant.
 *
 * @param nearMs - any instant of the day, best near its local noon: the culmination closest to it is meant
 * @param location - place
 * @returns instants; sunrise and sunset are NaN where the sun stays above or below the horizon
 * @see definition of NREL/TP-560-34302 (centre of the sun at −0.8333°); held to pvlib within 30 s at 60 places and days
 */
export function sunTimes(nearMs: number, location: Location): SunTimes {
  const transitMs = transitNear(nearMs, location);
  const elevation = (timeMs: number) => 90 - (sunAt(timeMs, location).zenith[0] ?? Number.NaN);
  const rises = elevation(transitMs) > HORIZON;
  const crossing = (nightMs: number) =>
    rises && elevation(nightMs) < HORIZON ? crossingBetween(nightMs, transitMs, (timeMs) => elevation(timeMs) > HORIZON) : Number.NaN;
  return {
    sunriseMs: crossing(transitNear(transitMs - 2 * HALF_DAY_MS, location) / 2 + transitMs / 2),
    transitMs,
    sunsetMs: crossing(transitNear(transitMs + 2 * HALF_DAY_MS, location) / 2 + transitMs / 2),
  };
}

/** The hour angle grows by nearly the same amount every minute, so a few steps of its own size reach its zero. */
function transitNear(nearMs: number, location: Location): number {
  let timeMs = nearMs;
  for (let step = 0; step < 4; step++) timeMs -= hourAngle(timeMs, location) * MS_PER_DEGREE;
  return timeMs;
}

/** Turn since solar noon, −180 to 180. [°] */
function hourAngle(timeMs: number, location: Location): number {
  const sun = sunAt(timeMs, location);
  const zenith = (sun.zenith[0] ?? Number.NaN) * RADIANS;
  const azimuth = (sun.azimuth[0] ?? Number.NaN) * RADIANS;
  const latitude = location.latitude * RADIANS;
  const across = -Math.sin(zenith) * Math.sin(azimuth);
  const along = Math.cos(zenith) * Math.cos(latitude) - Math.sin(zenith) * Math.cos(azimuth) * Math.sin(latitude);
  return Math.atan2(across, along) / RADIANS;
}

/** The instant between night and day at which the sun crosses the horizon, to the millisecond. */
function crossingBetween(nightMs: number, dayMs: number, isUp: (timeMs: number) => boolean): number {
  let [down, up] = [nightMs, dayMs];
  while (Math.abs(up - down) > 1) {
    const middle = (up + down) / 2;
    if (isUp(middle)) up = middle;
    else down = middle;
  }
  return up;
}

function sunAt(timeMs: number, location: Location): ReturnType<typeof sunPositions> {
  return sunPositions({ timesMs: Float64Array.of(timeMs), location });
}
