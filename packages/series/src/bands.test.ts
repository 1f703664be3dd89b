import { expect, test } from 'vitest';
import { quantileBands } from './bands.ts';

const of = (times: number[], values: number[]) => ({ timesMs: Float64Array.from(times), values: Float64Array.from(values) });

test('quantiles per time are over the series that have a value then', () => {
  const { timesMs, counts, quantiles } = quantileBands(
    [of([1, 2], [10, 5]), of([1, 3], [20, 7]), of([1, 2], [30, Number.NaN])],
    [0, 0.5, 1],
  );
  expect([...timesMs]).toEqual([1, 2, 3]);
  expect([...counts]).toEqual([3, 1, 1]);
  expect(quantiles.map((column) => [...column])).toEqual([
    [10, 5, 7],
    [20, 5, 7],
    [30, 5, 7],
  ]);
});

test('no series, no band', () => {
  expect(quantileBands([], [0.5]).timesMs.length).toBe(0);
  expect(() => quantileBands([of([1], [1])], [2])).toThrow(RangeError);
});
