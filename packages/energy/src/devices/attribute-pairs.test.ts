import { expect, test } from 'vitest';
import { findDisorder, pairOf } from './attribute-pairs.ts';

const always = (value: number | string) => [{ from: null, value }];

test('the two ends of a range know of each other', () => {
  expect(pairOf('baselineStart')).toEqual({ other: 'baselineEnd', isLower: true });
  expect(pairOf('maxStateOfCharge')).toEqual({ other: 'minStateOfCharge', isLower: false });
  expect(pairOf('tilt')).toBeUndefined();
});

test('dates and numbers are out of order where they leave nothing between them', () => {
  expect(findDisorder(always('2025-02-01'), always('2025-01-31'))).toEqual({ lower: '2025-02-01', upper: '2025-01-31' });
  expect(findDisorder(always('2025-01-31'), always('2025-02-01'))).toBeUndefined();
  expect(findDisorder(always(5), always(5))).toEqual({ lower: 5, upper: 5 });
  expect(findDisorder(always(5), [])).toBeUndefined();
});

test('each date on which one of them changes is looked at', () => {
  const rising = [{ from: '2025-01-01', value: 95 }, ...always(10)];
  expect(findDisorder(rising, always(90))).toEqual({ lower: 95, upper: 90 });
  expect(findDisorder(rising, [...always(90), { from: '2025-01-01', value: 99 }])).toBeUndefined();
  expect(findDisorder(rising, [...always(90), { from: '2024-06-01', value: null }])).toBeUndefined();
});
