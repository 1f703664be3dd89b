import { expect, test } from 'vitest';
import { differences, printed } from './differences.ts';

test('equal numbers have no differences, at any depth', () => {
  expect(differences({ sun: { zenith: Float64Array.of(1, Number.NaN) }, extra: 1 }, { sun: { zenith: [1, Number.NaN] } })).toEqual([]);
});

test('a difference is named with its place', () => {
  expect(differences({ a: [1, 2] }, { a: [1, 3] })).toEqual(['a[1]: 2 instead of 3']);
  expect(differences([1], [1, 2])).toEqual(['list: length 1 instead of 2']);
  expect(differences({}, { a: 1 })).toEqual(['a: undefined instead of 1']);
});

test('missing is not zero', () => {
  expect(differences(0, Number.NaN)).toHaveLength(1);
  expect(differences(Number.NaN, 0)).toHaveLength(1);
});

test('a printed number stands for all that round to it', () => {
  expect(differences(0.12345, 0.123, printed(3))).toEqual([]);
  expect(differences(0.1236, 0.123, printed(3))).toHaveLength(1);
});
