import type { MessageKey, MessageValues } from '@solvane/i18n/messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type FormatMessage = (descriptor: { id: MessageKey }, values?: MessageValues) => string;

/** How long ago something was: minutes, then hours with minutes up to two days, then days; null is never. */
export function ageText(ageMs: number | null, formatMessage: FormatMessage): string {
  if (ageMs === null) return formatMessage({ id: 'Common_Age_Never' });
  const minutes = Math.max(0, Math.floor(ageMs / MINUTE_MS));
  if (ageMs < HOUR_MS) return formatMessage({ id: 'Common_Age_Minutes' }, { minutes });
  if (ageMs >= 2 * DAY_MS) return formatMessage({ id: 'Common_Age_Days' }, { days: Math.floor(ageMs / DAY_MS) });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (rest === 0) return formatMessage({ id: 'Common_Age_Hours' }, { hours });
  return formatMessage({ id: 'Common_Age_HoursMinutes' }, { hours, minutes: String(rest).padStart(2, '0') });
}
