import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRollUps } from './roll-up-runner.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store that counts what it is asked; `dirty` block-days wait to be rolled up. */
function fakeStore() {
  const counts = { dirty: 0, mergeLooks: 0 };
  let tell = (): void => undefined;
  return {
    counts,
    write: (): void => {
      counts.dirty += 1;
      tell();
    },
    rollUp: () => Promise.resolve(counts.dirty > 0 ? counts.dirty-- : 0),
    mergeRollUps: () => {
      counts.mergeLooks += 1;
      return Promise.resolve(undefined);
    },
    onWritten: (listener: () => void) => {
      tell = listener;
      return () => undefined;
    },
  };
}

test('a store at rest is not asked what to merge, and is asked again after the next roll-up', async () => {
  const store = fakeStore();
  const runner = startRollUps({ store, log });
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  const settled = store.counts.mergeLooks;
  expect(settled).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(store.counts.mergeLooks).toBe(settled);
  store.write();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(store.counts.dirty).toBe(0);
  // At least once after the half minute that merging waits.
  expect(store.counts.mergeLooks).toBeGreaterThan(settled + 2);
  await runner.stop();
});

test('what another process wrote is rolled up at the next look', async () => {
  const store = fakeStore();
  const runner = startRollUps({ store, log });
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  store.counts.dirty = 1;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.counts.dirty).toBe(0);
  await runner.stop();
});
