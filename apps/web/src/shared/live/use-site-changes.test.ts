import { siteIdSchema } from '@solvane/contract/ids';
import type { StreamMessage } from '@solvane/contract/system';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSiteChanges } from './use-site-changes.ts';

/** The browser's side of the stream, spoken to by the test. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  say(message: StreamMessage): void {
    this.dispatchEvent(new MessageEvent(message.type, { data: JSON.stringify(message) }));
  }
}

const points = (siteId: string, fromMs: number | null, toMs: number | null): StreamMessage => ({
  type: 'site-changed',
  siteId: siteIdSchema.parse(siteId),
  what: 'points',
  fromMs,
  toMs,
});

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a hidden page is notified when it is visible again, or at once where it asks for that', () => {
  const [seen, always] = [vi.fn(), vi.fn()];
  renderHook(() => useSiteChanges(seen));
  renderHook(() => useSiteChanges(always, { alsoWhileHidden: true }));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  FakeEventSource.opened[0]?.say(points('s01', 1_000, 2_000));
  act(() => vi.advanceTimersByTime(5_000));
  expect(seen).not.toHaveBeenCalled();
  expect(always.mock.calls).toEqual([[[points('s01', 1_000, 2_000)]]]);
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(seen.mock.calls).toEqual([[[points('s01', 1_000, 2_000)]]]);
  expect(always).toHaveBeenCalledOnce();
});

test('a burst of changes is told once, one per site with the whole span', () => {
  const told = vi.fn();
  renderHook(() => useSiteChanges(told));
  const [source] = FakeEventSource.opened;
  source?.say(points('s01', 1_000, 2_000));
  source?.say(points('s01', 1_500, 3_000));
  source?.say(points('s02', null, 500));
  expect(told).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(5_000));
  expect(told.mock.calls).toEqual([[[points('s01', 1_000, 3_000), points('s02', null, 500)]]]);
});

test('nothing is reported while the page is hidden, and everything when it is visible again', () => {
  const told = vi.fn();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  renderHook(() => useSiteChanges(told));
  FakeEventSource.opened[0]?.say(points('s01', 1_000, 2_000));
  act(() => vi.advanceTimersByTime(60_000));
  expect(told).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(told).toHaveBeenCalledOnce();
});

test('listeners share one connection, and the last one closes it', () => {
  const first = renderHook(() => useSiteChanges(vi.fn()));
  const second = renderHook(() => useSiteChanges(vi.fn()));
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual(['/api/stream']);
  first.unmount();
  expect(FakeEventSource.opened[0]?.readyState).toBe(1);
  second.unmount();
  expect(FakeEventSource.opened[0]?.readyState).toBe(FakeEventSource.CLOSED);
});
