import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

/** Minutes between refreshes; 0 is off. */
export const REFRESH_RATES = [0, 1, 5, 15] as const;
export type RefreshRate = (typeof REFRESH_RATES)[number];

const schema = z.object({ rate: z.literal(REFRESH_RATES), isPaused: z.boolean() });

export const refreshSettings = createStoredStore<z.infer<typeof schema>>({
  key: 'refresh',
  version: 1,
  schema,
  initial: { rate: 5, isPaused: false },
  scope: 'tabFirst',
});

/** Of the dashboard that is open, until the user chooses another; null: it has none. */
const pageRate = createStore<RefreshRate | null>(null);

const clock = createStore<{ nowMs: number; askedMs: number }>({ nowMs: Date.now(), askedMs: 0 });

/** The instant taken for now since the last refresh: periods in words are evaluated with it, so that a page moves as one. */
export function useNowMs(): number {
  return useSelector(clock, ({ nowMs }) => nowMs);
}

export function currentNowMs(): number {
  return clock.get().nowMs;
}

/** When someone last asked for the newest data, in contrast to the timer. */
export function useAskedMs(): number {
  return useSelector(clock, ({ askedMs }) => askedMs);
}

/** Moves now on; what shows a period in words asks again by itself. */
export function refreshNow(nowMs: number = Date.now()): void {
  clock.setState(() => ({ nowMs, askedMs: nowMs }));
}

/** The same by the timer. */
export function tick(nowMs: number = Date.now()): void {
  clock.setState((state) => ({ ...state, nowMs }));
}

/** The rate of the open dashboard, else that of the user. */
export function useRefresh(): { rate: RefreshRate; isPaused: boolean } {
  const { rate, isPaused } = useSelector(refreshSettings);
  const ofPage = useSelector(pageRate);
  return { rate: ofPage ?? rate, isPaused };
}

/** Minutes between refreshes; 0 while they are paused. */
export function useRefreshMinutes(): number {
  const { rate, isPaused } = useRefresh();
  return isPaused ? 0 : rate;
}

/** While a dashboard is open its own rate holds, unless the user chooses another. */
export function usePageRefreshRate(rate: RefreshRate): void {
  // The rate belongs to the workspace, which outlives the screen.
  useEffect(() => {
    pageRate.setState(() => rate);
    return () => pageRate.setState(() => null);
  }, [rate]);
}

export function setRefreshRate(rate: RefreshRate): void {
  pageRate.setState(() => null);
  refreshSettings.setState(() => ({ rate, isPaused: false }));
}

export function setRefreshPaused(isPaused: boolean): void {
  refreshSettings.setState((state) => ({ ...state, isPaused }));
}
