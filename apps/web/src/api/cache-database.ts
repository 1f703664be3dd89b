import { LIMITS } from '@solvane/contract/limits';

/** What was read before: shown at once, asked again when it is old. Nothing in here is known only here. */
export interface CacheRecord<T = unknown> {
  key: string;
  value: T;
  storedAtMs: number;
  usedAtMs: number;
}

const TABLES = ['siteTrees', 'signalDefinitions', 'signalValues'] as const;

export type CacheTable = (typeof TABLES)[number];

/** Tables of records in the browser's own database; every call is one transaction. */
export interface CacheDatabase {
  readonly version: number;
  /** Those that are there, in the order asked. */
  read: (table: CacheTable, keys: readonly string[]) => Promise<CacheRecord[]>;
  write: (table: CacheTable, records: readonly CacheRecord[]) => Promise<void>;
  /** Says that they were used; what was removed meanwhile stays removed. */
  touch: (table: CacheTable, keys: readonly string[], nowMs: number) => Promise<void>;
  /** Longest unused first. */
  keysByUse: (table: CacheTable) => Promise<string[]>;
  keysStoredBefore: (table: CacheTable, instantMs: number) => Promise<string[]>;
  remove: (table: CacheTable, keys: readonly string[]) => Promise<void>;
  clear: (table: CacheTable) => Promise<void>;
  close: () => void;
}

const PREFIX = 'solvane-cache-';
const USED_AT = 'solvane.caches-used-at';
const DAY_MS = 86_400_000;

/** One database per user, so that no user finds what another may see. Those that were not used for days are removed. */
export async function openCacheDatabase(userId: string, nowMs: number): Promise<CacheDatabase> {
  const name = `${PREFIX}${userId}`;
  await removeUnused(name, nowMs);
  const database = await open(name).catch(async (error: unknown) => {
    // A newer release made it: a cache is rather started again than not used.
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    await settled(indexedDB.deleteDatabase(name));
    return open(name);
  });
  // Another tab with a newer version waits for this one to let go.
  database.onversionchange = () => database.close();
  return toCacheDatabase(database);
}

function toCacheDatabase(database: IDBDatabase): CacheDatabase {
  const reading = (table: CacheTable): IDBObjectStore => database.transaction(table, 'readonly').objectStore(table);

  async function change(table: CacheTable, work: (records: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(table, 'readwrite');
    work(transaction.objectStore(table));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'));
    });
  }

  return {
    version: database.version,
    read: async (table, keys) => {
      const records = reading(table);
      const found = await Promise.all(keys.map((key) => settled<CacheRecord | undefined>(records.get(key))));
      return found.filter((record) => record !== undefined);
    },
    write: (table, written) =>
      change(table, (records) => {
        for (const record of written) records.put(record);
      }),
    touch: (table, keys, nowMs) =>
      change(table, (records) => {
        for (const key of keys) {
          const request: IDBRequest<CacheRecord | undefined> = records.get(key);
          request.onsuccess = () => request.result && records.put({ ...request.result, usedAtMs: nowMs });
        }
      }),
    keysByUse: async (table) => (await settled(reading(table).index('usedAtMs').getAllKeys())).map(String),
    keysStoredBefore: async (table, instantMs) =>
      (await settled(reading(table).index('storedAtMs').getAllKeys(IDBKeyRange.upperBound(instantMs, true)))).map(String),
    remove: (table, keys) =>
      change(table, (records) => {
        for (const key of keys) records.delete(key);
      }),
    clear: (table) => change(table, (records) => records.clear()),
    close: () => database.close(),
  };
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, LIMITS.cacheDatabaseVersion);
  request.onupgradeneeded = () => {
    for (const table of request.result.objectStoreNames) request.result.deleteObjectStore(table);
    for (const table of TABLES) {
      const records = request.result.createObjectStore(table, { keyPath: 'key' });
      for (const index of ['usedAtMs', 'storedAtMs']) records.createIndex(index, index);
    }
  };
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function removeUnused(current: string, nowMs: number): Promise<void> {
  const usedAt = readUsedAt();
  const isOld = (name: string): boolean => nowMs - (usedAt[name] ?? 0) > LIMITS.sessionCacheDays * DAY_MS;
  const all = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const names = all.filter((name) => name.startsWith(PREFIX) && name !== current && isOld(name));
  await Promise.all(names.map((name) => settled(indexedDB.deleteDatabase(name))));
  const kept = Object.entries(usedAt).filter(([name]) => !names.includes(name));
  localStorage.setItem(USED_AT, JSON.stringify({ ...Object.fromEntries(kept), [current]: nowMs }));
}

function readUsedAt(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USED_AT) ?? '{}');
    return Object.fromEntries(Object.entries(stored ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  } catch {
    return {};
  }
}
