import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  civilDate,
  dayBounds,
  dayOfYear,
  localDay,
  localDayOf,
  localDaysIn,
  localDaysOf,
  parseIsoDate,
  toIsoDate,
  weekday,
} from './local-day.ts';
import { DAY_MS, HOUR_MS, isZone, offsetMsAt, spanAt } from './zone.ts';

const ZONES = [
  'UTC',
  'Europe/Stockholm',
  'America/Toronto',
  'America/St_Johns',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Santiago',
  'America/Bahia',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Europe/Dublin',
];
const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2060, 0, 1) });

describe('offsets', () => {
  test('are those of the zone, whatever was asked before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyZone, fc.integer({ min: Date.UTC(1800, 0, 1), max: Date.UTC(2200, 0, 1) })), { maxLength: 30 }),
        (questions) => {
          for (const [zone, instantMs] of questions) {
            const expected = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
            expect(offsetMsAt(instantMs, zone)).toBe(expected);
          }
        },
      ),
    );
  });

  test('change exactly at the ends of a span', () => {
    const summer = spanAt(Date.UTC(2025, 6, 1), 'Europe/Stockholm');
    expect(summer).toMatchObject({ startMs: Date.UTC(2025, 2, 30, 1), endMs: Date.UTC(2025, 9, 26, 1), offsetMs: 2 * HOUR_MS });
    expect(offsetMsAt(summer.startMs, 'Europe/Stockholm')).toBe(2 * HOUR_MS);
    expect(offsetMsAt(summer.startMs - 1, 'Europe/Stockholm')).toBe(HOUR_MS);
    expect(offsetMsAt(summer.endMs, 'Europe/Stockholm')).toBe(HOUR_MS);
  });

  test('a zone without transitions has one span', () => {
    expect(spanAt(0, 'UTC')).toMatchObject({ startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY, offsetMs: 0 });
  });

  test('exist for zones of the IANA database only', () => {
    expect(isZone('Asia/Kolkata')).toBe(true);
    for (const text of ['', 'Mars/Olympus', '+01:00', 'Europe/Stockholm ']) expect(isZone(text), text).toBe(false);
    expect(() => offsetMsAt(0, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => offsetMsAt(Number.NaN, 'UTC')).toThrow(RangeError);
    expect(() => offsetMsAt(8.64e15, 'Europe/Stockholm')).toThrow(RangeError);
  });
});

describe('a local day', () => {
  test.each<[string, string, string, string, number]>([
    ['Europe/Stockholm', '2025-03-30', '2025-03-29T23:00Z', '2025-03-30T22:00Z', 23],
    ['Europe/Stockholm', '2025-10-26', '2025-10-25T22:00Z', '2025-10-26T23:00Z', 25],
    ['America/Toronto', '2025-11-02', '2025-11-02T04:00Z', '2025-11-03T05:00Z', 25],
    ['Australia/Adelaide', '2025-10-05', '2025-10-04T14:30Z', '2025-10-05T13:30Z', 23],
    ['Asia/Kolkata', '2025-06-01', '2025-05-31T18:30Z', '2025-06-01T18:30Z', 24],
    ['Africa/Cairo', '2025-04-25', '2025-04-24T22:00Z', '2025-04-25T21:00Z', 23],
    ['Australia/Lord_Howe', '2025-04-06', '2025-04-05T13:00Z', '2025-04-06T13:30Z', 24.5],
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00Z', '2025-09-08T03:00Z', 23],
    ['America/Bahia', '2025-10-19', '2025-10-19T03:00Z', '2025-10-20T03:00Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', '2011-12-30T10:00Z', 0],
  ])('%s %s lasts from %s to %s', (zone, date, start, end, hours) => {
    const day = parseIsoDate(date) ?? Number.NaN;
    const { startMs, endMs } = dayBounds(day, zone);
    expect([startMs, endMs]).toEqual([Date.parse(start), Date.parse(end)]);
    expect((endMs - startMs) / HOUR_MS).toBe(hours);
  });

  test('begins where the day before ends, and holds the instants that name it', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, instantMs) => {
        const day = localDayOf(instantMs, zone);
        const { startMs, endMs } = dayBounds(day, zone);
        expect(startMs).toBeLessThanOrEqual(instantMs);
        expect(instantMs).toBeLessThan(endMs);
        expect(dayBounds(day - 1, zone).endMs).toBe(startMs);
        expect(localDayOf(startMs, zone)).toBe(day);
        expect(localDayOf(endMs - 1, zone)).toBe(day);
      }),
      { numRuns: 500 },
    );
  });

  test('is the date the clock shows, as an independent calendar has it', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, instantMs) => {
        const shown = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).toPlainDate().toString();
        const day = toIsoDate(localDayOf(instantMs, zone));
        // Only in the hour after a clock went back over midnight does the day run ahead of the clock.
        expect(day === shown || dayBounds(localDayOf(instantMs, zone), zone).startMs > instantMs - HOUR_MS).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('does not return when the clock goes back over midnight', () => {
    const zone = 'America/St_Johns'; // at 00:01 on 2010-11-07 the clock went back to 23:01
    const backMs = Date.parse('2010-11-07T02:31Z');
    expect(toIsoDate(localDayOf(backMs - 1, zone))).toBe('2010-11-07');
    expect(toIsoDate(localDayOf(backMs, zone))).toBe('2010-11-07');
    expect(dayBounds(localDay(2010, 11, 7), zone)).toEqual({
      startMs: Date.parse('2010-11-07T02:30Z'),
      endMs: Date.parse('2010-11-08T03:30Z'),
    });
  });

  test('of a whole column is that of each point', () => {
    fc.assert(
      fc.property(anyZone, fc.array(anyInstant, { maxLength: 40 }), (zone, instants) => {
        expect([...localDaysOf(Float64Array.from(instants), zone)]).toEqual(instants.map((instantMs) => localDayOf(instantMs, zone)));
      }),
    );
  });

  test('days of a period are those that share time with it', () => {
    const { startMs, endMs } = dayBounds(localDay(2025, 3, 30), 'Europe/Stockholm');
    expect(localDaysIn({ startMs, endMs }, 'Europe/Stockholm').map(toIsoDate)).toEqual(['2025-03-30']);
    expect(localDaysIn({ startMs: startMs - 1, endMs: endMs + 1 }, 'Europe/Stockholm').map(toIsoDate)).toEqual([
      '2025-03-29',
      '2025-03-30',
      '2025-03-31',
    ]);
    expect(localDaysIn({ startMs, endMs: startMs }, 'Europe/Stockholm')).toEqual([]);
  });
});

describe('the calendar', () => {
  test('knows leap years, weekdays and days of the year', () => {
    expect(toIsoDate(localDay(2024, 2, 29))).toBe('2024-02-29');
    expect(toIsoDate(localDay(2023, 2, 29))).toBe('2023-03-01');
    expect(toIsoDate(localDay(2024, 13, 0))).toBe('2024-12-31');
    expect(toIsoDate(localDay(-1, 1, 1))).toBe('-000001-01-01');
    expect(weekday(localDay(2026, 11, 21))).toBe(6);
    expect(weekday(localDay(1969, 12, 29))).toBe(1);
    expect(dayOfYear(localDay(2024, 12, 31))).toBe(366);
    expect(dayOfYear(localDay(2025, 6, 21))).toBe(172);
  });

  test('agrees with an independent one over centuries', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        const date = new Date(day * DAY_MS);
        expect(civilDate(day)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
        expect(localDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(day);
        expect(weekday(day)).toBe(date.getUTCDay() || 7);
      }),
    );
  });

  test('reads only dates that exist', () => {
    expect(parseIsoDate('2024-02-29')).toBe(localDay(2024, 2, 29));
    for (const text of ['2023-02-29', '2024-13-01', '2024-1-1', '20240101', '']) expect(parseIsoDate(text), text).toBeUndefined();
  });
});
