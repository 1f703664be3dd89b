import { type PeriodSelection, resolvePeriod } from '@solvane/energy/time/period';
import { periodText } from '@solvane/i18n/period-text';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';

export interface PeriodLabels {
  /** What it is called; for a custom period its dates. */
  name: string;
  /** The dates behind the name; empty for a custom period. */
  dates: string;
}

/** Texts of a period as the picker shows it. */
export function usePeriodLabels(selection: PeriodSelection, zone: string, nowMs: number): PeriodLabels {
  const { formatMessage, locale } = useIntl();
  return useMemo(() => {
    const dates = periodText(resolvePeriod(selection, zone, nowMs), { locale, timeZone: zone, nowMs });
    if (selection.type === 'custom') return { name: dates, dates: '' };
    if (selection.type === 'last') {
      const { unit, count, includesCurrentPeriod } = selection;
      const isRunning = count === 1 && includesCurrentPeriod !== false;
      return { name: formatMessage({ id: isRunning ? `Period_running_${unit}` : `Period_last_${unit}` }, { count }), dates };
    }
    return { name: formatMessage({ id: `Period_${selection.selectedPreset}` }), dates };
  }, [selection, zone, nowMs, formatMessage, locale]);
}
