import { describe, expect, test } from 'vitest';
import { faultPeriod, faultTimes } from './fault-links.ts';

const ZONE = 'Europe/Madrid';
const at = (iso: string): number => Date.parse(iso);

describe('the period that shows a fault', () => {
  test('is its day when it is short', () => {
    const fault = { startMs: at('2025-04-06T07:10:00Z'), endMs: at('2025-04-06T13:40:00Z') };
    expect(faultPeriod(fault, ZONE)).toBe('2025-04-06_2025-04-07');
  });

  test('has a day before and after when it is longer, so that the difference shows', () => {
    const weeks = { startMs: at('2025-06-30T00:00:00Z'), endMs: at('2025-07-10T00:00:00Z') };
    expect(faultPeriod(weeks, ZONE)).toBe('2025-06-29_2025-07-12');
  });

  test('is the last month of one that goes on', () => {
    expect(faultPeriod({ startMs: at('2025-03-02T00:00:00Z'), endMs: null }, ZONE)).toBe('last30Days');
  });
});

test('times are those of the site, the date written once', () => {
  expect(faultTimes({ startMs: at('2025-04-06T07:10:00Z'), endMs: at('2025-04-06T13:40:00Z') }, ZONE)).toEqual({
    start: '2025-04-06 09:10',
    end: '15:40',
  });
  expect(faultTimes({ startMs: at('2025-04-06T07:10:00Z'), endMs: null }, ZONE).end).toBeNull();
});
