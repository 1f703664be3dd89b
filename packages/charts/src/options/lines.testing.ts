import type { TimeSeriesLine, ZoneClock } from './time-series.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A ten-minute line from midnight UTC of 2025-06-24, unless told otherwise. */
export function givenLine(values: readonly number[], given: Partial<TimeSeriesLine> = {}): TimeSeriesLine {
  const stepMs = given.stepMs ?? 10 * MINUTE_MS;
  return {
    id: 'INV-1/ActivePower||Raw',
    label: 'INV-1',
    detail: '',
    timesMs: Float64Array.from(values, (_, index) => Date.UTC(2025, 5, 24) + index * stepMs),
    values: Float64Array.from(values),
    low: null,
    high: null,
    completeness: null,
    stepMs,
    shape: 'line',
    stroke: 'series',
    colour: 0,
    ...given,
  };
}

/** The clock of a zone from the platform's own database. */
export function clockOf(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return {
    offsetMs(instantMs) {
      const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
      const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map(
        (name) => parts.get(name as never),
      );
      return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000;
    },
  };
}
