import { expect, test } from 'vitest';
import { NewestPoints } from './newest-points.ts';

const CHANGE = { engine: 'a', newest: 3, counted: 7 };

/** One point of the first series of each block. */
function pointsOf(blocks: readonly number[]) {
  return {
    series: Float64Array.from(blocks, (block) => block * 256),
    timesMs: Float64Array.from(blocks, (block) => 1_000 + block),
    values: Float64Array.from(blocks, (block) => block / 2),
    flags: new Float64Array(blocks.length),
  };
}

test('points of a block are told while its engine has counted no change of it since they were read', () => {
  const newest = new NewestPoints();
  newest.add([4, 5], pointsOf([4, 5, 6]), CHANGE);

  expect(newest.lookUp([1_280, 1_281, 1_024], CHANGE)).toEqual({
    series: Float64Array.of(1_024, 1_280),
    timesMs: Float64Array.of(1_004, 1_005),
    values: Float64Array.of(2, 2.5),
    flags: Float64Array.of(0, 0),
  });
  expect(newest.lookUp([1_280], { ...CHANGE, newest: 7, counted: 9 })).toBeDefined();
  expect(newest.lookUp([1_280], { ...CHANGE, newest: 8, counted: 9 })).toBeUndefined();
  expect(newest.lookUp([1_280], { ...CHANGE, engine: 'b' })).toBeUndefined();
  // Its points came along, but the engine has not vouched for all of them.
  expect(newest.lookUp([6 * 256], CHANGE)).toBeUndefined();
});

test('the longest unused blocks are evicted', () => {
  const newest = new NewestPoints();
  const blocks = Array.from({ length: 4_096 }, (_, block) => block);
  newest.add(blocks, pointsOf(blocks), CHANGE);
  newest.lookUp([0], CHANGE);
  newest.add([5_000], pointsOf([5_000]), CHANGE);

  expect(newest.lookUp([0], CHANGE)).toBeDefined();
  expect(newest.lookUp([256], CHANGE)).toBeUndefined();
  newest.clear();
  expect(newest.lookUp([0], CHANGE)).toBeUndefined();
});
