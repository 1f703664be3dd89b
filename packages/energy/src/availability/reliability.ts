import type { AccountSlice } from './device-account.ts';

/** How often a device fails and how long it takes to bring it back. */
export interface Reliability {
  failures: number;
  /** Mean time a failure lasts. [h] NaN without failures */
  meanTimeToRepair: number;
  /** Mean available time between failures. [h] NaN without failures */
  meanTimeBetweenFailures: number;
}

const SHORTEST_FAILURE_MS = 5 * 60_000;
const ONE_FAILURE_WITHIN_MS = 30 * 60_000;
const MS_PER_HOUR = 3_600_000;

/**
 * Reliability of a device over a period: forced outages of at least five minutes, those within half an hour of each other counted once.
 *
 * @param slices - timeline of the device, by time
 * @param availableSeconds - time available under the Technical view. [s]
 * @see IEC TS 61400-26-4
 */
export function reliability(slices: readonly AccountSlice[], availableSeconds: number): Reliability {
  const outages = slices.filter(({ timeCategory, startMs, endMs }) => timeCategory === 'FO' && endMs - startMs >= SHORTEST_FAILURE_MS);
  const failures = outages.filter(({ startMs }, i) => i === 0 || startMs - (outages[i - 1]?.endMs ?? 0) > ONE_FAILURE_WITHIN_MS).length;
  const stoppedMs = outages.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return {
    failures,
    meanTimeToRepair: failures > 0 ? stoppedMs / MS_PER_HOUR / failures : Number.NaN,
    meanTimeBetweenFailures: failures > 0 ? availableSeconds / 3600 / failures : Number.NaN,
  };
}

/**
 * How long an event waited for its first remote reset.
 *
 * @param eventStartMs - start of the event
 * @param resetsMs - remote resets of the device, in any order
 * @returns milliseconds; undefined when none came after the start
 */
export function eventDelayMs(eventStartMs: number, resetsMs: readonly number[]): number | undefined {
  const later = resetsMs.filter((resetMs) => resetMs >= eventStartMs);
  return later.length > 0 ? Math.min(...later) - eventStartMs : undefined;
}
