import { expect, test } from 'vitest';
import { isOutOfOrder, pairOf } from './attribute-pairs.ts';

test('the two ends of a range know of each other', () => {
  expect(pairOf('baselineStart')).toEqual({ other: 'baselineEnd', isLower: true });
  expect(pairOf('maxStateOfCharge')).toEqual({ other: 'minStateOfCharge', isLower: false });
  expect(pairOf('tilt')).toBeUndefined();
});

test('dates and numbers are out of order where they leave nothing between them', () => {
  expect(isOutOfOrder('2025-02-01', '2025-01-31', true)).toBe(true);
  expect(isOutOfOrder('2025-01-31', '2025-02-01', true)).toBe(false);
  expect([isOutOfOrder(5, 5, true), isOutOfOrder(5, 5, false), isOutOfOrder(6, 5, false)]).toEqual([true, true, false]);
});
