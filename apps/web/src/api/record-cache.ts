import { LIMITS } from '@solvane/contract/limits';
import type { CacheDatabase, CacheRecord, CacheTable } from './cache-database.ts';

export interface RecordCache<T> {
  /** Those that are there, with when they were stored. */
  readMany: (keys: readonly string[]) => Promise<Map<string, { value: T; storedAtMs: number }>>;
  writeMany: (values: ReadonlyMap<string, T>) => Promise<void>;
  /** Removes what is older than the limit allows, except the records used last. */
  trim: () => Promise<void>;
  clear: () => Promise<void>;
}

export interface RecordCacheOptions<T> {
  table: CacheTable;
  /** Records older than this are removed; Infinity keeps them until space is needed. */
  maxAgeMs: number;
  /** As many are kept however old they are. */
  keptRecords: number;
  /** Tells what an older version or a bug left behind from what can be used. */
  isUsable: (value: unknown) => value is T;
  clock?: () => number;
}

/**
 * Records in the browser's database. A cache never stops the work: where it cannot be opened, read or written, everything is as if it were
 * empty.
 */
export function createRecordCache<T>(open: () => Promise<CacheDatabase | undefined>, options: RecordCacheOptions<T>): RecordCache<T> {
  const { table, maxAgeMs, keptRecords, isUsable, clock = Date.now } = options;

  async function use<R>(otherwise: R, work: (database: CacheDatabase) => Promise<R>): Promise<R> {
    try {
      const database = await open();
      return database ? await work(database) : otherwise;
    } catch (error) {
      if (!isClosed(error)) console.warn('The cache could not be used', table, error);
      return otherwise;
    }
  }

  return {
    readMany: (keys) =>
      use(new Map(), async (database) => {
        const records = await database.read(table, keys);
        void use(undefined, (opened) => opened.touch(table, keysOf(records), clock()));
        const usable = records.filter((record): record is CacheRecord<T> => isUsable(record.value));
        return new Map(usable.map(({ key, value, storedAtMs }) => [key, { value, storedAtMs }]));
      }),
    writeMany: (values) =>
      use(undefined, async (database) => {
        const now = clock();
        const records = [...values].map(([key, value]) => ({ key, value, storedAtMs: now, usedAtMs: now }));
        await database.write(table, records);
      }),
    trim: () =>
      use(undefined, async (database) => {
        const byUse = await database.keysByUse(table);
        const removable = byUse.slice(0, Math.max(0, byUse.length - keptRecords));
        if (removable.length === 0) return;
        const isCrowded = await isStorageCrowded();
        const old = isCrowded ? removable : await database.keysStoredBefore(table, clock() - maxAgeMs);
        await database.remove(table, [...new Set(removable).intersection(new Set(old))]);
      }),
    clear: () => use(undefined, (database) => database.clear(table)),
  };
}

/** Used most of what the browser grants (spec §9). */
export async function isStorageCrowded(): Promise<boolean> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota > 0 && usage > quota * LIMITS.cacheTrimStorageShare;
}

function keysOf(records: readonly CacheRecord[]): string[] {
  return records.map(({ key }) => key);
}

/** Closed on purpose, by the end of a session or another tab with a newer version, while a question was under way. */
function isClosed(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'AbortError');
}
