import { describe, expect, test } from 'vitest';
import { extremesInView, gapsInView, joinPeriods, neighbourTime, summarise } from './line-summary.ts';
import { givenLine, HOUR_MS, MINUTE_MS } from './lines.testing.ts';

const START_MS = Date.UTC(2025, 5, 24);
const HOUR = { startMs: START_MS, endMs: START_MS + HOUR_MS };
const LATER_MS = START_MS + 10 * HOUR_MS;

describe('a legend row', () => {
  test('says last, extremes, mean and the share of intervals with data', () => {
    const line = givenLine([600, 720, 660, Number.NaN, 480, 540]);
    expect(summarise(line, HOUR, LATER_MS)).toEqual({
      last: 540,
      lastMs: START_MS + 50 * MINUTE_MS,
      min: 480,
      max: 720,
      mean: 600,
      dataShare: 5 / 6,
    });
  });

  test('judges a running period on the time that has passed', () => {
    expect(summarise(givenLine([1, 2, 3]), HOUR, START_MS + 30 * MINUTE_MS).dataShare).toBe(1);
  });

  test('takes only what is in view', () => {
    const view = { startMs: START_MS + 10 * MINUTE_MS, endMs: START_MS + 30 * MINUTE_MS };
    expect(summarise(givenLine([100, 2, 4, 100]), view, LATER_MS)).toMatchObject({ min: 2, max: 4, mean: 3, dataShare: 1 });
  });

  test('weights buckets by their completeness and reports the single extremes', () => {
    const line = givenLine([10, 40], {
      stepMs: 30 * MINUTE_MS,
      completeness: Float64Array.of(1, 0.5),
      low: Float64Array.of(2, 30),
      high: Float64Array.of(18, 50),
    });
    expect(summarise(line, HOUR, LATER_MS)).toMatchObject({ min: 2, max: 50, mean: 20, dataShare: 0.75 });
  });

  test('has no numbers where nothing is known', () => {
    const summary = summarise(givenLine([]), HOUR, LATER_MS);
    expect([summary.last, summary.min, summary.max, summary.mean]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(summary.dataShare).toBe(0);
  });
});

test('the axis covers the extremes of all lines', () => {
  expect(extremesInView([givenLine([1, 5]), givenLine([-2, Number.NaN])], HOUR)).toEqual({ min: -2, max: 5 });
  expect(extremesInView([givenLine([])], HOUR).min).toBeNaN();
});

describe('gaps', () => {
  const asked = { view: HOUR, nowMs: LATER_MS, shortestMs: MINUTE_MS };

  test('are named from the end of the last known interval to the next value', () => {
    const line = givenLine([1, 2, Number.NaN, Number.NaN, 3, 4]);
    expect(gapsInView({ ...asked, line })).toEqual([{ startMs: START_MS + 20 * MINUTE_MS, endMs: START_MS + 40 * MINUTE_MS }]);
  });

  test('include a start and an end without data, but not the future', () => {
    const line = givenLine([Number.NaN, 2, 3]);
    expect(gapsInView({ ...asked, line })).toEqual([
      { startMs: START_MS, endMs: START_MS + 10 * MINUTE_MS },
      { startMs: START_MS + 30 * MINUTE_MS, endMs: START_MS + 60 * MINUTE_MS },
    ]);
    expect(gapsInView({ ...asked, line, nowMs: START_MS + 40 * MINUTE_MS })).toHaveLength(1);
  });

  test('of several lines are joined', () => {
    expect(
      joinPeriods([
        { startMs: 5, endMs: 8 },
        { startMs: 0, endMs: 3 },
        { startMs: 2, endMs: 4 },
      ]),
    ).toEqual([
      { startMs: 0, endMs: 4 },
      { startMs: 5, endMs: 8 },
    ]);
  });
});

test('the keyboard goes from point to point over all lines', () => {
  const plots = [
    {
      id: 'kW',
      title: '',
      unit: 'kW',
      factor: 1,
      fromZero: true,
      lines: [givenLine([1, 2, 3]), givenLine([1, 2], { stepMs: 15 * MINUTE_MS })],
    },
  ];
  expect(neighbourTime(plots, START_MS + 10 * MINUTE_MS, 'after')).toBe(START_MS + 15 * MINUTE_MS);
  expect(neighbourTime(plots, START_MS + 10 * MINUTE_MS, 'before')).toBe(START_MS);
  expect(neighbourTime(plots, START_MS + 13 * MINUTE_MS, 'nearest')).toBe(START_MS + 15 * MINUTE_MS);
  expect(neighbourTime(plots, START_MS + 20 * MINUTE_MS, 'after')).toBeNull();
});
