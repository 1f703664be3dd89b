import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import type { WidgetTarget } from './widget-target.ts';

interface StudioMoment {
  devices: readonly string[];
  signals: readonly string[];
  timeMs: number;
  /** First instant after what is looked at. Absent: the day of the instant */
  endMs?: number;
  zone: string;
}

/** Data Studio with the local days around a time. */
export function studioTarget({ devices, signals, timeMs, endMs = timeMs + 1, zone }: StudioMoment): WidgetTarget & { to: 'dataStudio' } {
  const [first, last] = [localDayOf(timeMs, zone), localDayOf(endMs - 1, zone)];
  return {
    to: 'dataStudio',
    search: { devices: [...devices], signals: [...signals], period: `${toIsoDate(first)}_${toIsoDate(last + 1)}` },
  };
}
