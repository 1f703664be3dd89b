import { afterEach, expect, test } from 'vitest';
import { keepPendingLink, takePendingLink } from './pending-link.ts';

const MINUTE_MS = 60_000;

afterEach(() => localStorage.clear());

test('a link that waits for signing in is opened once, by whichever tab comes first', () => {
  keepPendingLink('?period=today&sharedId=abc12345', 0);
  expect(takePendingLink(MINUTE_MS)).toBe('abc12345');
  expect(takePendingLink(MINUTE_MS)).toBeUndefined();
});

test('an address without a link leaves nothing behind, and a link that is too old is dropped', () => {
  keepPendingLink('?period=today', 0);
  expect(takePendingLink(0)).toBeUndefined();
  keepPendingLink('?sharedId=abc12345', 0);
  expect(takePendingLink(20 * MINUTE_MS)).toBeUndefined();
});

test('rubbish in the storage is no link', () => {
  for (const text of ['', '{', '7', '{"sharedId":5}']) {
    localStorage.setItem('solvane.pending-link', text);
    expect(takePendingLink(0)).toBeUndefined();
  }
});
