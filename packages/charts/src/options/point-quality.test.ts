import { expect, test } from 'vitest';
import { givenLine, MINUTE_MS } from './lines.testing.ts';
import { flaggedIndexAt, qualityRuns, qualityShares } from './point-quality.ts';

const START_MS = Date.UTC(2025, 5, 24);
const STEP_MS = 10 * MINUTE_MS;
const VIEW = { startMs: START_MS, endMs: START_MS + 6 * STEP_MS };
const states = Uint8Array.from([0, 1, 1, 1, 2, 0]);
const line = givenLine([1, 2, Number.NaN, 3, 4, 5], { quality: { states, text: (index) => `point ${index}` } });

test('neighbours of one quality are one run, interrupted where there is no value', () => {
  expect(qualityRuns(line, VIEW)).toEqual([
    { quality: 'estimated', startMs: START_MS + STEP_MS, endMs: START_MS + 2 * STEP_MS },
    { quality: 'estimated', startMs: START_MS + 3 * STEP_MS, endMs: START_MS + 4 * STEP_MS },
    { quality: 'suspect', startMs: START_MS + 4 * STEP_MS, endMs: START_MS + 5 * STEP_MS },
  ]);
});

test('shares of good, estimated and missing values add up to one', () => {
  const { good, estimated, none } = qualityShares(line, VIEW, VIEW.endMs);
  expect([good, estimated, none].map((share) => Number(share.toFixed(4)))).toEqual([0.5, 0.3333, 0.1667]);
  expect(good + estimated + none).toBeCloseTo(1);
});

test('a point is told where it is not good', () => {
  expect(flaggedIndexAt(line, START_MS + STEP_MS)).toBe(1);
  expect(flaggedIndexAt(line, START_MS + STEP_MS + 2 * MINUTE_MS)).toBe(1);
  expect(flaggedIndexAt(line, START_MS)).toBe(-1);
  expect(flaggedIndexAt(line, START_MS + 2 * STEP_MS)).toBe(-1);
});

test('a line without quality has nothing to tell', () => {
  expect(qualityRuns(givenLine([1, 2]), VIEW)).toEqual([]);
  expect(flaggedIndexAt(givenLine([1, 2]), START_MS)).toBe(-1);
});
