import { commonLength } from '@solvane/series/combine';
import { civilDate, localDaysOf, weekday } from '../time/local-day.ts';
import { type OffsetSpan, spanAt } from '../time/zone.ts';

/** Price of energy over a range of validity. [currency/MWh] */
export interface Tariff {
  /** First instant it holds. */
  validFromMs: number;
  price:
    | { kind: 'fixed'; price: number }
    /** By local time: month 0–11, weekday 0 Monday–6 Sunday, hour 0–23; position (month · 7 + weekday) · 24 + hour. NaN: none stated */
    | { kind: 'calendar'; prices: Float64Array }
    /** Prices from instants on, rising; each holds until the next. */
    | { kind: 'series'; timesMs: Float64Array; prices: Float64Array };
}

const HOUR_MS = 3_600_000;
const DAYS_PER_WEEK = 7;
const HOURS_PER_DAY = 24;

/** Length of the prices of a calendar tariff. */
export const CALENDAR_TARIFF_SIZE = 12 * DAYS_PER_WEEK * HOURS_PER_DAY;

/**
 * Price of each interval by the tariff in force at its start.
 *
 * @param tariffs - versions in any order; of those valid the latest holds
 * @param startsMs - interval starts, rising, shape (n)
 * @param zone - IANA zone of the site
 * @returns shape (n). [currency/MWh] NaN where no tariff states a price: unknown is not free
 * @throws RangeError for an unknown zone
 */
export function tariffPrices(tariffs: readonly Tariff[], startsMs: Float64Array, zone: string): Float64Array {
  const newestFirst = [...tariffs].sort((a, b) => b.validFromMs - a.validFromMs);
  const days = localDaysOf(startsMs, zone);
  let span: OffsetSpan | undefined;
  return startsMs.map((startMs, i) => {
    const tariff = newestFirst.find(({ validFromMs }) => validFromMs <= startMs);
    if (!tariff) return Number.NaN;
    const { price } = tariff;
    if (price.kind === 'fixed') return price.price;
    if (price.kind === 'series') return priceAt(price, startMs);
    if (!span || startMs < span.startMs || startMs >= span.endMs) span = spanAt(startMs, zone);
    return calendarPrice(price.prices, days[i] ?? 0, startMs + span.offsetMs);
  });
}

/**
 * Money value of energy.
 *
 * @param energy - shape (n). [kWh]
 * @param price - shape (n). [currency/MWh]
 * @returns shape (n). [currency] 0 without energy; NaN where there is energy and no price; negative at negative prices
 * @throws RangeError when the lengths differ
 * @see 600 kWh at 45 per MWh → 27
 */
export function revenueOf(energy: Float64Array, price: Float64Array): Float64Array {
  const revenue = new Float64Array(commonLength(energy, price));
  for (let i = 0; i < revenue.length; i++) {
    const kwh = energy[i] ?? Number.NaN;
    if (kwh !== 0) revenue[i] = (kwh / 1000) * (price[i] ?? Number.NaN);
  }
  return revenue;
}

/** Money of a period: what was lost, and what was saved because energy had a negative price. */
export interface RevenueSums {
  lost: number;
  /** Not positive. */
  avoided: number;
  /** Intervals with energy and without a price. */
  unpriced: number;
}

/**
 * Sums the money value of lost energy, losses and avoided costs apart.
 *
 * @param revenue - as from `revenueOf`, shape (n). [currency]
 * @returns sums; unpriced intervals are counted, not guessed
 */
export function revenueSums(revenue: Float64Array): RevenueSums {
  const sums: RevenueSums = { lost: 0, avoided: 0, unpriced: 0 };
  for (const value of revenue) {
    if (Number.isNaN(value)) sums.unpriced++;
    else if (value < 0) sums.avoided += value;
    else sums.lost += value;
  }
  return sums;
}

function priceAt({ timesMs, prices }: { timesMs: Float64Array; prices: Float64Array }, instantMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timesMs[middle] ?? Number.NaN) <= instantMs) low = middle + 1;
    else high = middle;
  }
  return prices[low - 1] ?? Number.NaN;
}

function calendarPrice(prices: Float64Array, localDay: number, localMs: number): number {
  const hour = Math.floor((((localMs / HOUR_MS) % HOURS_PER_DAY) + HOURS_PER_DAY) % HOURS_PER_DAY);
  const month = civilDate(localDay).month - 1;
  return prices[(month * DAYS_PER_WEEK + weekday(localDay) - 1) * HOURS_PER_DAY + hour] ?? Number.NaN;
}
