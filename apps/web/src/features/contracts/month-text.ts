import { decimalText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';

/** The last calendar months, the present one last, as 2026-05. */
export function lastMonths(count: number, nowMs: number = Date.now()): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1)).toISOString().slice(0, 7),
  );
}

/** A month in words. */
export function useMonthText(): (month: string, style?: 'short' | 'long') => string {
  const { formatDate } = useIntl();
  return (month, style = 'short') => formatDate(`${month}-15T12:00:00Z`, { month: style, year: 'numeric', timeZone: 'UTC' });
}

/** A change with its sign; a dash where there is none. */
export function signedText(value: number | null, options: { digits: number; locale: string }): string {
  const text = decimalText(value, options);
  return value !== null && Number.isFinite(value) && Math.round(value * 10 ** options.digits) > 0 ? `+${text}` : text;
}
