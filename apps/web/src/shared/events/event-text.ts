import { decimalText } from '@solvane/i18n/number-text';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on hours are too many to grasp. */
const DAYS_FROM_MS = 4 * DAY_MS;

/** `3:52`, `26:10`, `9 d`: hours and minutes below each other, days once they are many. */
export function durationText(durationMs: number, locale: string): string {
  if (durationMs >= DAYS_FROM_MS) return `${decimalText(durationMs / DAY_MS, { digits: durationMs < 10 * DAY_MS ? 1 : 0, locale })} d`;
  const minutes = Math.round(durationMs / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `1 842 h`: many durations together. */
export function hoursText(durationMs: number, locale: string): string {
  return `${decimalText(durationMs / HOUR_MS, { digits: durationMs < 100 * HOUR_MS ? 1 : 0, locale })} h`;
}

/** Lost energy in megawatt-hours; a dash where nothing was expected. */
export function lostEnergyText(lostEnergyKwh: number | null, locale: string): string {
  return decimalText(lostEnergyKwh === null ? null : lostEnergyKwh / 1_000, { digits: 2, locale });
}

export function moneyText(amount: number | null, locale: string): string {
  return decimalText(amount, { digits: 0, locale });
}
