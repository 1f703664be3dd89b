import { describe, expect, test } from 'vitest';
import { instantOf, readMoment, type TypedTime, toTypedTime } from './local-moment.ts';

const typed = (date: string, time: string, isSecond = false): TypedTime => ({ date, time, isSecond });
const STOCKHOLM = 'Europe/Stockholm';

test.each(['9:05', '09:05', '0905', '905', '09.05', '9h05', ' 09:05:00 '])('%j is five past nine on the clock of the site', (time) => {
  expect(readMoment(typed('2026-06-24', time), STOCKHOLM)).toEqual({ kind: 'ok', instantMs: Date.UTC(2026, 5, 24, 7, 5) });
});

test.each([
  ['2026-06-24', '25:00'],
  ['24.6.2026', '09:00'],
  ['2026-06-2', '9'],
  ['2026-06-24', '9'],
  ['2026-02-30', '09:00'],
  ['2026-06-24', '09:60'],
  ['2026-06-24', 'noon'],
])('%s %s is no time', (date, time) => {
  expect(readMoment(typed(date, time), STOCKHOLM)).toEqual({ kind: 'invalid' });
});

test.each(['2026-06-24', '20260624', '2026-6-24', ' 2026-06-24 '])('%j is that day', (date) => {
  expect(readMoment(typed(date, '09:05'), STOCKHOLM)).toEqual({ kind: 'ok', instantMs: Date.UTC(2026, 5, 24, 7, 5) });
});

describe('when clocks change', () => {
  test('a time the clock was put forward over does not exist, and the next one is offered', () => {
    expect(readMoment(typed('2026-03-29', '02:30'), STOCKHOLM)).toEqual({
      kind: 'skipped',
      localText: '2026-03-29T02:30:00',
      nextMs: Date.UTC(2026, 2, 29, 1, 30),
    });
    expect(toTypedTime(Date.UTC(2026, 2, 29, 1, 30), STOCKHOLM)).toEqual(typed('2026-03-29', '03:30'));
  });

  test('a time the clock showed twice is the first one until the second is chosen, an hour later', () => {
    const first = readMoment(typed('2026-10-25', '02:30'), STOCKHOLM);
    const second = readMoment(typed('2026-10-25', '02:30', true), STOCKHOLM);
    expect(first).toMatchObject({ kind: 'twice', instantMs: Date.UTC(2026, 9, 25, 0, 30) });
    expect((instantOf(second) ?? 0) - (instantOf(first) ?? 0)).toBe(3_600_000);
  });

  test('every minute around both changes is written so that reading it gives it back', () => {
    for (const fromMs of [Date.UTC(2026, 2, 28, 22), Date.UTC(2026, 9, 24, 22)])
      for (let minute = 0; minute < 6 * 60; minute += 1) {
        const instantMs = fromMs + minute * 60_000;
        expect(instantOf(readMoment(toTypedTime(instantMs, STOCKHOLM), STOCKHOLM))).toBe(instantMs);
      }
  });

  test('a half-hour change is one too', () => {
    expect(readMoment(typed('2026-10-04', '02:15'), 'Australia/Lord_Howe')).toMatchObject({ kind: 'skipped' });
    expect(readMoment(typed('2026-04-05', '01:45'), 'Australia/Lord_Howe')).toMatchObject({ kind: 'twice' });
  });
});
