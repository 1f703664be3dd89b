import { expect, test } from 'vitest';
import { noteServerTime, serverAheadMs } from './server-clock.ts';

const HOUR_MS = 3_600_000;
const answerOf = (timeMs: number) => new Headers({ date: new Date(timeMs).toUTCString() });

test('clocks that agree to the second are one; a clock that is wrong is known by as much, until it is set right', () => {
  const nowMs = Date.UTC(2026, 10, 1, 12);
  noteServerTime(new Headers(), nowMs);
  expect(serverAheadMs()).toBeUndefined();
  noteServerTime(answerOf(nowMs - 900), nowMs);
  expect(serverAheadMs()).toBe(0);
  noteServerTime(answerOf(nowMs + HOUR_MS), nowMs);
  expect(serverAheadMs()).toBe(HOUR_MS);
  // It does not follow each answer: a page would be another one each time.
  noteServerTime(answerOf(nowMs + HOUR_MS + 1_000), nowMs);
  expect(serverAheadMs()).toBe(HOUR_MS);
  noteServerTime(new Headers({ date: 'never' }), nowMs);
  expect(serverAheadMs()).toBe(HOUR_MS);
  noteServerTime(answerOf(nowMs), nowMs);
  expect(serverAheadMs()).toBe(0);
});
