import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, vi } from 'vitest';
import { labelsWithoutText } from './label-in-name.ts';

/** Files share a worker, and nothing else: each begins with fresh modules and with a browser that remembers nothing. */
vi.resetModules();
// Some files need no browser.
globalThis.localStorage?.clear();
globalThis.sessionStorage?.clear();
globalThis.indexedDB = new IDBFactory();
// What one test put on the page is not there for the next one.
afterEach(cleanup);
// Before it is taken away: states that no visit in a browser meets are looked at here.
afterEach(() => expect(globalThis.document ? labelsWithoutText(document) : []).toEqual([]));
globalThis.document?.body.replaceChildren();
// jsdom has no layout. Lists scroll to the chosen option after the test that opened them may be over.
if (globalThis.Element) Element.prototype.scrollIntoView ??= () => undefined;

/** What a screen shows in the end is waited for: how long that takes depends on the machine. */
configure({ asyncUtilTimeout: 30_000 });
