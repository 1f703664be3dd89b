import { decimalText } from '@solvane/i18n/number-text';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Of so short a time, seconds are a share that can be seen. */
const SECONDS_BELOW_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on hours are too many to grasp. */
const DAYS_FROM_MS = 4 * DAY_MS;
/** Where one event is days long, minutes of many say nothing either. */
const WHOLE_HOURS_FROM_MS = DAYS_FROM_MS;

/** Site and device of an event; one of a whole site has one name. */
export function namesOf({ siteName, deviceName }: { siteName: string; deviceName: string }): string[] {
  return deviceName === siteName ? [siteName] : [siteName, deviceName];
}

/** `3:52`, `26:10`, `9 d`: hours and minutes below each other, days once they are many. */
export function durationText(durationMs: number, locale: string): string {
  if (durationMs >= DAYS_FROM_MS) return `${decimalText(durationMs / DAY_MS, { digits: durationMs < 10 * DAY_MS ? 1 : 0, locale })} d`;
  return clockText(durationMs);
}

/** `3 min 40 s`, `5 h 31 min`, `9 d`: one duration where no head says what its figures are. */
export function durationPhrase(durationMs: number, locale: string): string {
  if (durationMs >= DAYS_FROM_MS) return durationText(durationMs, locale);
  if (durationMs < SECONDS_BELOW_MS && durationMs % MINUTE_MS !== 0) {
    const seconds = Math.round(durationMs / SECOND_MS);
    return unitsText([Math.floor(seconds / 60), 'min'], [seconds % 60, 's']);
  }
  const minutes = Math.round(durationMs / MINUTE_MS);
  return unitsText([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
}

/** `41:30`, `1 842 h`: many durations together, under a head that says hours and minutes; they are no days that anybody counts. */
export function durationSumText(durationMs: number, locale: string): string {
  return durationMs < WHOLE_HOURS_FROM_MS ? clockText(durationMs) : wholeHoursText(durationMs, locale);
}

/** `41:30 h`, `1 842 h`: the same where nothing beside it says what it is. */
export function hoursText(durationMs: number, locale: string): string {
  return durationMs < WHOLE_HOURS_FROM_MS ? `${clockText(durationMs)} h` : wholeHoursText(durationMs, locale);
}

/** Lost energy in megawatt-hours; a dash where no loss is known. */
export function lostEnergyText(lostEnergyKwh: number | null, locale: string): string {
  return decimalText(lostEnergyKwh === null ? null : lostEnergyKwh / 1_000, { digits: 2, locale });
}

function clockText(durationMs: number): string {
  const minutes = Math.round(durationMs / MINUTE_MS);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function wholeHoursText(durationMs: number, locale: string): string {
  return `${decimalText(durationMs / HOUR_MS, { digits: 0, locale })} h`;
}

function unitsText([large, largeUnit]: [number, string], [small, smallUnit]: [number, string]): string {
  const texts = [...(large > 0 ? [`${large}\u202f${largeUnit}`] : []), ...(small > 0 || large === 0 ? [`${small}\u202f${smallUnit}`] : [])];
  return texts.join(' ');
}
