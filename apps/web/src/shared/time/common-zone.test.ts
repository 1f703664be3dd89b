import { expect, test } from 'vitest';
import { commonZone } from './common-zone.ts';

test('devices of one zone are shown in its time, a fleet over many zones in UTC', () => {
  expect(commonZone(['Europe/Madrid', 'Europe/Madrid'])).toBe('Europe/Madrid');
  expect(commonZone(['Europe/Madrid', 'Asia/Kolkata'])).toBe('UTC');
  expect(commonZone([null])).toBe('UTC');
  expect(commonZone([])).toBe('UTC');
});
