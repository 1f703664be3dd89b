import { commonLength } from '@solvane/series/combine';

export interface NightStandbyOptions {
  /** 1 where no signal of the logger has a value, shape (n). */
  silent: Uint8Array;
  /** Of the sun at the middle of each interval, shape (n). [°] NaN: not known, no standby */
  sunElevation: Float64Array;
  /** Intervals from one midnight to the next. */
  perDay: number;
  /** Native interval. */
  stepMs: number;
}

/** A logger is fed by its modules: it goes off at half of the day's highest sun, from here on up. [°] */
export const LOWEST_SWITCH = 5;
const HIGHEST_SWITCH = 10;
/** Time a logger may take to come back after the sun has reached its height in the morning. */
const WAKING_MS = 60 * 60_000;

/**
 * Intervals in which a PV logger sends nothing because it is dark: from the evening until an hour after the sun is high enough in the morning, and
 * all of a day on which the sun stays below 5°. A silence that goes on is standby until the sun is high enough, and no longer; one that begins by
 * day is none.
 *
 * @param options - silence and sun; the first interval begins at local midnight
 * @returns 1 in standby, shape (n)
 * @throws RangeError when the lengths differ
 * @see energy handbook P.8
 */
export function nightStandby({ silent, sunElevation, perDay, stepMs }: NightStandbyOptions): Uint8Array {
  const n = commonLength(silent, sunElevation);
  const standby = new Uint8Array(n);
  const waking = Math.ceil(WAKING_MS / stepMs);
  let isStandby = false;
  let wasSilent = false;
  for (let dayStart = 0; dayStart < n; dayStart += perDay) {
    const dayEnd = Math.min(n, dayStart + perDay);
    const highest = highestOf(sunElevation, dayStart, dayEnd);
    const switching = Math.min(HIGHEST_SWITCH, Math.max(LOWEST_SWITCH, highest / 2));
    const isDark = highest < LOWEST_SWITCH;
    for (let i = dayStart; i < dayEnd; i++) {
      const isSilent = silent[i] === 1;
      const isLow = isDark || (sunElevation[i] ?? Number.NaN) < switching;
      if (isSilent && isLow && (isDark || !wasSilent)) isStandby = true;
      // The sun is high enough: what is not heard within the hour has failed since then. Beyond the data it is unknown.
      else if (isStandby && !isLow) isStandby = isHeard(silent, i, i + waking);
      if (!isSilent) isStandby = false;
      else if (isStandby) standby[i] = 1;
      wasSilent = isSilent;
    }
  }
  return standby;
}

/** Whether a value arrives up to an interval, or may still arrive. */
function isHeard(silent: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i <= to; i++) if (silent[i] !== 1) return true;
  return false;
}

function highestOf(sunElevation: Float64Array, from: number, to: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const elevation = sunElevation[i] ?? Number.NaN;
    if (elevation > highest) highest = elevation;
  }
  return highest === Number.NEGATIVE_INFINITY ? Number.NaN : highest;
}
