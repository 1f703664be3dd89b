import { FIRST_INSTANT_MS } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { comparedPeriod, shiftOnto } from './comparison.ts';

const ZONE = 'Europe/Stockholm';
const springDay = { startMs: Date.UTC(2025, 2, 29, 23), endMs: Date.UTC(2025, 2, 30, 22) };

test('the day before a day of 23 hours has 24', () => {
  expect(comparedPeriod(springDay, 'previousPeriod', ZONE)).toEqual({
    startMs: Date.UTC(2025, 2, 28, 23),
    endMs: Date.UTC(2025, 2, 29, 23),
    periodsBack: 1,
  });
});

test('the year before keeps the local clock', () => {
  expect(comparedPeriod(springDay, 'previousYear', ZONE)).toEqual({
    startMs: Date.UTC(2024, 2, 29, 23),
    endMs: Date.UTC(2024, 2, 30, 23),
    periodsBack: 1,
  });
});

test('a part of a day steps back by its length', () => {
  const period = { startMs: 1_000_000_000, endMs: 1_000_600_000 };
  expect(comparedPeriod(period, { periodsBack: 2 }, 'UTC')).toEqual({ startMs: 998_800_000, endMs: 999_400_000, periodsBack: 2 });
});

test.each([
  [{ periodsBack: 100 }, 86_399_998_272_001],
  [{ periodsBack: 100 }, 86_400_000_000_000],
  ['previousPeriod' as const, 253_402_300_799_999],
])('before a period of thousands of years there is no time (%o, %i)', (comparison, endMs) => {
  const { startMs, endMs: earlierEndMs } = comparedPeriod({ startMs: 0, endMs }, comparison, ZONE);
  expect([startMs, earlierEndMs]).toEqual([FIRST_INSTANT_MS, comparison === 'previousPeriod' ? 0 : FIRST_INSTANT_MS]);
});

test('the first second has no year before it', () => {
  const period = { startMs: FIRST_INSTANT_MS, endMs: FIRST_INSTANT_MS + 1_000 };
  expect(comparedPeriod(period, 'previousYear', ZONE)).toEqual({ startMs: FIRST_INSTANT_MS, endMs: FIRST_INSTANT_MS, periodsBack: 1 });
});

test('days of another length lie over each other one by one', () => {
  const onto = { startMs: Date.UTC(2025, 2, 28, 23), endMs: Date.UTC(2025, 2, 31, 22) };
  const from = comparedPeriod(onto, 'previousPeriod', ZONE);
  const times = Float64Array.of(Date.UTC(2025, 2, 25, 23), Date.UTC(2025, 2, 26, 23), Date.UTC(2025, 2, 27, 23));
  expect([...shiftOnto(times, { from, onto, resolution: 'day', zone: ZONE })]).toEqual([
    Date.UTC(2025, 2, 28, 23),
    Date.UTC(2025, 2, 29, 23),
    Date.UTC(2025, 2, 30, 22),
  ]);
});
