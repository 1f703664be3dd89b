import { column } from '../columns/column.ts';
import type { NoiseGrid } from '../noise/noise-columns.ts';

/** Length of every interval of the demo. */
export const STEP_MS = 600_000;
/** The same in hours: turns a mean power [kW] into an energy [kWh]. */
export const STEP_HOURS = 1 / 6;

const HOUR_MS = 3_600_000;

/**
 * How days are numbered for injected faults. Tests count from the first day of a fixed period; the running demo counts from 1 January of each
 * local year, so that snow stays in winter however long it runs.
 */
export type FaultClock = { kind: 'period'; firstDay: string } | { kind: 'calendarYear' };

/** One local calendar day of a site: the unit in which everything is generated. */
export interface DayFrame {
  /** Local date, `YYYY-MM-DD`. */
  date: string;
  timezone: string;
  /** 1 Monday … 7 Sunday. */
  weekday: number;
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
export function dayFrame(timezone: string, date: string, clock: FaultClock): DayFrame {
  const day = Temporal.PlainDate.from(date);
  const start = day.toZonedDateTime(timezone);
  const startMs = start.epochMilliseconds;
  const endMs = day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
  const length = (endMs - startMs) / STEP_MS;
  const startsMs = column(length, (i) => startMs + i * STEP_MS);
  return {
    date,
    timezone,
    weekday: day.dayOfWeek,
    month: day.month,
    faultDay: faultDayOf(day, clock),
    startMs,
    endMs,
    length,
    startsMs,
    localHours: endMs - startMs === 24 * HOUR_MS ? column(length, (i) => (i * STEP_MS) / HOUR_MS) : localHoursOf(startsMs, timezone),
    grid: { first: startMs / 1000, step: STEP_MS / 1000, length },
  };
}

/** Local dates of all days that overlap a period. */
export function localDatesOf(timezone: string, { startMs, endMs }: { startMs: number; endMs: number }): string[] {
  const dates: string[] = [];
  if (endMs <= startMs) return dates;
  const last = localDateAt(timezone, endMs - 1);
  for (let day = localDateAt(timezone, startMs); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    dates.push(day.toString());
  }
  return dates;
}

/** The local date `days` later; negative: earlier. */
export function dateAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Whole days from one local date to another. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

/** First instant of a local date. */
export function startOfDateMs(timezone: string, date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;
}

/** Instant of a local clock time on a local date; a skipped time moves on by the skip, a repeated one is taken the first time. */
export function localInstantMs(timezone: string, date: string, hour: number): number {
  const time = Temporal.PlainTime.from('00:00').add({ seconds: Math.round(hour * 3600) % 86_400 });
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(hour / 24) });
  return day.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds;
}

function localDateAt(timezone: string, instantMs: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timezone).toPlainDate();
}

function faultDayOf(day: Temporal.PlainDate, clock: FaultClock): number {
  if (clock.kind === 'calendarYear') return day.dayOfYear - 1;
  return Temporal.PlainDate.from(clock.firstDay).until(day).days;
}

function localHoursOf(startsMs: Float64Array, timezone: string): Float64Array {
  return startsMs.map((startMs) => {
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timezone);
    return hour + minute / 60;
  });
}
