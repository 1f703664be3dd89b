import { expect, test } from 'vitest';
import { givenLine, HOUR_MS, MINUTE_MS } from './lines.testing.ts';
import { rowTimes, valueOfRow } from './table-rows.ts';

const START_MS = Date.UTC(2025, 5, 24);

test('the table has one row per time of any line in view', () => {
  const lines = [givenLine([1, 2, 3]), givenLine([4, 5], { stepMs: 15 * MINUTE_MS })];
  const minutes = Array.from(rowTimes(lines, { startMs: START_MS, endMs: START_MS + HOUR_MS }), (atMs) => (atMs - START_MS) / MINUTE_MS);
  expect(minutes).toEqual([0, 10, 15, 20]);
  expect(rowTimes(lines, { startMs: START_MS + 10 * MINUTE_MS, endMs: START_MS + 20 * MINUTE_MS })).toHaveLength(2);
});

test('a line has no value in a row of another', () => {
  const line = givenLine([1, Number.NaN, 3]);
  expect(valueOfRow(line, START_MS + 20 * MINUTE_MS)).toBe(3);
  expect(valueOfRow(line, START_MS + 10 * MINUTE_MS)).toBeNaN();
  expect(valueOfRow(line, START_MS + 15 * MINUTE_MS)).toBeNaN();
});
