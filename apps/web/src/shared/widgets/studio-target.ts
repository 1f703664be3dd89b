import { signalIdSchema } from '@solvane/contract/ids';
import type { PointFilter } from '@solvane/contract/point-filters';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import type { WidgetTarget } from './widget-target.ts';

interface StudioMoment {
  devices: readonly string[];
  signals: readonly string[];
  timeMs: number;
  /** First instant after what is looked at. Absent: the day of the instant */
  endMs?: number;
  zone: string;
  /** Which points are shown. Absent: all */
  filters?: readonly PointFilter[] | undefined;
}

/** Data Studio with the local days around a time. */
export function studioTarget({
  devices,
  signals,
  timeMs,
  endMs = timeMs + 1,
  zone,
  filters,
}: StudioMoment): WidgetTarget & { to: 'dataStudio' } {
  const [first, last] = [localDayOf(timeMs, zone), localDayOf(endMs - 1, zone)];
  return {
    to: 'dataStudio',
    search: {
      devices: [...devices],
      signals: [...signals],
      period: `${toIsoDate(first)}_${toIsoDate(last + 1)}`,
      ...(filters && filters.length > 0 && { filters: [...filters] }),
    },
  };
}

/** Points whose signal lies from one value to another. undefined: the signal has no such name */
export function valueFilter(signalId: string, min: number, max: number, isOutside = false): PointFilter | undefined {
  const known = signalIdSchema.safeParse(signalId).data;
  return known && { kind: 'value', signalId: known, min, max, ...(isOutside && { isOutside }) };
}
