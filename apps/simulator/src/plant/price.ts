import { at, column } from '../columns/column.ts';
import { siteSeed } from '../noise/channels.ts';
import { valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from '../weather/ambient.ts';

const DAY_SECONDS = 86_400;
/** Where midday sun floods the market. */
const SOLAR_MARKET = 's05';
const SUNNY_ABOVE = 0.4;

/** Price of energy at a site. [currency of the site per MWh] */
export function energyPrice({ plan, noise, frame }: SiteDayInput, sky: Float64Array | undefined): Float64Array {
  const market = valueNoiseColumn(siteSeed(noise, 'price'), frame.grid, DAY_SECONDS);
  return column(frame.length, (i) => {
    const hour = at(frame.localHours, i);
    const usual = 45 + 25 * Math.cos((2 * Math.PI * (hour - 19)) / 24) + 10 * at(market, i);
    const isFlooded = plan.id === SOLAR_MARKET && hour >= 10 && hour < 15 && sky !== undefined && at(sky, i) > SUNNY_ABOVE;
    return isFlooded ? usual - 60 : usual;
  });
}
