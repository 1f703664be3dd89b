import { dayOfYear } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { standardPressure } from '@solvane/energy/weather/standard-atmosphere';
import type { DayFrame } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import { type ActiveFault, isActive, ofKind } from '../faults/fault-windows.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { type SiteNoise, siteSeed } from '../noise/channels.ts';
import { valueNoiseColumn } from '../noise/noise-columns.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Half a year: seasons of the southern hemisphere. */
const SOUTHERN_SHIFT = 182;

/** What makes a day on a site what it is, beside the plant: handed to everything that is generated for it. */
export interface SiteDayInput {
  plan: SitePlan;
  noise: SiteNoise;
  frame: DayFrame;
  faults: readonly ActiveFault[];
}

/** Air temperature of a site over one day. [°C] */
export function ambientTemperature({ plan, noise, frame, faults }: SiteDayInput): Float64Array {
  const { meanTemperature, seasonalTemperature } = plan.climate;
  const coldest = plan.latitude < 0 ? 20 + SOUTHERN_SHIFT : 20;
  const weather = valueNoiseColumn(siteSeed(noise, 'temperature'), frame.grid, 3 * DAY);
  const season = 2 * Math.PI * ((dayOfYear(Math.floor(frame.startMs / DAY_MS)) - coldest) / 365);
  const seasonal = meanTemperature - seasonalTemperature * Math.cos(season);
  const values = column(frame.length, (i) => {
    const solarHour = utcHour(at(frame.startsMs, i)) + plan.longitude / 15;
    return seasonal + 5 * Math.sin((2 * Math.PI * (solarHour - 9)) / 24) + 2.5 * at(weather, i);
  });
  for (const { effect, window } of ofKind(faults, 'coldSpell')) {
    for (let i = 0; i < frame.length; i++) {
      if (isActive(window, frame.faultDay, at(frame.localHours, i))) values[i] = Math.min(at(values, i), effect.maxTemperature);
    }
  }
  for (const { effect } of ofKind(faults, 'heatWave')) {
    for (let i = 0; i < frame.length; i++) values[i] = at(values, i) + effect.warmer;
  }
  return values;
}

/** Station pressure: the standard atmosphere at the altitude with passing highs and lows. [hPa] */
export function stationPressure({ plan, noise, frame }: SiteDayInput): Float64Array {
  const weather = valueNoiseColumn(siteSeed(noise, 'pressure'), frame.grid, 4 * DAY);
  return weather.map((value) => standardPressure(plan.altitude) + 7 * value);
}

/** Relative humidity. [%] */
export function relativeHumidity({ noise, frame }: SiteDayInput): Float64Array {
  const weather = valueNoiseColumn(siteSeed(noise, 'humidity'), frame.grid, DAY);
  return weather.map((value) => Math.min(100, Math.max(15, 68 + 14 * value)));
}

function utcHour(timeMs: number): number {
  return (timeMs % DAY_MS) / (HOUR * 1000);
}
