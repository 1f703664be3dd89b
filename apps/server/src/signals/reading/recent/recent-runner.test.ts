import { expect, test, vi } from 'vitest';
import { startRecent } from './recent-runner.ts';

test('days are read until there are none, again after a failure, and no more once it is stopped', async () => {
  const responses: (() => number)[] = [
    () => 4,
    () => 1,
    () => {
      throw new Error('The engine went away');
    },
    () => 0,
  ];
  const warnings: string[] = [];
  let [calls, aborted] = [0, false];
  const loadRecent = ({ signal }: { signal?: AbortSignal } = {}): Promise<number> => {
    calls += 1;
    const response = responses.shift();
    if (response) return new Promise((resolve) => resolve(response()));
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        aborted = true;
        reject(signal.reason);
      });
    });
  };
  const log = { info: () => undefined, warn: (_detail: object, message: string) => void warnings.push(message), error: () => undefined };
  const runner = startRecent({ store: { loadRecent, onPrefetchRequest: () => () => undefined }, log, lookMs: 1 });
  await vi.waitFor(() => expect(calls).toBe(5));
  await runner.stop();
  expect([calls, aborted, warnings.length]).toEqual([5, true, 1]);
});

test('a requested prefetch is looked at long before the next look', async () => {
  let calls = 0;
  let requestPrefetch: () => void = () => undefined;
  const store = {
    loadRecent: () => {
      calls += 1;
      return Promise.resolve(0);
    },
    onPrefetchRequest: (listener: () => void) => {
      requestPrefetch = listener;
      return () => {
        requestPrefetch = () => undefined;
      };
    },
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const runner = startRecent({ store, log, lookMs: 3_600_000 });
  await vi.waitFor(() => expect(calls).toBe(1));
  requestPrefetch();
  await vi.waitFor(() => expect(calls).toBe(2));
  await runner.stop();
  requestPrefetch();
  expect(calls).toBe(2);
});
