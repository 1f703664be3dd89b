import { expect, test } from 'vitest';
import { flaggedBy, rampStep, trendOf } from './repair-text.ts';

test('tests that marked a signal are named, the most frequent first', () => {
  expect(flaggedBy({ expected: 100, byBit: { 0: 9, 2: 5, 7: 20, 16: 25 } })).toEqual([
    { method: 'outOfRangeMax', share: 0.2 },
    { method: 'flatline', share: 0.05 },
  ]);
});

test('a trend compares the halves of a period, and needs two days', () => {
  expect(trendOf([80, 82, null, 90, 92])).toBe(10);
  expect(trendOf([80])).toBeNull();
});

test('the ramp tells good sites apart', () => {
  expect([20, 50, 75, 99, 100].map(rampStep)).toEqual([1, 1, 5, 9, 9]);
});
