import { addUnits } from '@solvane/energy/time/bucket';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { useSetPeriod } from './period.ts';

/** Sets the period of the page to the month that begins at an instant. @param zone - of the calendar */
export function useMonthChoice(zone: string): (startMs: string) => void {
  const setPeriod = useSetPeriod();
  return (startMs) => {
    const first = localDayOf(Number(startMs), zone);
    setPeriod({ type: 'custom', value: { start: toIsoDate(first), end: toIsoDate(addUnits(first, 'month', 1)) } });
  };
}
