import { expect, test } from 'vitest';
import { zoneName } from './zone-name.ts';

const SUMMER_MS = Date.UTC(2025, 5, 24);

test('zones are called by their names, whatever the language knows', () => {
  expect(zoneName(SUMMER_MS, 'en-US', 'Europe/Stockholm')).toBe('CEST');
  expect(zoneName(SUMMER_MS, 'sv-SE', 'America/Chicago')).toBe('CDT');
  expect(zoneName(SUMMER_MS, 'en-US', 'UTC')).toBe('UTC');
  expect(zoneName(SUMMER_MS, 'en-US', 'America/Bahia')).toBe('GMT-3');
});
