import { expect, test } from 'vitest';
import { instantsInZone } from './instants-in-zone.ts';

test('instants are told on a clock, everything else as it came', () => {
  const values = { lockedUntil: '2026-06-10T22:00:00.000Z', author: 'Maria', count: 3, day: '2026-06-10' };
  expect(instantsInZone(values, (instantMs) => `at ${instantMs}`)).toEqual({
    lockedUntil: `at ${Date.UTC(2026, 5, 10, 22)}`,
    author: 'Maria',
    count: 3,
    day: '2026-06-10',
  });
});
