import { expect, test } from 'vitest';
import { aggregateBuckets, type BucketAggregation } from './bucket-values.ts';

const COLUMN = { timesMs: Float64Array.of(0, 10, 20, 30, 40, 50), values: Float64Array.of(1, 3, Number.NaN, 8, 2, 2) };
const EDGES = Float64Array.of(0, 30, 60, 90);
const of = (aggregation: BucketAggregation) => [...aggregateBuckets(COLUMN, EDGES, aggregation).values];

test.each<[BucketAggregation, number, number]>([
  ['avg', 2, 4],
  ['sum', 4, 12],
  ['min', 1, 2],
  ['max', 3, 8],
  ['first', 1, 8],
  ['last', 3, 2],
  ['count', 2, 3],
  ['mode', 1, 2],
  ['median', 2, 2],
  [{ percentile: 100 }, 3, 8],
  ['or', 3, 10],
])('%s of what is there; a bucket without a value is missing', (aggregation, first, second) => {
  expect(of(aggregation)).toEqual([first, second, Number.NaN]);
});

test('the spread needs two values', () => {
  expect(of('std')[0]).toBeCloseTo(Math.SQRT2, 12);
  expect(aggregateBuckets({ timesMs: Float64Array.of(1), values: Float64Array.of(5) }, EDGES, 'std').values[0]).toBeNaN();
});

test('a weighted mean divides by the weights of what is there', () => {
  const weights = Float64Array.of(1, 3, 100, 1, 0, 0);
  expect([...aggregateBuckets({ ...COLUMN, weights }, EDGES, 'avg').values]).toEqual([2.5, 8, Number.NaN]);
});

test('directions around north have their mean there, opposite ones none', () => {
  const north = { timesMs: Float64Array.of(0, 1, 30, 31), values: Float64Array.of(350, 10, 90, 270) };
  const [mean, none] = aggregateBuckets(north, EDGES, 'circSigned').values;
  expect(mean).toBeCloseTo(0, 9);
  expect(none).toBeNaN();
});

test('extremes and counts leave missing values out, points before and after the edges too', () => {
  const wide = { timesMs: Float64Array.of(-5, 0, 10, 95), values: Float64Array.of(99, 4, 6, 99) };
  const { min, max, count } = aggregateBuckets(wide, EDGES, 'avg');
  expect([[...min], [...max], [...count]]).toEqual([
    [4, Number.NaN, Number.NaN],
    [6, Number.NaN, Number.NaN],
    [2, 0, 0],
  ]);
});
