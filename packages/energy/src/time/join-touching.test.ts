import { expect, test } from 'vitest';
import { joinTouching } from './join-touching.ts';

test('periods that touch or overlap are one, in the order of their starts', () => {
  const periods = [
    { startMs: 50, endMs: 60 },
    { startMs: 10, endMs: 20 },
    { startMs: 20, endMs: 30 },
    { startMs: 25, endMs: 28 },
    { startMs: 31, endMs: 40 },
  ];
  expect(joinTouching(periods)).toEqual([
    { startMs: 10, endMs: 30 },
    { startMs: 31, endMs: 40 },
    { startMs: 50, endMs: 60 },
  ]);
  expect(joinTouching([])).toEqual([]);
});
