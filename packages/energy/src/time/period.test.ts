import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayBounds, localDay, localDayOf } from './local-day.ts';
import {
  DEFAULT_PERIOD,
  findPeriodProblem,
  PERIOD_PRESETS,
  type PeriodPreset,
  type PeriodSelection,
  type PeriodUnit,
  resolvePeriod,
  shiftPeriod,
  stepPeriod,
  toCustomSelection,
} from './period.ts';
import { parsePeriodText } from './period-text.ts';

const ZONE = 'Europe/Stockholm';
const NOW = Date.parse('2026-03-19T14:25:00Z'); // Thursday, 15:25 in Stockholm

function resolved(selection: PeriodSelection, nowMs = NOW, zone = ZONE): [string, string] {
  const { startMs, endMs } = resolvePeriod(selection, zone, nowMs);
  return [new Date(startMs).toISOString().slice(0, 16), new Date(endMs).toISOString().slice(0, 16)];
}

function preset(selectedPreset: PeriodPreset, includesCurrentPeriod = true): PeriodSelection {
  return { type: 'preset', selectedPreset, includesCurrentPeriod };
}

describe('presets on a Thursday afternoon', () => {
  test.each<[PeriodPreset, string, string]>([
    ['today', '2026-03-18T23:00', '2026-03-19T23:00'],
    ['yesterday', '2026-03-17T23:00', '2026-03-18T23:00'],
    ['last24Hours', '2026-03-18T15:00', '2026-03-19T15:00'],
    ['last3Days', '2026-03-16T23:00', '2026-03-19T23:00'],
    ['last7Days', '2026-03-12T23:00', '2026-03-19T23:00'],
    ['last30Days', '2026-02-17T23:00', '2026-03-19T23:00'],
    ['last3Months', '2025-12-31T23:00', '2026-03-19T23:00'],
    ['last12Months', '2025-03-31T22:00', '2026-03-19T23:00'],
    ['thisWeek', '2026-03-15T23:00', '2026-03-22T23:00'],
    ['thisMonth', '2026-02-28T23:00', '2026-03-31T22:00'],
    ['thisYear', '2025-12-31T23:00', '2026-12-31T23:00'],
    ['weekToDate', '2026-03-15T23:00', '2026-03-19T14:25'],
    ['monthToDate', '2026-02-28T23:00', '2026-03-19T14:25'],
    ['yearToDate', '2025-12-31T23:00', '2026-03-19T14:25'],
    ['previousPeriod', '2026-03-17T23:00', '2026-03-18T23:00'],
    ['previousYear', '2024-12-31T23:00', '2025-12-31T23:00'],
  ])('%s is %s to %s', (name, start, end) => {
    expect(resolved(preset(name))).toEqual([start, end]);
  });

  test.each<[PeriodPreset, string, string]>([
    ['today', '2026-03-18T23:00', '2026-03-19T14:00'],
    ['last24Hours', '2026-03-18T14:00', '2026-03-19T14:00'],
    ['last7Days', '2026-03-11T23:00', '2026-03-18T23:00'],
    ['last3Months', '2025-11-30T23:00', '2026-02-28T23:00'],
    ['thisWeek', '2026-03-15T23:00', '2026-03-18T23:00'],
    ['monthToDate', '2026-02-28T23:00', '2026-03-18T23:00'],
  ])('%s without what is still running is %s to %s', (name, start, end) => {
    expect(resolved(preset(name, false))).toEqual([start, end]);
  });

  test('where leaving out the running part leaves nothing, the whole period before is meant', () => {
    const firstOfMonth = Date.parse('2026-03-01T09:00Z');
    expect(resolved(preset('monthToDate', false), firstOfMonth)).toEqual(['2026-01-31T23:00', '2026-02-28T23:00']);
    expect(resolved(preset('today', false), Date.parse('2026-03-18T23:10Z'))).toEqual(['2026-03-17T23:00', '2026-03-18T23:00']);
  });

  test('a period before looks back from the preset it was chosen at', () => {
    expect(resolved({ type: 'preset', selectedPreset: 'previousPeriod', of: 'thisMonth' })).toEqual([
      '2026-01-31T23:00',
      '2026-02-28T23:00',
    ]);
    expect(resolved({ type: 'preset', selectedPreset: 'previousYear', of: 'thisMonth' })).toEqual(['2025-02-28T23:00', '2025-03-31T22:00']);
    expect(resolved({ type: 'preset', selectedPreset: 'previousPeriod', of: 'monthToDate' })).toEqual([
      '2026-01-31T23:00',
      '2026-02-19T14:25',
    ]);
    expect(resolved({ type: 'preset', selectedPreset: 'previousYear', of: 'last24Hours' })).toEqual([
      '2025-03-18T15:00',
      '2025-03-19T15:00',
    ]);
  });

  test('the default is today', () => {
    expect(resolved(DEFAULT_PERIOD)).toEqual(resolved(preset('today')));
  });

  test('each site has its own day', () => {
    expect(resolved(preset('today'), NOW, 'Australia/Adelaide')).toEqual(['2026-03-19T13:30', '2026-03-20T13:30']);
  });
});

describe('custom periods', () => {
  test('dates are local days of each site, instants are the same everywhere', () => {
    const selection: PeriodSelection = { type: 'custom', value: { start: '2025-03-30', end: '2025-03-31' } };
    expect(resolvePeriod(selection, ZONE, NOW)).toEqual(dayBounds(localDay(2025, 3, 30), ZONE));
    expect(resolvePeriod(selection, 'Asia/Kolkata', NOW)).toEqual(dayBounds(localDay(2025, 3, 30), 'Asia/Kolkata'));
    expect(resolved({ type: 'custom', value: { start: '2025-03-30T00:00Z', end: '2025-03-30T06:00+02:00' } }, NOW, 'Asia/Kolkata')).toEqual(
      ['2025-03-30T00:00', '2025-03-30T04:00'],
    );
  });

  test('ends the clock shows twice make the period as long as it can be', () => {
    expect(resolved({ type: 'custom', value: { start: '2025-10-26T02:30', end: '2025-10-26T02:30' } })).toEqual([
      '2025-10-26T00:30',
      '2025-10-26T01:30',
    ]);
  });

  test('what has no time says why', () => {
    expect(findPeriodProblem({ type: 'custom', value: { start: 'x', end: '2025-01-01' } })).toBe('start');
    expect(findPeriodProblem({ type: 'custom', value: { start: '2025-01-01', end: '' } })).toBe('end');
    expect(findPeriodProblem({ type: 'custom', value: { start: '2025-01-01', end: '2025-01-01' } })).toBe('order');
    expect(findPeriodProblem({ type: 'last', count: 0, unit: 'day' })).toBe('count');
    expect(findPeriodProblem({ type: 'last', count: 10, unit: 'day' })).toBeUndefined();
    expect(() => resolvePeriod({ type: 'custom', value: { start: '2025-01-02', end: '2025-01-01' } }, ZONE, NOW)).toThrow(RangeError);
  });

  test('a period becomes a selection that means it again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(ZONE, 'Australia/Lord_Howe', 'UTC'),
        fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2026, 0, 1) / 60_000 }),
        fc.integer({ min: 1, max: 600_000 }),
        (zone, startMinute, minutes) => {
          const period = { startMs: startMinute * 60_000, endMs: (startMinute + minutes) * 60_000 };
          expect(resolvePeriod(toCustomSelection(period, zone), zone, NOW)).toEqual(period);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('stepping', () => {
  test.each<[PeriodPreset, number, string, string]>([
    ['today', -1, '2026-03-17T23:00', '2026-03-18T23:00'],
    ['last7Days', -1, '2026-03-05T23:00', '2026-03-12T23:00'],
    ['thisMonth', -1, '2026-01-31T23:00', '2026-02-28T23:00'],
    ['thisMonth', 1, '2026-03-31T22:00', '2026-04-30T22:00'],
    ['last3Months', -1, '2025-09-30T22:00', '2025-12-31T23:00'],
    ['thisYear', -2, '2023-12-31T23:00', '2024-12-31T23:00'],
    ['last24Hours', -1, '2026-03-17T15:00', '2026-03-18T15:00'],
    ['monthToDate', -1, '2026-01-31T23:00', '2026-02-19T14:25'],
    ['weekToDate', 1, '2026-03-22T23:00', '2026-03-26T14:25'],
  ])('%s by %d is %s to %s', (name, steps, start, end) => {
    expect(resolved(stepPeriod({ selection: preset(name), steps, zone: ZONE, nowMs: NOW }))).toEqual([start, end]);
  });

  test('a 23-hour day steps to the 24-hour day before it', () => {
    const selection: PeriodSelection = { type: 'custom', value: { start: '2026-03-29', end: '2026-03-30' } };
    expect(resolved(stepPeriod({ selection, steps: -1, zone: ZONE, nowMs: NOW }))).toEqual(['2026-03-27T23:00', '2026-03-28T23:00']);
  });

  test('back and forth arrives at the words again, so that the period keeps moving', () => {
    for (const name of ['today', 'thisWeek', 'thisMonth', 'thisYear'] as const) {
      const back = stepPeriod({ selection: preset(name), steps: -1, zone: ZONE, nowMs: NOW });
      expect(back.type).toBe('custom');
      expect(stepPeriod({ selection: back, steps: 1, zone: ZONE, nowMs: NOW })).toEqual(preset(name));
    }
  });

  test('a comparison a year back keeps the local clock', () => {
    const period = resolvePeriod({ type: 'custom', value: { start: '2026-03-29T06:00', end: '2026-03-29T18:00' } }, ZONE, NOW);
    const { startMs, endMs } = shiftPeriod({ period, unit: 'year', count: -1, zone: ZONE });
    expect([new Date(startMs).toISOString(), new Date(endMs).toISOString()]).toEqual([
      '2025-03-29T05:00:00.000Z',
      '2025-03-29T17:00:00.000Z',
    ]);
  });

  test('every preset has a period at any time of any year', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PERIOD_PRESETS),
        fc.boolean(),
        fc.constantFrom(ZONE, 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'),
        fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
        (name, includesCurrentPeriod, zone, nowMs) => {
          const { startMs, endMs } = resolvePeriod(preset(name, includesCurrentPeriod), zone, nowMs);
          expect(startMs).toBeLessThan(endMs);
          if (!includesCurrentPeriod) expect(endMs).toBeLessThanOrEqual(nowMs);
          if (name.startsWith('last')) expect(endMs).toBeLessThanOrEqual(dayBounds(localDayOf(nowMs, zone), zone).endMs);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('typed periods', () => {
  test.each<[string, string, string]>([
    ['2026', '2026-01-01', '2027-01-01'],
    ['2026-03', '2026-03-01', '2026-04-01'],
    ['2026-01', '2026-01-01', '2026-02-01'],
    ['2026-12', '2026-12-01', '2027-01-01'],
    ['2026-Q2', '2026-04-01', '2026-07-01'],
    ['2026-W12', '2026-03-16', '2026-03-23'],
    ['2026-w01', '2025-12-29', '2026-01-05'],
    ['2026-03-14', '2026-03-14', '2026-03-15'],
    ['2026-03 .. 2026-05', '2026-03-01', '2026-06-01'],
    ['2026-03-14 to 2026-03-16', '2026-03-14', '2026-03-17'],
    ['2026-03-14 – 2026-03-16', '2026-03-14', '2026-03-17'],
    ['2026-03-14 06:00..2026-03-14T18:00', '2026-03-14T06:00', '2026-03-14T18:00'],
  ])('%s', (text, start, end) => {
    expect(parsePeriodText(text)).toEqual({ type: 'custom', value: { start, end } });
  });

  test.each([
    ['last 10 d', 10, 'day'],
    ['Last 3 months', 3, 'month'],
    ['36h', 36, 'hour'],
    ['senaste 2 månader', 2, 'month'],
    ['senaste året', undefined, undefined],
    ['dernières 6 semaines', 6, 'week'],
    ['10 j', 10, 'day'],
  ])('%s', (text, count, unit) => {
    expect(parsePeriodText(text)).toEqual(count === undefined ? undefined : { type: 'last', count, unit, includesCurrentPeriod: true });
  });

  test.each([
    ['last week', 'week', '2026-03-08T23:00', '2026-03-15T23:00'],
    ['Last month', 'month', '2026-01-31T23:00', '2026-02-28T23:00'],
    ['dernier trimestre', 'quarter', '2025-09-30T22:00', '2025-12-31T23:00'],
  ])('%s is the one before this one', (text, unit, start, end) => {
    const selection: PeriodSelection = { type: 'last', count: 1, unit: unit as PeriodUnit, includesCurrentPeriod: false };
    expect(parsePeriodText(text)).toEqual(selection);
    expect(resolved(selection)).toEqual([start, end]);
  });

  test.each([
    ['today', 'today'],
    ['Igår', 'yesterday'],
    ['  this   MONTH ', 'thisMonth'],
    ['cette année', 'thisYear'],
    ['ytd', 'yearToDate'],
  ])('%s', (text, selectedPreset) => {
    expect(parsePeriodText(text)).toEqual({ type: 'preset', selectedPreset, includesCurrentPeriod: true });
  });

  test.each([
    '',
    '2026-13',
    '2026-W54',
    '2025-W53',
    '2026-W00',
    '2026-02-30',
    'last 0 d',
    'next 3 d',
    'day',
    '2026-05..2026-03',
    '2026-03-14 06:00',
    '1..2..3',
    'last 3 fortnights',
  ])('%j means no period', (text) => {
    expect(parsePeriodText(text)).toBeUndefined();
  });

  test('the last week of a long year exists', () => {
    expect(parsePeriodText('2026-W53')).toEqual({ type: 'custom', value: { start: '2026-12-28', end: '2027-01-04' } });
  });
});
