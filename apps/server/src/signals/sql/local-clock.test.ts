import { bucketOf, unitStart } from '@solvane/energy/time/bucket';
import { localDayOf } from '@solvane/energy/time/local-day';
import { createTimeFormatter } from '@solvane/energy/time/local-time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineFixture, startTestEngine } from '../testing/engine-fixture.ts';
import { localClock } from './local-clock.ts';
import { startOfUnit } from './local-dates.ts';

let engine: EngineFixture;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const HOURS = 24 * 366;

test.each([
  'Europe/Stockholm',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'America/St_Johns', // until 2011 its clock went back from 00:01 to 23:01 of the day before
  'Pacific/Apia', // skipped a whole day
])('the engine and the product read the clock of %s alike', async (zone) => {
  for (const [startMs, stepMs] of [
    [Date.UTC(2025, 0, 1), 10 * 60_000],
    [Date.UTC(2011, 0, 1), 30 * 60_000],
    [Date.UTC(1965, 0, 1), 50 * 60_000],
  ] as const) {
    const period = { startMs, endMs: startMs + HOURS * 3_600_000 };
    const clock = localClock(zone, period);
    const units = ['week', 'month', 'quarter', 'year'] as const;
    const starts = units.map((unit) => `toInt32(${startOfUnit('day', unit)})`).join(', ');
    const { bytes } = await engine.link.run({
      sql:
        `select ms, ${clock.bucketKey('ms', 'hour')} as hour, ${clock.bucketKey('ms', 'quarterHour')} as quarter, ${clock.day('ms')} as day, toInt32(day), ` +
        `toInt32(${clock.day('hour')}), ${clock.isoText('ms')}, ${starts} ` +
        `from (select ${startMs} + number * ${stepMs} as ms from numbers(${Math.floor((HOURS * 3_600_000) / stepMs)}))`,
    });
    const toTime = createTimeFormatter(zone);
    const wrong = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([ms, hour, quarter, , day, dayOfHour, text, ...unitStarts]) => {
        const instantMs = Number(ms);
        const expectedDay = localDayOf(instantMs, zone);
        return (
          Number(hour) !== bucketOf(instantMs, 'hour', zone).keyMs ||
          Number(quarter) !== bucketOf(instantMs, 'quarterHour', zone).keyMs ||
          Number(day) !== expectedDay ||
          Number(dayOfHour) !== expectedDay ||
          text !== toTime(instantMs) ||
          units.some((unit, n) => Number(unitStarts[n]) !== unitStart(expectedDay, unit))
        );
      });
    expect(wrong.slice(0, 3)).toEqual([]);
  }
});
