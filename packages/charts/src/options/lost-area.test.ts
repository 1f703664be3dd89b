import { expect, test } from 'vitest';
import { givenLine, HOUR_MS } from './lines.testing.ts';
import { lostArea } from './lost-area.ts';

const expected = givenLine([100, 100, 100, 100, 100], { id: 'expected' });
const startMs = expected.timesMs[0] ?? 0;
const stepMs = expected.stepMs;
const period = { startMs: startMs + stepMs / 2, endMs: startMs + 3 * stepMs };
const geometry = { view: { startMs, endMs: startMs + 4 * stepMs }, width: 40, zeroY: 100, perUnit: -1, columnWidth: 1 };

test('what was lost lies between the two lines, from end to end of the event and no further', () => {
  const actual = givenLine([100, 20, 20, 20, 20], { id: 'actual' });
  expect(lostArea({ expected, actual, period }, geometry)).toEqual([
    [
      [5, 0],
      [10, 0],
      [20, 0],
      [30, 0],
      [30, 80],
      [20, 80],
      [10, 80],
      [5, 40],
    ],
  ]);
});

test('more than expected is no loss, and where nothing was measured nothing is claimed', () => {
  const actual = givenLine([120, 120, Number.NaN, 20, 20], { id: 'actual' });
  const shapes = lostArea({ expected, actual, period: { startMs, endMs: startMs + 4 * stepMs } }, geometry);
  const heights = shapes.map((shape) => Math.max(...shape.map(([, y]) => y)));
  expect(heights).toEqual([0, 80]);
  expect(stepMs).toBeLessThanOrEqual(HOUR_MS);
});

test('where intervals are wide enough to be seen, the area has their steps', () => {
  const actual = givenLine([100, 20, 60, 60, 60], { id: 'actual' });
  expect(lostArea({ expected, actual, period }, { ...geometry, width: 400 })).toEqual([
    [
      [50, 0],
      [100, 0],
      [100, 0],
      [200, 0],
      [200, 0],
      [300, 0],
      [300, 40],
      [200, 40],
      [200, 80],
      [100, 80],
      [100, 0],
      [50, 0],
    ],
  ]);
});
