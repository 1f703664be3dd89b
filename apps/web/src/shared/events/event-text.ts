import { decimalText } from '@solvane/i18n/number-text';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on hours are too many to grasp. */
const DAYS_FROM_MS = 4 * DAY_MS;
/** Where one event is days long, minutes of many say nothing either. */
const WHOLE_HOURS_FROM_MS = DAYS_FROM_MS;

/** `3:52`, `26:10`, `9 d`: hours and minutes below each other, days once they are many. */
export function durationText(durationMs: number, locale: string): string {
  if (durationMs >= DAYS_FROM_MS) return `${decimalText(durationMs / DAY_MS, { digits: durationMs < 10 * DAY_MS ? 1 : 0, locale })} d`;
  return clockText(durationMs);
}

/** `41:30`, `1 842 h`: many durations together, under a head that says hours and minutes; they are no days that anybody counts. */
export function durationSumText(durationMs: number, locale: string): string {
  return durationMs < WHOLE_HOURS_FROM_MS ? clockText(durationMs) : wholeHoursText(durationMs, locale);
}

/** `41:30 h`, `1 842 h`: the same where nothing beside it says what it is. */
export function hoursText(durationMs: number, locale: string): string {
  return durationMs < WHOLE_HOURS_FROM_MS ? `${clockText(durationMs)} h` : wholeHoursText(durationMs, locale);
}

/** Lost energy in megawatt-hours; a dash where nothing was expected. */
export function lostEnergyText(lostEnergyKwh: number | null, locale: string): string {
  return decimalText(lostEnergyKwh === null ? null : lostEnergyKwh / 1_000, { digits: 2, locale });
}

export function moneyText(amount: number | null, locale: string): string {
  return decimalText(amount, { digits: 0, locale });
}

function clockText(durationMs: number): string {
  const minutes = Math.round(durationMs / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function wholeHoursText(durationMs: number, locale: string): string {
  return `${decimalText(durationMs / HOUR_MS, { digits: 0, locale })} h`;
}
