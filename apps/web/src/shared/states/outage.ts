import { AppError, ERRORS } from '@solvane/contract/errors';
import { createStore } from '@tanstack/react-store';
import { onStreamOpen } from '../../api/event-stream.ts';
import { NetworkError } from '../../api/network-error.ts';
import { isProgramFileMissing } from '../../api/program-files.ts';
import { isServerBack } from '../../api/server-reach.ts';

export interface Outage {
  sinceMs: number;
  /** null: a try is under way. */
  nextTryMs: number | null;
}

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 30_000;
/** A failed query has three tries of its own before it shows again; an outage that lasts longer than that without a failure on screen is over. */
const OVER_AFTER_MS = 15_000;

/** undefined: every failure on screen is one that waiting does not mend. */
export const outageState = createStore<Outage | undefined>(undefined);

const retries = new Set<() => void>();
let tries = 0;
let tryTimer: ReturnType<typeof setTimeout> | undefined;
let overTimer: ReturnType<typeof setTimeout> | undefined;
let stopListening: (() => void) | undefined;

/** Whether a failure goes away when the server, or a part of it, is back. */
export function isOutage(error: unknown): boolean {
  return error instanceof NetworkError || isProgramFileMissing(error) || (error instanceof AppError && ERRORS[error.code].status === 503);
}

/**
 * Calls `retry` once the server answers again, and after that at growing intervals for as long as the failure is on screen.
 *
 * @returns ends it
 */
export function retryWhenBack(retry: () => void): () => void {
  retries.add(retry);
  clearTimeout(overTimer);
  if (outageState.get() === undefined) begin();
  return () => {
    retries.delete(retry);
    if (retries.size > 0) return;
    clearTimeout(overTimer);
    overTimer = setTimeout(endOutage, OVER_AFTER_MS);
  };
}

/** The network or the event stream is back: no reason to wait for the next turn. */
export function tryNow(): void {
  if (outageState.get() === undefined || outageState.get()?.nextTryMs === null) return;
  tries = 0;
  void tryAll();
}

export function endOutage(): void {
  clearTimeout(tryTimer);
  clearTimeout(overTimer);
  stopListening?.();
  stopListening = undefined;
  outageState.setState(() => undefined);
}

function begin(): void {
  tries = 0;
  schedule(Date.now());
  const stopStream = onStreamOpen(tryNow);
  window.addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', tryWhenSeen);
  stopListening = () => {
    stopStream();
    window.removeEventListener('online', tryNow);
    document.removeEventListener('visibilitychange', tryWhenSeen);
  };
}

/** Timers of hidden tabs are late. */
function tryWhenSeen(): void {
  if (document.visibilityState === 'visible') tryNow();
}

function schedule(sinceMs: number): void {
  // Spread, so that all browsers of a control room do not come back in the same instant.
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS) * (0.8 + 0.4 * Math.random());
  tries += 1;
  outageState.setState(() => ({ sinceMs, nextTryMs: Date.now() + delayMs }));
  clearTimeout(tryTimer);
  tryTimer = setTimeout(() => void tryAll(), delayMs);
}

async function tryAll(): Promise<void> {
  clearTimeout(tryTimer);
  outageState.setState((outage) => outage && { ...outage, nextTryMs: null });
  if (retries.size > 0 && (await isServerBack())) for (const retry of [...retries]) retry();
  const outage = outageState.get();
  if (outage) schedule(outage.sinceMs);
}
