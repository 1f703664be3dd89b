import { dayOfYear } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { at, column } from '../columns/column.ts';
import { modulo } from '../columns/modulo.ts';
import { isActive, ofKind } from '../faults/fault-windows.ts';
import { siteSeed } from '../noise/channels.ts';
import { valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from './ambient.ts';
import { normalTail } from './normal-tail.ts';

/** Wind over one site and day at hub height, before turbines disturb it. */
export interface WindField {
  /** [m/s] */
  speed: Float64Array;
  /** Where the wind comes from. [°] */
  direction: Float64Array;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const WEIBULL_SCALE = 8.3;
const WEIBULL_SHAPE = 2.1;

/** How much of the variance each time scale carries; the squares add up to 0.998. */
const SCALES = [
  { channel: 'windWeeks', spacing: 4 * DAY, weight: 0.5 },
  { channel: 'windDays', spacing: 1.2 * DAY, weight: 0.6 },
  { channel: 'windHours', spacing: 6 * HOUR, weight: 0.5 },
  { channel: 'windHour', spacing: HOUR, weight: 0.33 },
  { channel: 'windMinutes', spacing: HOUR / 6, weight: 0.17 },
] as const;

/** Correlated normal noise turned into a Weibull distribution that is stronger in winter. */
export function windField({ plan, noise, frame, faults }: SiteDayInput): WindField {
  const gaussian = new Float64Array(frame.length);
  for (const { channel, spacing, weight } of SCALES) {
    const part = valueNoiseColumn(siteSeed(noise, channel), frame.grid, spacing);
    for (let i = 0; i < frame.length; i++) gaussian[i] = at(gaussian, i) + weight * at(part, i);
  }
  const scale = weibullScale(frame.startMs, plan.latitude);
  const speed = gaussian.map((g) => scale * (-Math.log(normalTail(g))) ** (1 / WEIBULL_SHAPE));
  for (const { effect, window } of ofKind(faults, 'storm')) {
    for (let i = 0; i < frame.length; i++) {
      if (isActive(window, frame.faultDay, at(frame.localHours, i))) speed[i] = at(speed, i) + effect.windier;
    }
  }
  const slow = valueNoiseColumn(siteSeed(noise, 'directionSlow'), frame.grid, 3 * DAY);
  const fast = valueNoiseColumn(siteSeed(noise, 'directionFast'), frame.grid, 2 * HOUR);
  return { speed, direction: column(frame.length, (i) => modulo(230 + 60 * at(slow, i) + 15 * at(fast, i), 360)) };
}

/** Scale of the Weibull distribution on a day. [m/s] */
function weibullScale(timeMs: number, latitude: number): number {
  const windiest = latitude < 0 ? 15 + 182 : 15;
  return WEIBULL_SCALE * (1 + 0.12 * Math.cos((2 * Math.PI * (dayOfYear(Math.floor(timeMs / DAY_MS)) - windiest)) / 365));
}
