import { expect, test } from 'vitest';
import { sessionClock } from './session-clock.ts';
import { versionStatus } from './version-watch.tsx';

const expiresAtMs = Date.UTC(2026, 5, 24, 13);
const at = (beforeEndMs: number) => sessionClock({ expiresAtMs, nowMs: expiresAtMs - beforeEndMs });
const MINUTE_MS = 60_000;

test('the notice comes 15 minutes before the end, the dialog 2 seconds before', () => {
  expect([60 * MINUTE_MS, 15 * MINUTE_MS + 1, 15 * MINUTE_MS, 2_001, 2_000, 0, -5_000].map((before) => at(before).phase)).toEqual([
    'running',
    'running',
    'ending',
    'ending',
    'expired',
    'expired',
    'expired',
  ]);
});

test('each phase says when the next one begins', () => {
  expect(at(20 * MINUTE_MS).nextMs).toBe(expiresAtMs - 15 * MINUTE_MS);
  expect(at(10 * MINUTE_MS).nextMs).toBe(expiresAtMs - 2_000);
  expect(at(0).nextMs).toBeNull();
});

test('a session whose end is not known runs on', () => {
  expect(sessionClock({ expiresAtMs: null, nowMs: 0 })).toEqual({ phase: 'running', nextMs: null });
});

test('a version is compared with the one the page began with', () => {
  expect(versionStatus({ first: undefined, served: undefined, isFetching: false })).toBe('unknown');
  expect(versionStatus({ first: undefined, served: undefined, isFetching: true })).toBe('fetching');
  expect(versionStatus({ first: '1.0', served: '1.0', isFetching: true })).toBe('upToDate');
  expect(versionStatus({ first: '1.0', served: '1.1', isFetching: false })).toBe('reloadRequired');
});
