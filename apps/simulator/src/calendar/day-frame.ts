import { civilDate, dayBounds, dayOfYear, type LocalDay, weekday } from '@solvane/energy/time/local-day';
import { toLocalTime } from '@solvane/energy/time/local-time';
import { DAY_MS, HOUR_MS } from '@solvane/energy/time/zone';
import { column } from '../columns/column.ts';
import type { NoiseGrid } from '../noise/noise-columns.ts';

/** Length of every interval of the demo. */
export const STEP_MS = 600_000;
/** The same in hours: turns a mean power [kW] into an energy [kWh]. */
export const STEP_HOURS = 1 / 6;

/**
 * How days are numbered for injected faults. Tests count from the first day of a fixed period; the running demo counts from 1 January of each
 * local year, so that snow stays in winter however long it runs.
 */
export type FaultClock = { kind: 'period'; firstDay: LocalDay } | { kind: 'calendarYear' };

/** One local calendar day of a site: the unit in which everything is generated. */
export interface DayFrame {
  day: LocalDay;
  timezone: string;
  /** 1 Monday … 7 Sunday. */
  weekday: number;
  /** 1 to 12. */
  month: number;
  /** Number of this day in the fault calendar, from 0. */
  faultDay: number;
  startMs: number;
  endMs: number;
  /** 144 intervals, 138 or 150 when the clocks change. */
  length: number;
  /** Interval starts. */
  startsMs: Float64Array;
  /** Local clock time of interval starts in hours; repeats or skips when the clocks change. */
  localHours: Float64Array;
  /** Interval starts for the noise functions. */
  grid: NoiseGrid;
}

/** The frame of one local day. */
export function dayFrame(timezone: string, day: LocalDay, clock: FaultClock): DayFrame {
  const { startMs, endMs } = dayBounds(day, timezone);
  const length = (endMs - startMs) / STEP_MS;
  const startsMs = column(length, (i) => startMs + i * STEP_MS);
  return {
    day,
    timezone,
    weekday: weekday(day),
    month: civilDate(day).month,
    faultDay: faultDayOf(day, clock),
    startMs,
    endMs,
    length,
    startsMs,
    localHours: startsMs.map((instantMs) => (toLocalTime(instantMs, timezone) % DAY_MS) / HOUR_MS),
    grid: { first: startMs / 1000, step: STEP_MS / 1000, length },
  };
}

/** Number of a local day in the fault calendar. */
export function faultDayOf(day: LocalDay, clock: FaultClock): number {
  return clock.kind === 'calendarYear' ? dayOfYear(day) - 1 : day - clock.firstDay;
}
