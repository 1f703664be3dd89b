import { useCallback, useMemo } from 'react';
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
  return useMemo(() => {
    const formats = new Map<string, Intl.DateTimeFormat>();
    return (instantMs, timeZone) => {
      const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone });
      formats.set(timeZone, format);
      return format.format(instantMs);
    };
  }, [locale]);
}
