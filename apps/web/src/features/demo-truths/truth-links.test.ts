import { describe, expect, test } from 'vitest';
import { truthPeriod, truthTimes } from './truth-links.ts';

const ZONE = 'Europe/Madrid';
const NOW_MS = Date.parse('2025-12-01T12:00:00Z');
const at = (iso: string): number => Date.parse(iso);

describe('the period that shows a truth', () => {
  test('is its day when it is short', () => {
    const fault = { startMs: at('2025-04-06T07:10:00Z'), endMs: at('2025-04-06T13:40:00Z') };
    expect(truthPeriod(fault, ZONE, NOW_MS)).toBe('2025-04-06_2025-04-07');
  });

  test('has a day before and after when it is longer, so that the difference shows', () => {
    const weeks = { startMs: at('2025-06-30T00:00:00Z'), endMs: at('2025-07-10T00:00:00Z') };
    expect(truthPeriod(weeks, ZONE, NOW_MS)).toBe('2025-06-29_2025-07-12');
  });

  test('is the first month of one that goes on', () => {
    expect(truthPeriod({ startMs: at('2025-03-02T00:00:00Z'), endMs: null }, ZONE, NOW_MS)).toBe('2025-03-01_2025-04-02');
  });
});

test('times are those of the site, the date said once', () => {
  expect(truthTimes({ startMs: at('2025-04-06T07:10:00Z'), endMs: at('2025-04-06T13:40:00Z') }, ZONE)).toEqual({
    start: '2025-04-06 09:10',
    end: '15:40',
  });
  expect(truthTimes({ startMs: at('2025-04-06T07:10:00Z'), endMs: null }, ZONE).end).toBeNull();
});
