import type { Period } from '@solvane/energy/time/local-day';
import { useEffect, useEffectEvent } from 'react';
import { parseTimeRangeText } from '../../shared/time/time-range-text.ts';

/** A time range that is pasted anywhere but into a field. */
export function useTimeRangePaste(onRange: (range: Period) => void): void {
  const paste = useEffectEvent(onRange);
  // The clipboard is heard outside of React.
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable="true"]')) return;
      const range = parseTimeRangeText(event.clipboardData?.getData('text/plain') ?? '');
      if (!range) return;
      event.preventDefault();
      paste(range);
    };
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
