import { bucketOf } from '@solvane/energy/time/bucket';
import { dayBounds, localDay, type Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanQuery, planRead } from './read-plan.ts';

const STOCKHOLM = 'Europe/Stockholm';
const day = (year: number, month: number, dayOfMonth: number): number => dayBounds(localDay(year, month, dayOfMonth), STOCKHOLM).startMs;
const seriesQuery = (options: Partial<PlanQuery>): PlanQuery => ({
  kind: 'raw',
  unit: 'day',
  zone: STOCKHOLM,
  intervalMs: 600_000,
  pendingDays: [],
  startMs: day(2025, 1, 1),
  endMs: day(2026, 1, 1),
  ...options,
});

describe('what is read from where', () => {
  test('a year of months is read from months, a year of days from days', () => {
    expect(planRead(seriesQuery({ unit: 'month' }))).toEqual({
      points: [],
      hours: [],
      days: [],
      months: [{ first: localDay(2025, 1, 1), last: localDay(2025, 12, 31) }],
    });
    expect(planRead(seriesQuery({}))).toEqual({
      points: [],
      hours: [],
      days: [{ first: localDay(2025, 1, 1), last: localDay(2025, 12, 31) }],
      months: [],
    });
  });

  test('a year to date is read from months, then days, then the hours of today, then the points of this hour', () => {
    const hourMs = day(2025, 3, 5) + 3_600_000;
    const endMs = hourMs + 1_200_000;
    expect(planRead(seriesQuery({ unit: 'year', endMs }))).toEqual({
      points: [{ startMs: hourMs, endMs }],
      hours: [{ startMs: day(2025, 3, 5), endMs: hourMs }],
      days: [{ first: localDay(2025, 3, 1), last: localDay(2025, 3, 4) }],
      months: [{ first: localDay(2025, 1, 1), last: localDay(2025, 2, 28) }],
    });
  });

  test('where points arrived that are not rolled up yet, the points are read', () => {
    const pending = Math.floor(Date.UTC(2025, 5, 10) / DAY_MS);
    const { points, hours, days } = planRead(seriesQuery({ pendingDays: [pending] }));
    // A day of UTC shares time with two days in Stockholm, and its last interval may reach into the hour after.
    const [startMs, endMs] = [Date.UTC(2025, 5, 10), Date.UTC(2025, 5, 11, 1)];
    expect(points).toEqual([{ startMs, endMs }]);
    expect(hours).toEqual([
      { startMs: day(2025, 6, 10), endMs: startMs },
      { startMs: endMs, endMs: day(2025, 6, 12) },
    ]);
    expect(days).toEqual([
      { first: localDay(2025, 1, 1), last: localDay(2025, 6, 9) },
      { first: localDay(2025, 6, 12), last: localDay(2025, 12, 31) },
    ]);
  });

  test('minutes are never rolled up', () => {
    expect(planRead(seriesQuery({ unit: 'tenMinutes' })).points).toEqual([{ startMs: day(2025, 1, 1), endMs: day(2026, 1, 1) }]);
  });
});

test('every instant of a period is read once, and roll-ups only where they are whole and up to date', () => {
  const seriesQueries = fc
    .record({
      unit: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year'),
      zone: fc.constantFrom(STOCKHOLM, 'Asia/Kathmandu', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe'),
      startMs: fc.integer({ min: Date.UTC(2024, 0, 1) / 600_000, max: Date.UTC(2025, 11, 1) / 600_000 }),
      lengthIntervals: fc.integer({ min: 1, max: 144 * 500 }),
      kind: fc.constantFrom('raw' as const, 'validated' as const),
      pending: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 }),
    })
    .map(({ kind, unit, zone, startMs, lengthIntervals, pending }) => ({
      kind,
      unit,
      zone,
      intervalMs: 600_000,
      startMs: startMs * 600_000,
      endMs: (startMs + lengthIntervals) * 600_000,
      pendingDays: pending.map((offset) => Math.floor((startMs * 600_000) / DAY_MS) - 2 + offset),
    }));
  fc.assert(
    fc.property(seriesQueries, (requested) => {
      const { zone, startMs, endMs, pendingDays } = requested;
      const plan = planRead(requested);
      const toPeriod = ({ first, last }: { first: number; last: number }): Period => ({
        startMs: dayBounds(first, zone).startMs,
        endMs: dayBounds(last, zone).endMs,
      });
      const rolledUp = [...plan.hours, ...plan.days.map(toPeriod), ...plan.months.map(toPeriod)];
      const all = [...plan.points, ...rolledUp].sort((left, right) => left.startMs - right.startMs);
      if (requested.kind !== 'raw') expect(plan.hours).toEqual([]);
      expect(all[0]?.startMs).toBe(startMs);
      expect(all.at(-1)?.endMs).toBe(endMs);
      for (const [n, period] of all.entries()) {
        expect(period.startMs).toBeLessThan(period.endMs);
        if (n > 0) expect(period.startMs).toBe(all[n - 1]?.endMs);
      }
      for (const period of rolledUp) {
        const unit = plan.hours.includes(period) ? 'hour' : 'day';
        expect(bucketOf(period.startMs, unit, zone).startMs).toBe(period.startMs);
        expect(bucketOf(period.endMs - 1, unit, zone).endMs).toBe(period.endMs);
        for (const pending of pendingDays) {
          expect(pending * DAY_MS >= period.endMs || (pending + 1) * DAY_MS <= period.startMs).toBe(true);
        }
      }
    }),
  );
});
