import type { Period, ZoneClock } from './time-series.ts';

export interface TimeTick {
  atMs: number;
  label: string;
  /** A new day, month or year begins: its label carries the date and stands out. */
  major: boolean;
}

export interface TimeTicksRequest {
  period: Period;
  clock: ZoneClock;
  locale: string;
  /** How many labels fit. */
  maxTicks: number;
}

type CalendarUnit = 'day' | 'month' | 'year';
type Step = { unit: 'clock'; ms: number } | { unit: CalendarUnit; count: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => ({ unit: 'clock' as const, ms: minutes * MINUTE_MS })),
  ...[1, 2, 3, 6, 12].map((hours) => ({ unit: 'clock' as const, ms: hours * HOUR_MS })),
  ...[1, 2, 3, 7, 14].map((count) => ({ unit: 'day' as const, count })),
  ...[1, 2, 3, 6].map((count) => ({ unit: 'month' as const, count })),
  ...[1, 2, 5, 10].map((count) => ({ unit: 'year' as const, count })),
];

/** Ticks on round local times. Midnight carries the date, and the left edge does when no midnight is near it. */
export function timeTicks({ period, clock, locale, maxTicks }: TimeTicksRequest): TimeTick[] {
  const step = STEPS.find((candidate) => lengthOf(candidate) * maxTicks >= period.endMs - period.startMs) ?? { unit: 'year', count: 20 };
  const instants = step.unit === 'clock' ? clockTicks(period, clock, step.ms) : calendarTicks(period, clock, step);
  const ticks = instants.map((atMs) => toTick(atMs, step, clock, locale));
  if (step.unit !== 'clock') return ticks;
  const room = (period.endMs - period.startMs) / Math.max(maxTicks, 1) / 2;
  if (ticks.some((tick) => tick.major && tick.atMs - period.startMs < room)) return ticks;
  const edge = { atMs: period.startMs, label: format(period.startMs + clock.offsetMs(period.startMs), 'day', locale), major: true };
  return [edge, ...ticks.filter((tick) => tick.atMs - period.startMs >= room)];
}

/** The instant at which a local time begins: the first of two when clocks go back, the end of the hole when they go forward. */
export function instantOfLocal(localMs: number, clock: ZoneClock): number {
  const before = clock.offsetMs(localMs - DAY_MS);
  const after = clock.offsetMs(localMs + DAY_MS);
  const first = localMs - before;
  const second = localMs - after;
  if (clock.offsetMs(first) === before || clock.offsetMs(second) !== after) return first;
  return second;
}

function clockTicks({ startMs, endMs }: Period, clock: ZoneClock, stepMs: number): number[] {
  const ticks: number[] = [];
  let atMs = alignUp(startMs, clock.offsetMs(startMs), stepMs);
  while (atMs < endMs) {
    ticks.push(atMs);
    const offset = clock.offsetMs(atMs);
    const next = atMs + stepMs;
    const nextOffset = clock.offsetMs(next);
    // A shift of the clocks between two ticks moves the rest back onto round local times.
    atMs = nextOffset === offset ? next : alignUp(atMs + 1, nextOffset, stepMs);
    while (nextOffset !== offset && clock.offsetMs(atMs) !== nextOffset) atMs += stepMs;
  }
  return ticks;
}

function alignUp(instantMs: number, offsetMs: number, stepMs: number): number {
  return Math.ceil((instantMs + offsetMs) / stepMs) * stepMs - offsetMs;
}

function calendarTicks({ startMs, endMs }: Period, clock: ZoneClock, step: { unit: CalendarUnit; count: number }): number[] {
  const ticks: number[] = [];
  let localMs = floorLocal(startMs + clock.offsetMs(startMs), step);
  while (true) {
    const atMs = instantOfLocal(localMs, clock);
    if (atMs >= endMs) return ticks;
    if (atMs >= startMs) ticks.push(atMs);
    localMs = nextLocal(localMs, step);
  }
}

/** Days in steps start on Mondays, so that they do not jump while the view moves. */
function floorLocal(localMs: number, { unit, count }: { unit: CalendarUnit; count: number }): number {
  const date = new Date(localMs);
  if (unit === 'year') return Date.UTC(Math.floor(date.getUTCFullYear() / count) * count, 0);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / count) * count);
  const day = Math.floor(localMs / DAY_MS);
  const monday = 4; // 1970-01-05
  return (Math.floor((day - monday) / count) * count + monday) * DAY_MS;
}

function nextLocal(localMs: number, { unit, count }: { unit: CalendarUnit; count: number }): number {
  const date = new Date(localMs);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + count, 0);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count);
  return localMs + count * DAY_MS;
}

function toTick(atMs: number, step: Step, clock: ZoneClock, locale: string): TimeTick {
  const localMs = atMs + clock.offsetMs(atMs);
  const date = new Date(localMs);
  const newYear = date.getUTCMonth() === 0 && date.getUTCDate() === 1;
  if (step.unit === 'year') return { atMs, label: format(localMs, 'year', locale), major: false };
  if (step.unit === 'month') return { atMs, label: format(localMs, newYear ? 'year' : 'month', locale), major: newYear };
  if (step.unit === 'day') return { atMs, label: format(localMs, newYear ? 'year' : 'day', locale), major: newYear };
  const midnight = isFirstOfDay(atMs, localMs, clock);
  return { atMs, label: format(localMs, midnight ? 'day' : 'time', locale), major: midnight };
}

function isFirstOfDay(atMs: number, localMs: number, clock: ZoneClock): boolean {
  return atMs === instantOfLocal(Math.floor(localMs / DAY_MS) * DAY_MS, clock);
}

function lengthOf(step: Step): number {
  if (step.unit === 'clock') return step.ms;
  return step.count * { day: 1, month: 30.5, year: 365.25 }[step.unit] * DAY_MS;
}

const FORMATS = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  dayTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dateTime: { year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  fullDay: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Writes a local time that is given as if it were UTC. */
export function format(localMs: number, form: keyof typeof FORMATS, locale: string): string {
  const key = `${form} ${locale}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...FORMATS[form], timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  return formatter.format(localMs);
}

const DAY_STEP_MS = 23 * HOUR_MS;

/** The time under the cursor, as exact as the intervals and no longer than the view needs. */
export function cursorTimeText({ atMs, view, stepMs, clock, locale }: CursorTimeRequest): string {
  const localMs = atMs + clock.offsetMs(atMs);
  if (stepMs >= DAY_STEP_MS) return format(localMs, 'fullDay', locale);
  const sameDay =
    Math.floor((view.startMs + clock.offsetMs(view.startMs)) / DAY_MS) ===
    Math.floor((view.endMs - 1 + clock.offsetMs(view.endMs - 1)) / DAY_MS);
  return format(localMs, sameDay ? 'time' : 'dayTime', locale);
}

export interface CursorTimeRequest {
  atMs: number;
  view: Period;
  /** Finest interval of the lines. */
  stepMs: number;
  clock: ZoneClock;
  locale: string;
}
