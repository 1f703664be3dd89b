import { expect, test } from 'vitest';
import { currentMonthQuery } from './widget-page.ts';

test('the current month is that of the zone, and ends where the next begins', () => {
  const nowMs = Date.UTC(2025, 11, 31, 23, 30);
  expect(currentMonthQuery({ nowMs, zone: 'UTC' }).body).toEqual({ fromDay: '2025-12-01', toDay: '2026-01-01' });
  expect(currentMonthQuery({ nowMs, zone: 'Europe/Madrid' }).body).toEqual({ fromDay: '2026-01-01', toDay: '2026-02-01' });
});
