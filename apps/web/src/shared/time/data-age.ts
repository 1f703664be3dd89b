import { silentAfterMs } from '@solvane/energy/events/device-state';
import { SIGNAL_CALC_PERIODS, type SignalCalcPeriod } from '@solvane/energy/time/interval';

export interface DataAge {
  /** Since the end of the newest interval; null: there never was a point. */
  ageMs: number | null;
  isStale: boolean;
}

/** Age of a site's newest point. Points are labelled by the start of their interval, so a fresh one is already an interval old. */
export function dataAge({
  lastPointMs,
  nowMs,
  signalCalcPeriod,
}: {
  lastPointMs: number | null;
  nowMs: number;
  signalCalcPeriod: SignalCalcPeriod;
}): DataAge {
  if (lastPointMs === null) return { ageMs: null, isStale: true };
  const intervalMs = SIGNAL_CALC_PERIODS[signalCalcPeriod];
  const ageMs = Math.max(0, nowMs - lastPointMs - intervalMs);
  return { ageMs, isStale: ageMs > silentAfterMs(intervalMs) };
}
