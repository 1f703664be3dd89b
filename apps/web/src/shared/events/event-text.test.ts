import { expect, test } from 'vitest';
import { durationPhrase, durationSumText, durationText, hoursText, lostEnergyText } from './event-text.ts';

const MINUTE_MS = 60_000;

test.each([
  [232, '3:52'],
  [5, '0:05'],
  [26 * 60 + 10, '26:10'],
  [4.5 * 24 * 60, '4.5 d'],
  [12 * 24 * 60, '12 d'],
])('%s minutes are read as %s', (minutes, text) => {
  expect(durationText(minutes * MINUTE_MS, 'en-US')).toBe(text);
});

test('what was not expected is a dash, never zero, and a gain is signed', () => {
  expect([lostEnergyText(null, 'en-US'), lostEnergyText(0, 'en-US')]).toEqual(['—', '0.00']);
  expect(lostEnergyText(12_840, 'sv-SE')).toBe('12,84');
});

test.each([
  [5, '0:05', '0:05 h'],
  [95 * 60 + 30, '95:30', '95:30 h'],
  [97 * 60, '97 h', '97 h'],
  [1_842 * 60, '1,842 h', '1,842 h'],
])('%s minutes of many events are read as one event is: %s', (minutes, inTable, inText) => {
  expect(durationSumText(minutes * MINUTE_MS, 'en-US')).toBe(inTable);
  expect(hoursText(minutes * MINUTE_MS, 'en-US')).toBe(inText);
});

test('a duration in a sentence names its units, and seconds only where they count', () => {
  const plain = (ms: number) => durationPhrase(ms, 'en-US').replaceAll('\u202f', ' ');
  expect(
    [331 * MINUTE_MS, 60 * MINUTE_MS, 25 * MINUTE_MS, 220_000, 40_000, 0, 12.4 * MINUTE_MS, 9.2 * 24 * 60 * MINUTE_MS].map(plain),
  ).toEqual(['5 h 31 min', '1 h', '25 min', '3 min 40 s', '40 s', '0 min', '12 min', '9.2 d']);
});
