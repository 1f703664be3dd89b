import { localDay } from '@solvane/energy/time/local-day';
import { describe, expect, test } from 'vitest';
import { at } from '../columns/column.ts';
import { dayFrame, faultDayOf } from './day-frame.ts';

const clock = { kind: 'calendarYear' } as const;

describe('a local day', () => {
  test.each([
    ['Europe/Stockholm', [2025, 3, 30], 138],
    ['Europe/London', [2025, 10, 26], 150],
    ['Europe/Madrid', [2025, 10, 26], 150],
    ['America/Toronto', [2025, 11, 2], 150],
    ['America/Chicago', [2025, 3, 9], 138],
    ['America/Los_Angeles', [2025, 11, 2], 150],
    ['Australia/Adelaide', [2025, 4, 6], 150],
    ['Australia/Adelaide', [2025, 10, 5], 138],
    ['America/Bahia', [2025, 10, 26], 144],
    ['Asia/Kolkata', [2025, 3, 30], 144],
  ] as const)('in %s on %j has %i intervals', (timezone, [year, month, day], intervals) => {
    const frame = dayFrame(timezone, localDay(year, month, day), clock);
    expect(frame.length).toBe(intervals);
    expect(frame.localHours).toHaveLength(intervals);
  });

  test('skips the hour that does not exist and repeats the hour that exists twice', () => {
    const spring = dayFrame('Europe/Stockholm', localDay(2025, 3, 30), clock);
    expect([...spring.localHours].filter((hour) => hour >= 2 && hour < 3)).toEqual([]);
    const autumn = dayFrame('Europe/Stockholm', localDay(2025, 10, 26), clock);
    expect([...autumn.localHours].filter((hour) => hour >= 2 && hour < 3)).toHaveLength(12);
  });

  test('in a half-hour zone starts at half past in UTC and still at midnight on the clock', () => {
    const frame = dayFrame('Asia/Kolkata', localDay(2025, 6, 1), clock);
    expect(new Date(frame.startMs).toISOString()).toBe('2025-05-31T18:30:00.000Z');
    expect(at(frame.localHours, 0)).toBe(0);
  });

  test('is numbered from the first day of a test period, or from 1 January of its year', () => {
    const day = localDay(2026, 1, 6);
    expect(faultDayOf(day, { kind: 'period', firstDay: localDay(2025, 1, 1) })).toBe(370);
    expect(faultDayOf(day, clock)).toBe(5);
  });
});
