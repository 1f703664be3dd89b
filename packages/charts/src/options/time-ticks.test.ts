import { describe, expect, test } from 'vitest';
import { clockOf, DAY_MS, HOUR_MS } from './lines.testing.ts';
import { instantOfLocal, timeTicks } from './time-ticks.ts';

function labels(zone: string, startIso: string, endIso: string, maxTicks = 10, locale = 'en-US'): string[] {
  const period = { startMs: Date.parse(startIso), endMs: Date.parse(endIso) };
  return timeTicks({ period, clock: clockOf(zone), locale, maxTicks }).map(({ label, major }) => (major ? `*${label}` : label));
}

describe('time ticks', () => {
  test('a day shows round hours, and midnight carries the date', () => {
    expect(labels('Europe/Stockholm', '2025-06-23T22:00:00Z', '2025-06-24T22:00:00Z')).toEqual([
      '*Jun 24',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
    ]);
  });

  test('a view that starts within a day carries the date at its left edge', () => {
    expect(labels('Asia/Kolkata', '2025-06-24T01:40:00Z', '2025-06-24T10:40:00Z')).toEqual([
      '*Jun 24',
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
    ]);
  });

  test('the day the clocks go forward keeps round local hours', () => {
    expect(labels('Europe/Stockholm', '2025-03-29T23:00:00Z', '2025-03-30T22:00:00Z', 8)).toEqual([
      '*Mar 30',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
    ]);
  });

  test('the day the clocks go back keeps round local hours', () => {
    const period = { startMs: Date.parse('2025-10-25T22:00:00Z'), endMs: Date.parse('2025-10-26T23:00:00Z') };
    const ticks = timeTicks({ period, clock: clockOf('Europe/Stockholm'), locale: 'sv-SE', maxTicks: 9 });
    expect(ticks.map(({ label }) => label)).toEqual(['26 okt.', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
    expect((ticks[1]?.atMs ?? 0) - (ticks[0]?.atMs ?? 0)).toBe(4 * HOUR_MS);
  });

  test('weeks start on Mondays and a new year is named', () => {
    expect(labels('UTC', '2025-12-01T00:00:00Z', '2026-01-31T00:00:00Z', 10)).toEqual([
      'Dec 1',
      'Dec 8',
      'Dec 15',
      'Dec 22',
      'Dec 29',
      'Jan 5',
      'Jan 12',
      'Jan 19',
      'Jan 26',
    ]);
    expect(labels('UTC', '2025-09-01T00:00:00Z', '2026-04-01T00:00:00Z', 8)).toEqual(['Sep', 'Oct', 'Nov', 'Dec', '*2026', 'Feb', 'Mar']);
  });

  test('ten years fit as years', () => {
    expect(labels('UTC', '2015-01-01T00:00:00Z', '2025-01-01T00:00:00Z', 12)).toEqual(
      Array.from({ length: 10 }, (_, i) => String(2015 + i)),
    );
  });
});

describe('local times', () => {
  test('a midnight that does not exist is the first instant of the day', () => {
    expect(instantOfLocal(Date.UTC(2025, 3, 25), clockOf('Africa/Cairo'))).toBe(Date.parse('2025-04-24T22:00:00Z'));
  });

  test('a local time that comes twice means the first', () => {
    expect(instantOfLocal(Date.UTC(2025, 9, 26, 2, 30), clockOf('Europe/Stockholm'))).toBe(Date.parse('2025-10-26T00:30:00Z'));
  });

  test('every midnight of a year is found in any zone', () => {
    for (const zone of ['America/Toronto', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata']) {
      const clock = clockOf(zone);
      for (let local = Date.UTC(2025, 0, 1); local < Date.UTC(2026, 0, 1); local += DAY_MS) {
        const instant = instantOfLocal(local, clock);
        expect(instant + clock.offsetMs(instant)).toBeGreaterThanOrEqual(local);
        expect(instant - 1 + clock.offsetMs(instant - 1)).toBeLessThan(local);
      }
    }
  });
});
