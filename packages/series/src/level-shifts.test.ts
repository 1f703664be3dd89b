import { expect, test } from 'vitest';
import { levelShifts } from './level-shifts.ts';
import { seededRandom } from './seeded-random.ts';

/** Noise between -1 and 1 around levels that last so many points each. */
function steps(levels: readonly (readonly [level: number, points: number])[], seed = 1): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from(levels.flatMap(([level, points]) => Array.from({ length: points }, () => level + 2 * random() - 1)));
}

test('finds where a level changes and what it was', () => {
  const found = levelShifts(
    steps([
      [0, 60],
      [10, 40],
      [4, 80],
    ]),
  );
  expect(found.map(({ start, end }) => [start, end])).toEqual([
    [0, 60],
    [60, 100],
    [100, 180],
  ]);
  expect(found.map(({ level }) => Math.round(level) + 0)).toEqual([0, 10, 4]);
});

test('noise alone is one segment, whatever the seed', () => {
  for (let seed = 1; seed <= 30; seed++) expect(levelShifts(steps([[5, 300]], seed))).toHaveLength(1);
});

test('single wild values are no segment', () => {
  const values = steps([[5, 100]]);
  values[40] = 500;
  values[41] = -300;
  expect(levelShifts(values)).toHaveLength(1);
});

test('gaps belong to the segment before them', () => {
  const values = steps([
    [0, 50],
    [20, 50],
  ]);
  values.fill(Number.NaN, 40, 55);
  expect(levelShifts(values).map(({ start, end }) => [start, end])).toEqual([
    [0, 55],
    [55, 100],
  ]);
  expect(levelShifts(new Float64Array(5).fill(Number.NaN))).toEqual([]);
});

test('shifts below the smallest one that counts are merged', () => {
  const values = steps([
    [0, 100],
    [5, 100],
    [60, 100],
  ]);
  expect(levelShifts(values, { minShift: 10 }).map(({ start }) => start)).toEqual([0, 200]);
});

test('a series shorter than a segment is one segment', () => {
  expect(levelShifts(Float64Array.of(1, 2, 3))).toEqual([{ start: 0, end: 3, level: 2 }]);
});
