import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createDraftStore, useDraft } from './draft-store.ts';

function isAskedBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('drafts are kept per configuration, and the browser asks before a tab with a draft is closed', () => {
  const drafts = createDraftStore<readonly string[]>({ none: [], isNone: (draft) => draft.length === 0 });
  const { result } = renderHook(() => [useDraft(drafts, 'first'), useDraft(drafts, 'second')]);
  expect(isAskedBeforeUnload()).toBe(false);
  act(() => drafts.set('first', (draft) => [...draft, 'a']));
  act(() => drafts.set('second', () => ['b']));
  expect(result.current).toEqual([['a'], ['b']]);
  act(() => drafts.set('first', () => []));
  expect(isAskedBeforeUnload()).toBe(true);
  act(() => drafts.set('second', () => []));
  expect(result.current).toEqual([[], []]);
  expect(isAskedBeforeUnload()).toBe(false);
});
