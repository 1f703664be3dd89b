import { useEffect } from 'react';
import { currentNowMs, tick, useRefresh } from '../../workspace/refresh.ts';

const MINUTE_MS = 60_000;

/** Moves now on at the chosen rate: not while it is paused or hidden, and at once when the page is visible again after too long. */
export function useRefreshTimer(): void {
  const { rate, isPaused } = useRefresh();
  // A timer and the visibility of the page lie outside of React.
  useEffect(() => {
    if (rate === 0 || isPaused) return;
    const rateMs = rate * MINUTE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (): void => {
      clearTimeout(timer);
      if (document.hidden) return;
      // Not longer than one turn, whatever was done to the computer's clock.
      timer = setTimeout(turn, Math.min(rateMs, Math.max(0, currentNowMs() + rateMs - Date.now())));
    };
    const turn = (): void => {
      // A refresh by hand meanwhile begins a new turn.
      if (currentNowMs() + rateMs <= Date.now()) tick();
      plan();
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [rate, isPaused]);
}
