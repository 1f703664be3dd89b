import type { Event } from '@solvane/contract/events';
import { expect, test } from 'vitest';
import { reviewSplit } from './split-review.ts';

const at = (hour: number) => Date.UTC(2026, 9, 25, hour);
const event = (from: number, to: number | null, timezone = 'Europe/Stockholm') =>
  ({ startMs: at(from), endMs: to === null ? null : at(to), durationMs: at(to ?? 12) - at(from), timezone }) as Event;
const ZONE = ['Europe/Stockholm'];

test('an event is cut into touching parts; of an open one the last part ends where it is known to', () => {
  expect(reviewSplit([event(2, null)], [at(5), at(3)], ZONE)).toEqual({
    problem: undefined,
    parts: [
      { startMs: at(2), endMs: at(3) },
      { startMs: at(3), endMs: at(5) },
      { startMs: at(5), endMs: at(12) },
    ],
  });
});

test.each([
  ['timeOutside', [at(2)]],
  ['timeOutside', [at(9)]],
  ['timeRepeated', [at(3), at(3)]],
  ['noTimes', []],
])('one event: %s', (problem, times) => {
  expect(reviewSplit([event(2, 8)], times, ZONE).problem).toBe(problem);
});

test('several events need one zone and time they share, and that is known before a time is typed', () => {
  expect(reviewSplit([event(2, 8), event(3, 9, 'Europe/London')], [], [...ZONE, 'Europe/London']).problem).toBe('differentZones');
  expect(reviewSplit([event(2, 4), event(5, 9)], [], ZONE).problem).toBe('noCommonInstant');
  expect(reviewSplit([event(2, 8), event(3, 9)], [], ZONE).problem).toBe('noTimes');
  expect(reviewSplit([event(2, 8), event(3, 9)], [at(8)], ZONE).problem).toBe('timeOutside');
  expect(reviewSplit([event(2, 8), event(3, 9)], [at(5)], ZONE).problem).toBeUndefined();
});

test('a selection that is not loaded is checked by the server, but its zones are known', () => {
  expect(reviewSplit([], [at(3)], ['Europe/Stockholm', 'Europe/London']).problem).toBe('differentZones');
  expect(reviewSplit([], [at(3)], ZONE).problem).toBeUndefined();
});
