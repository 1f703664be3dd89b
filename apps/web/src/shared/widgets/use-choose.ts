import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toPeriodParam } from '../time/period-address.ts';
import type { WidgetChoice } from './define-widget.ts';
import { useSetFocus } from './use-focus.ts';

/** Carries out what a mark stands for: a site or device for the whole page, a period, or Data Studio; the way back of the browser undoes it. */
export function useChoose(): (choice: WidgetChoice | undefined) => void {
  const navigate = useNavigate();
  const setFocus = useSetFocus();
  return useCallback(
    (choice) => {
      if (!choice) return;
      if ('focus' in choice) setFocus(choice.focus);
      else if ('open' in choice) void navigate({ to: '/data-studio', search: { ...choice.open.search } });
      else
        void navigate({
          to: '.',
          // A zoom belongs to the period in which it was made.
          search: (previous: Record<string, unknown>) => ({
            ...previous,
            period: toPeriodParam(choice.period),
            from: undefined,
            to: undefined,
          }),
        });
    },
    [navigate, setFocus],
  );
}
