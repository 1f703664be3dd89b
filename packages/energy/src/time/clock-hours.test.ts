import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockHoursOf } from './clock-hours.ts';
import { dayBounds, localDay } from './local-day.ts';
import { HOUR_MS } from './zone.ts';

const STOCKHOLM = 'Europe/Stockholm';

/** Hours of a local day with their number of the clock, the repeated ones with a mark. */
function hoursOf(year: number, month: number, day: number): string[] {
  const { startMs, endMs } = dayBounds(localDay(year, month, day), STOCKHOLM);
  const instants = Float64Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, i) => startMs + i * HOUR_MS);
  const { day: days, hour, isRepeated } = clockHoursOf(instants, STOCKHOLM);
  expect(new Set(days)).toEqual(new Set([localDay(year, month, day)]));
  return Array.from(hour, (each, i) => `${each}${isRepeated[i] ? '*' : ''}`);
}

test('a day of 23 hours lacks one, a day of 25 hours has one twice', () => {
  expect(hoursOf(2025, 3, 29)).toHaveLength(24);
  expect(hoursOf(2025, 3, 30)).toEqual(['0', '1', ...Array.from({ length: 21 }, (_, i) => String(i + 3))]);
  expect(hoursOf(2025, 10, 26)).toEqual(['0', '1', '2', '2*', ...Array.from({ length: 21 }, (_, i) => String(i + 3))]);
});

test('day, hour and repetition name every full hour once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 365 * 24 }),
      fc.constantFrom(STOCKHOLM, 'America/New_York', 'Asia/Kolkata', 'UTC'),
      (first, zone) => {
        const startMs = Date.UTC(2025, 0, 1) + first * HOUR_MS;
        const instants = Float64Array.from({ length: 200 }, (_, i) => startMs + i * HOUR_MS);
        const { day, hour, isRepeated } = clockHoursOf(instants, zone);
        expect(new Set(Array.from(day, (each, i) => `${each} ${hour[i]} ${isRepeated[i]}`)).size).toBe(200);
      },
    ),
  );
});
