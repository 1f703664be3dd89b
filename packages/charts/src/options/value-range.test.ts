import { expect, test } from 'vitest';
import { movedRange, tidyRange, zoomedRange } from './value-range.ts';

test('an axis moves by parts of its height and zooms around a value that stays where it is', () => {
  expect(movedRange({ min: 0, max: 200 }, 0.1)).toEqual({ min: 20, max: 220 });
  expect(zoomedRange({ min: 0, max: 200 }, 50, 0.5)).toEqual({ min: 25, max: 125 });
});

test('ends keep the digits that can be told apart', () => {
  expect(tidyRange({ min: 12.345678, max: 112.3456789 })).toEqual({ min: 12.3, max: 112.3 });
});
