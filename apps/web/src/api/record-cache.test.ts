import { LIMITS } from '@solvane/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CacheDatabase, openCacheDatabase } from './cache-database.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let database: CacheDatabase;
let nowMs = Date.UTC(2026, 5, 24);
let cache: RecordCache<string>;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 24);
  database = await openCacheDatabase('anna', nowMs);
  cache = createRecordCache<string>(async () => database, {
    table: 'signalDefinitions',
    maxAgeMs: HOUR_MS,
    keptRecords: 2,
    isUsable: (value): value is string => typeof value === 'string',
    clock: () => nowMs,
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  database.close();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  localStorage.clear();
});

const keys = async (): Promise<string[]> => (await database.keysByUse('signalDefinitions')).toSorted();

test('the database has the version of the specification', () => {
  expect(database.version).toBe(LIMITS.cacheDatabaseVersion);
});

test('what was written is read again with its age; what is broken is as if it were not there', async () => {
  await cache.writeMany(new Map([['a', 'one']]));
  await database.write('signalDefinitions', [{ key: 'b', value: { broken: true }, storedAtMs: nowMs, usedAtMs: nowMs }]);
  expect(await cache.readMany(['a', 'b', 'c'])).toEqual(new Map([['a', { value: 'one', storedAtMs: nowMs }]]));
});

test('trimming removes what is old, but keeps the records used last', async () => {
  for (const key of ['a', 'b', 'c', 'd']) {
    await cache.writeMany(new Map([[key, key]]));
    nowMs += 1_000;
  }
  nowMs += 2 * HOUR_MS;
  await cache.readMany(['a']);
  await vi.waitFor(async () => expect((await database.read('signalDefinitions', ['a']))[0]?.usedAtMs).toBe(nowMs), { timeout: 30_000 });
  await cache.trim();
  expect(await keys()).toEqual(['a', 'd']);
});

test('fresh records stay however many there are, until the storage is crowded', async () => {
  await cache.writeMany(new Map(['a', 'b', 'c', 'd'].map((key) => [key, key])));
  await cache.trim();
  expect(await keys()).toHaveLength(4);
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 91, quota: 100 }) } });
  await cache.trim();
  expect(await keys()).toHaveLength(2);
  vi.unstubAllGlobals();
});

test('a cache that cannot be used stops nothing', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const broken = createRecordCache<string>(() => Promise.reject(new Error('no storage')), {
    table: 'signalValues',
    maxAgeMs: 0,
    keptRecords: 0,
    isUsable: (value): value is string => typeof value === 'string',
  });
  expect(await broken.readMany(['a'])).toEqual(new Map());
  await expect(broken.writeMany(new Map([['a', 'x']]))).resolves.toBeUndefined();
});

test('a database that a newer release made is started again, and closes for a tab that needs another version', async () => {
  const newer = indexedDB.open('solvane-cache-dora', LIMITS.cacheDatabaseVersion + 1);
  await new Promise((resolve) => {
    newer.onsuccess = resolve;
  });
  newer.result.close();
  const opened = await openCacheDatabase('dora', nowMs);
  await opened.write('siteTrees', [{ key: 'a', value: 1, storedAtMs: nowMs, usedAtMs: nowMs }]);
  expect(opened.version).toBe(LIMITS.cacheDatabaseVersion);
  const next = indexedDB.open('solvane-cache-dora', LIMITS.cacheDatabaseVersion + 1);
  await new Promise((resolve) => {
    next.onsuccess = resolve;
  });
  next.result.close();
});

test('databases of other users that were not used for two days are removed', async () => {
  for (const [user, at] of [
    ['bo', nowMs],
    ['cleo', nowMs + DAY_MS],
  ] as const) {
    (await openCacheDatabase(user, at)).close();
  }
  (await openCacheDatabase('anna', nowMs + 2 * DAY_MS + HOUR_MS)).close();
  const names = (await indexedDB.databases()).map(({ name }) => name).sort();
  expect(names).toEqual(['solvane-cache-anna', 'solvane-cache-cleo']);
});
