import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invalidIntervals, invalidPeriods } from './invalidation.ts';

const STEP_MS = 600_000;
const grid = { startMs: 0, stepMs: STEP_MS, count: 6 };
const entry = (from: number, to: number, isInvalid = true) => ({ startMs: from * STEP_MS, endMs: to * STEP_MS, isInvalid });
const columnOf = (...entries: ReturnType<typeof entry>[]) => [...(invalidIntervals(entries, grid) ?? [])];

test('an interval that an entry touches is invalid as a whole', () => {
  expect(columnOf(entry(1, 3))).toEqual([0, 1, 1, 0, 0, 0]);
  expect(columnOf(entry(1.5, 2.1))).toEqual([0, 1, 1, 0, 0, 0]);
  expect(columnOf(entry(-5, 1), entry(5, 40))).toEqual([1, 0, 0, 0, 0, 1]);
});

test('of entries that overlap the last one counts', () => {
  expect(columnOf(entry(0, 6), entry(2, 4, false))).toEqual([1, 1, 0, 0, 1, 1]);
  expect(columnOf(entry(0, 6), entry(2, 4, false), entry(3, 4))).toEqual([1, 1, 0, 1, 1, 1]);
});

test('where nothing is invalid there is no column', () => {
  expect(invalidIntervals([], grid)).toBeUndefined();
  expect(invalidIntervals([entry(7, 9), entry(0, 6, false)], grid)).toBeUndefined();
  expect(invalidIntervals([entry(0, 6), entry(0, 6, false)], grid)).toBeUndefined();
});

test('a restored period is as before, whatever lies around it', () => {
  const period = fc.record({ from: fc.integer({ min: -3, max: 8 }), length: fc.integer({ min: 1, max: 6 }), isInvalid: fc.boolean() });
  fc.assert(
    fc.property(fc.array(period, { maxLength: 6 }), period, (before, { from, length }) => {
      const entries = before.map((each) => entry(each.from, each.from + each.length, each.isInvalid));
      const restored = columnOf(...entries, entry(from, from + length), entry(from, from + length, false));
      const expected = columnOf(...entries, entry(from, from + length, false));
      expect(restored).toEqual(expected);
    }),
  );
});

test('periods are told as they were entered', () => {
  expect(invalidPeriods([entry(0, 4), entry(1, 2, false), entry(4, 5)])).toEqual(
    [entry(0, 1), entry(2, 5)].map(({ startMs, endMs }) => ({ startMs, endMs })),
  );
  expect(invalidPeriods([entry(0, 4), entry(0, 4, false)])).toEqual([]);
});

test('periods and intervals say the same', () => {
  const period = fc.record({ from: fc.integer({ min: 0, max: 5 }), length: fc.integer({ min: 1, max: 6 }), isInvalid: fc.boolean() });
  fc.assert(
    fc.property(fc.array(period, { maxLength: 8 }), (drawn) => {
      const entries = drawn.map((each) => entry(each.from, each.from + each.length, each.isInvalid));
      const whole = invalidPeriods(entries).map((each) => ({ ...each, isInvalid: true }));
      expect(invalidIntervals(whole, grid)).toEqual(invalidIntervals(entries, grid));
    }),
  );
});
