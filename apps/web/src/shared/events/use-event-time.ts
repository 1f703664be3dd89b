import { useCallback } from 'react';
import { useIntl } from 'react-intl';

const CLOCK: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Instants on the clock of the event's site. */
export function useEventTime(timeZone: string): (instantMs: number) => string {
  const time = useEventTimes();
  return useCallback((instantMs) => time(instantMs, timeZone), [time, timeZone]);
}

/** The same for events of many sites, as quick as a table that scrolls needs it. */
export function useEventTimes(): (instantMs: number, timeZone: string) => string {
  const { locale } = useIntl();
  return useCallback((instantMs, timeZone) => formatOf(locale, timeZone).format(instantMs), [locale]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone });
  formats.set(key, format);
  return format;
}
