import type { Period } from '@solvane/energy/time/local-day';
import { DEFAULT_PERIOD, type PeriodSelection, resolvePeriod } from '@solvane/energy/time/period';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { parsePeriodParam, toPeriodParam } from '../shared/time/period-address.ts';
import { refreshNow, useNowMs } from './refresh.ts';

/** The chosen period in words. It lives in the address and follows the user from page to page. */
export function usePeriodSelection(): PeriodSelection {
  const text = useSearch({ strict: false, select: ({ period }) => period });
  return useMemo(() => parsePeriodParam(text) ?? DEFAULT_PERIOD, [text]);
}

export function useSetPeriod(): (selection: PeriodSelection) => void {
  const navigate = useNavigate();
  return useCallback(
    (selection) => {
      refreshNow();
      // A zoom belongs to the period in which it was made.
      void navigate({ to: '.', search: (previous) => ({ ...previous, period: toPeriodParam(selection), from: undefined, to: undefined }) });
    },
    [navigate],
  );
}

/**
 * The chosen period as instants, on the calendar of one site. Changes with the choice and with every refresh, so it may stand in a query key.
 *
 * @param zone - IANA zone of the site
 */
export function usePeriod(zone: string): Period {
  const selection = usePeriodSelection();
  const nowMs = useNowMs();
  return useMemo(() => resolvePeriod(selection, zone, nowMs), [selection, zone, nowMs]);
}
