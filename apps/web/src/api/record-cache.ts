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
        const records = (await database[table].bulkGet([...keys])).filter((record) => record !== undefined);
        void touch(database, table, records, clock());
        const usable = records.filter((record): record is CacheRecord<T> => isUsable(record.value));
        return new Map(usable.map(({ key, value, storedAtMs }) => [key, { value, storedAtMs }]));
      }),
    writeMany: (values) =>
      use(undefined, async (database) => {
        const now = clock();
        const records = [...values].map(([key, value]) => ({ key, value, storedAtMs: now, usedAtMs: now }));
        await database[table].bulkPut(records);
      }),
    trim: () =>
      use(undefined, async (database) => {
        const records = database[table];
        const excess = (await records.count()) - keptRecords;
        if (excess <= 0) return;
        const oldest = await records.orderBy('usedAtMs').limit(excess).primaryKeys();
        const isCrowded = await isStorageCrowded();
        const old = isCrowded
          ? oldest
          : await records
              .where('storedAtMs')
              .below(clock() - maxAgeMs)
              .primaryKeys();
        const removable = new Set(oldest);
        await records.bulkDelete(old.filter((key) => removable.has(key)));
      }),
    clear: () => use(undefined, (database) => database[table].clear()),
  };
}

/** Used most of what the browser grants (spec §9). */
export async function isStorageCrowded(): Promise<boolean> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota > 0 && usage > quota * LIMITS.cacheTrimStorageShare;
}

async function touch(database: CacheDatabase, table: CacheTable, records: readonly CacheRecord[], nowMs: number): Promise<void> {
  await database[table].bulkUpdate(records.map(({ key }) => ({ key, changes: { usedAtMs: nowMs } }))).catch((error: unknown) => {
    if (!isClosed(error)) console.warn('The cache could not be used', table, error);
  });
}

/** Closed on purpose, by the end of a session or another tab with a newer version, while a question was under way. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'DatabaseClosedError';
}
