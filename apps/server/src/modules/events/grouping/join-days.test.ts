import type { TimelineSlice } from '@solvane/energy/events/timeline';
import { dayBounds, localDay } from '@solvane/energy/time/local-day';
import { expect, test } from 'vitest';
import { type ComputedDayEvents, joinDays } from './join-days.ts';

const FIRST = localDay(2026, 1, 10);
const HOUR_MS = 3_600_000;
const startMs = dayBounds(FIRST, 'UTC').startMs;

function slice(fromHour: number, toHour: number, code = '1'): TimelineSlice {
  const times = { startMs: startMs + fromHour * HOUR_MS, endMs: startMs + toHour * HOUR_MS };
  return {
    id: code,
    ...times,
    isOpen: false,
    code,
    eventType: 'Downtime',
    category: 'Forced outage',
    priority: 1,
    rawEventIds: [],
    isLocked: false,
  };
}

const day = (offset: number, slices: TimelineSlice[]): ComputedDayEvents =>
  ({ day: FIRST + offset, timelines: [{ deviceId: 'inv', slices }], promoted: [], losses: [] }) as unknown as ComputedDayEvents;

const joined = (days: ComputedDayEvents[]) => joinDays(days, 'UTC').timelines.flatMap(({ slices }) => slices);

test('an event that lasts over midnight is one event', () => {
  const stop = slice(20, 30);
  expect(joined([day(0, [slice(2, 3), stop]), day(1, [stop, slice(40, 41)])])).toEqual([slice(2, 3), stop, slice(40, 41)]);
});

test('the last day of an event over several days decides how it ends', () => {
  expect(joined([day(0, [slice(20, 26)]), day(1, [slice(20, 33)])])).toEqual([slice(20, 33)]);
});

test('a slice that a day no longer has is gone, even if the day before had it', () => {
  expect(joined([day(0, [slice(20, 26)]), { ...day(1, []), timelines: [] }])).toEqual([]);
});

test('the period is all of the days', () => {
  expect(joinDays([day(0, []), day(1, [])], 'UTC').period).toEqual({ startMs, endMs: startMs + 48 * HOUR_MS });
});
