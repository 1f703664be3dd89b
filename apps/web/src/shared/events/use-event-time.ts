import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Instants on the clock of the event's site. */
export function useEventTime(timeZone: string): (instantMs: number) => string {
  const { formatDate } = useIntl();
  return useCallback(
    (instantMs) =>
      formatDate(instantMs, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }),
    [formatDate, timeZone],
  );
}
