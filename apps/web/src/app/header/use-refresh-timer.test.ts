import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentNowMs, refreshNow, setRefreshPaused, setRefreshRate } from '../../workspace/refresh.ts';
import { useRefreshTimer } from './use-refresh-timer.ts';

const START_MS = Date.UTC(2026, 5, 24, 12);
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
  setRefreshRate(5);
  refreshNow();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const passed = () => (currentNowMs() - START_MS) / MINUTE_MS;
const wait = (minutes: number) => act(() => vi.advanceTimersByTime(minutes * MINUTE_MS));

test('now moves on every five minutes', () => {
  renderHook(useRefreshTimer);
  wait(4.9);
  expect(passed()).toBe(0);
  wait(0.1);
  expect(passed()).toBe(5);
  wait(12);
  expect(passed()).toBe(15);
});

test('a refresh by hand begins a new five minutes', () => {
  renderHook(useRefreshTimer);
  wait(3);
  act(() => refreshNow());
  wait(4);
  expect(passed()).toBe(3);
  wait(1);
  expect(passed()).toBe(8);
});

test('off and paused, nothing moves', () => {
  renderHook(useRefreshTimer);
  act(() => setRefreshPaused(true));
  wait(60);
  expect(passed()).toBe(0);
  act(() => setRefreshRate(0));
  wait(60);
  expect(passed()).toBe(0);
});

test('nothing moves while the page is hidden, and it does at once when the page is visible again after too long', () => {
  renderHook(useRefreshTimer);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  wait(30);
  expect(passed()).toBe(0);
  hidden.mockReturnValue(false);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  wait(0);
  expect(passed()).toBe(30);
});
