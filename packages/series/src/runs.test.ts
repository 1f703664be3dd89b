import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGaps, findRuns, forEachRun } from './runs.ts';

test('gaps are the ranges without a value', () => {
  expect(findGaps(Float64Array.of(Number.NaN, 1, Number.NaN, Number.NaN))).toEqual([
    { start: 0, end: 1 },
    { start: 2, end: 4 },
  ]);
  expect(findGaps(new Float64Array(0))).toEqual([]);
});

test('runs cover exactly the places that have the property', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (flags) => {
      const covered = flags.map(() => false);
      for (const { start, end } of findRuns(flags.length, (i) => flags[i] ?? false)) covered.fill(true, start, end);
      expect(covered).toEqual(flags);
    }),
  );
});

test('only runs that are long enough are visited', () => {
  const visited: [number, number][] = [];
  forEachRun(Uint8Array.of(1, 1, 0, 1, 0, 1, 1, 1), 2, (start, end) => visited.push([start, end]));
  expect(visited).toEqual([
    [0, 2],
    [5, 8],
  ]);
});
