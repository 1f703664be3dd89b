import { expect, test } from 'vitest';
import { dropPin, NO_PINS, putPin } from './pinned-cursors.ts';

test('the first cursor is A however it is set, the second is B', () => {
  const first = putPin(NO_PINS, 'b', 10);
  expect(first).toEqual({ aMs: 10, bMs: null });
  expect(putPin(first, 'b', 20)).toEqual({ aMs: 10, bMs: 20 });
  expect(putPin({ aMs: 10, bMs: 20 }, 'a', 15)).toEqual({ aMs: 15, bMs: 20 });
});

test('a cursor that is put where it is goes away, and B follows A', () => {
  expect(putPin({ aMs: 10, bMs: 20 }, 'a', 10)).toEqual({ aMs: 20, bMs: null });
  expect(putPin({ aMs: 10, bMs: 20 }, 'b', 20)).toEqual({ aMs: 10, bMs: null });
});

test('taking away removes B, then A, then nothing', () => {
  expect(dropPin({ aMs: 10, bMs: 20 })).toEqual({ aMs: 10, bMs: null });
  expect(dropPin({ aMs: 10, bMs: null })).toEqual(NO_PINS);
  expect(dropPin(NO_PINS)).toBeNull();
});
