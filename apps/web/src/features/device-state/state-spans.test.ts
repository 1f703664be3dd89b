import { expect, test } from 'vitest';
import { stateShares, stateSpans } from './state-spans.ts';

test('a week is made of the states that events decide; what they leave is undisturbed', () => {
  const week = { startMs: 0, endMs: 100 };
  const spans = stateSpans(
    [
      { type: 'Downtime', startMs: 90, endMs: null },
      { type: 'Warning', startMs: -10, endMs: 5 },
      { type: 'Informational', startMs: 20, endMs: 30 },
    ],
    week,
  );
  expect(spans).toEqual([
    { state: 'Warning', startMs: 0, endMs: 5, isOpen: false },
    { state: 'Stopped', startMs: 90, endMs: 100, isOpen: true },
  ]);
  expect(stateShares(spans, week)).toEqual({ undisturbed: 0.85, stoppedMs: 10 });
});
