import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createStoredStore, openStoredStores, parseStored, watchOtherTabs } from './stored-store.ts';

const schema = z.object({ width: z.number() });
const store = createStoredStore({ key: 'test-pane', version: 2, schema, initial: { width: 300 }, scope: 'device', upgrades: [fromText] });
const tabStore = createStoredStore({ key: 'test-open', version: 1, schema, initial: { width: 1 }, scope: 'tab' });
const seededStore = createStoredStore({ key: 'test-seeded', version: 1, schema, initial: { width: 1 }, scope: 'tabFirst' });

/** Version 1 kept the width as text. */
function fromText(older: unknown): unknown {
  return { width: Number.parseInt(z.object({ width: z.string() }).parse(older).width, 10) };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  openStoredStores('anna');
});

test('what a user changed is there after a reload, and only for that user', () => {
  store.setState(() => ({ width: 412 }));
  openStoredStores('bo');
  expect(store.get()).toEqual({ width: 300 });
  openStoredStores('anna');
  expect(store.get()).toEqual({ width: 412 });
});

test('what an older version left behind is upgraded', () => {
  expect(parseStored(JSON.stringify({ version: 1, value: { width: '250px' } }), { version: 2, schema, upgrades: [fromText] })).toEqual({
    width: 250,
  });
});

test('what is broken, of a newer version, or cannot be upgraded never breaks a start', () => {
  const stored = [
    'not json',
    '{}',
    '[]',
    'null',
    '{"version":3,"value":{"width":1}}',
    '{"version":2,"value":{"width":"x"}}',
    '{"version":1,"value":7}',
  ];
  for (const text of stored) {
    localStorage.setItem('solvane.anna.test-pane', text);
    openStoredStores('anna');
    expect(store.get()).toEqual({ width: 300 });
  }
});

test('a change in another tab is taken over where the state is shared between tabs', () => {
  const stop = watchOtherTabs();
  const newValue = JSON.stringify({ version: 2, value: { width: 555 } });
  window.dispatchEvent(new StorageEvent('storage', { key: 'solvane.anna.test-pane', newValue }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'solvane.anna.test-open', newValue }));
  expect([store.get().width, tabStore.get().width]).toEqual([555, 1]);
  stop();
});

test('a new tab begins as the last one was and then goes its own way', () => {
  seededStore.setState(() => ({ width: 7 }));
  sessionStorage.clear();
  openStoredStores('anna');
  expect(seededStore.get()).toEqual({ width: 7 });
  tabStore.setState(() => ({ width: 9 }));
  sessionStorage.clear();
  openStoredStores('anna');
  expect(tabStore.get()).toEqual({ width: 1 });
});
