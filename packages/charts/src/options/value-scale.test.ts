import { expect, test } from 'vitest';
import { columnDigits, valueScale } from './value-scale.ts';

test('power starts at zero and ends on a round number', () => {
  expect(valueScale({ min: 0.16, max: 1.824, fromZero: true, height: 220 })).toEqual({
    min: 0,
    max: 2,
    ticks: [0, 0.5, 1, 1.5, 2],
    digits: 1,
  });
});

test('a narrow band far from zero fills the plot', () => {
  const { min, max } = valueScale({ min: 49.95, max: 50.04, fromZero: false, height: 220 });
  expect([min, max]).toEqual([49.95, 50.05]);
});

test('charging and discharging share an axis through zero', () => {
  const { min, max, ticks } = valueScale({ min: -5.8, max: 4.1, fromZero: true, height: 160 });
  expect(ticks).toContain(0);
  expect([min <= -5.8, max >= 4.1]).toEqual([true, true]);
});

test('a little consumption at night does not cost a whole step below zero', () => {
  const { min, ticks } = valueScale({ min: -0.008, max: 3.38, fromZero: true, height: 220 });
  expect(min).toBeGreaterThan(-0.2);
  expect(ticks).toEqual([0, 1, 2, 3, 4]);
});

test('a value just above a round number does not leave the plot half empty', () => {
  const { max, ticks } = valueScale({ min: 0, max: 4.02, fromZero: true, height: 220 });
  expect(max).toBeLessThan(4.3);
  expect(ticks).toEqual([0, 2, 4]);
});

test('a constant stands in the middle of its axis', () => {
  const { min, max } = valueScale({ min: 742, max: 742, fromZero: false, height: 120 });
  expect(min).toBeLessThan(742);
  expect(max).toBeGreaterThan(742);
});

test('nothing but zeros, and nothing at all, still have an axis', () => {
  expect(valueScale({ min: 0, max: 0, fromZero: true, height: 120 })).toMatchObject({ min: 0, max: 1 });
  expect(valueScale({ min: Number.NaN, max: Number.NaN, fromZero: true, height: 120 })).toMatchObject({ min: 0, max: 1 });
});

test('a flat plot has fewer lines', () => {
  expect(valueScale({ min: 0, max: 1000, fromZero: true, height: 60 }).ticks.length).toBeLessThanOrEqual(3);
});

test('a column shows four significant digits of its largest number', () => {
  expect([1.827, 51.6, 912, 1004, 0.0312, 0].map(columnDigits)).toEqual([3, 2, 1, 0, 3, 1]);
});
