import { expect, test } from 'vitest';
import { bandArea } from './band-area.ts';
import { givenLine } from './lines.testing.ts';

const low = givenLine([10, 20, 30, 40, 50], { id: 'p10' });
const startMs = low.timesMs[0] ?? 0;
const geometry = { view: { startMs, endMs: startMs + 4 * low.stepMs }, width: 40, zeroY: 100, perUnit: -1, columnWidth: 1 };

test('a band lies between its two lines', () => {
  const high = givenLine([30, 40, 50, 60, 70], { id: 'p90' });
  const [shape] = bandArea({ low, high }, geometry);
  expect(shape?.slice(0, 2)).toEqual([
    [0, 70],
    [10, 60],
  ]);
  expect(shape?.at(-1)).toEqual([0, 90]);
});

test('where one of its lines has no value a band has a gap', () => {
  const high = givenLine([30, 40, Number.NaN, 60, 70], { id: 'p90' });
  const spans = bandArea({ low, high }, geometry).map((shape) => [shape[0]?.[0], shape[shape.length / 2 - 1]?.[0]]);
  expect(spans).toEqual([
    [0, 10],
    [30, 40],
  ]);
});

test('where intervals are wide enough to be seen, a band has their steps', () => {
  const high = givenLine([30, 40, 50, 60, 70], { id: 'p90' });
  const [shape] = bandArea({ low, high }, { ...geometry, width: 400 });
  expect(shape?.slice(0, 3)).toEqual([
    [0, 70],
    [100, 70],
    [100, 60],
  ]);
});
