import { localFields } from '@solvane/energy/time/local-time';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

const CLOCK: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const WITH_YEAR: Intl.DateTimeFormatOptions = { ...CLOCK, year: 'numeric' };

/** Instants on the clock of the event's site. */
export function useEventTime(timeZone: string): (instantMs: number) => string {
  const time = useEventTimes();
  return useCallback((instantMs) => time(instantMs, timeZone), [time, timeZone]);
}

/** The same, with the year where it is not the one of now. */
export function useDatedEventTime(timeZone: string, nowMs: number): (instantMs: number) => string {
  const { locale } = useIntl();
  const time = useEventTime(timeZone);
  return useCallback(
    (instantMs) =>
      localFields(instantMs, timeZone).year === localFields(nowMs, timeZone).year
        ? time(instantMs)
        : formatOf(locale, timeZone, WITH_YEAR).format(instantMs),
    [locale, timeZone, nowMs, time],
  );
}

/** The same for events of many sites, as quick as a table that scrolls needs it. */
export function useEventTimes(): (instantMs: number, timeZone: string) => string {
  const { locale } = useIntl();
  return useCallback((instantMs, timeZone) => formatOf(locale, timeZone).format(instantMs), [locale]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, timeZone: string, parts = CLOCK): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${parts.year ?? ''}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  formats.set(key, format);
  return format;
}
