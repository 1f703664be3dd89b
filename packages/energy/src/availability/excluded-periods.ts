import type { Period } from '../time/local-day.ts';
import type { AccountSlice } from './device-account.ts';

/**
 * Cuts a timeline at the edges of periods a contract leaves out and marks what lies inside: neither its time nor its energy is counted. Events
 * themselves stay whole; only the account of them ends at the edge.
 *
 * @param slices - of a device, by time, not overlapping
 * @param periods - in any order; those that overlap count once
 * @returns slices by time that cover all of the periods
 */
export function leaveOut(slices: readonly AccountSlice[], periods: readonly Period[]): readonly AccountSlice[] {
  if (periods.length === 0) return slices;
  const outside = joined(periods);
  const parts: AccountSlice[] = [];
  for (const { startMs, endMs } of outside) {
    const inside = slices.filter((slice) => slice.startMs < endMs && slice.endMs > startMs);
    let reachedMs = startMs;
    for (const slice of inside) {
      const fromMs = Math.max(startMs, slice.startMs);
      const toMs = Math.min(endMs, slice.endMs);
      if (fromMs > reachedMs) parts.push(nothingIn(reachedMs, fromMs));
      parts.push({ ...slice, startMs: fromMs, endMs: toMs, isLeftOut: true });
      reachedMs = toMs;
    }
    if (reachedMs < endMs) parts.push(nothingIn(reachedMs, endMs));
  }
  for (const slice of slices) {
    let fromMs = slice.startMs;
    for (const { startMs, endMs } of outside) {
      if (endMs <= fromMs || startMs >= slice.endMs) continue;
      if (startMs > fromMs) parts.push({ ...slice, startMs: fromMs, endMs: startMs });
      fromMs = endMs;
    }
    if (fromMs < slice.endMs) parts.push({ ...slice, startMs: fromMs });
  }
  return parts.sort((a, b) => a.startMs - b.startMs);
}

/** Loses nothing, and would count as no event. */
function nothingIn(startMs: number, endMs: number): AccountSlice {
  return { startMs, endMs, eventType: 'Informational', timeCategory: 'FP', isLeftOut: true };
}

function joined(periods: readonly Period[]): Period[] {
  const sorted = periods.filter(({ startMs, endMs }) => startMs < endMs).sort((a, b) => a.startMs - b.startMs);
  const all: Period[] = [];
  for (const { startMs, endMs } of sorted) {
    const last = all.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else all.push({ startMs, endMs });
  }
  return all;
}
