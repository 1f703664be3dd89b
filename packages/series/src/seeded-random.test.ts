import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const draw = (seed: number, count: number) => Float64Array.from({ length: count }, seededRandom(seed));

test('one seed always gives the same numbers, another seed others', () => {
  expect(draw(1, 5)).toEqual(draw(1, 5));
  expect(draw(2, 5)).not.toEqual(draw(1, 5));
});

test('numbers fill the unit interval evenly', () => {
  const tenths = new Uint32Array(10);
  const values = draw(7, 100_000);
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  for (const value of values) {
    const tenth = Math.floor(value * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});
