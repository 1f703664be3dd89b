import { LIMITS } from '@solvane/contract/limits';
import type { EntityTable } from 'dexie';
import Dexie from 'dexie';

/** What was read before: shown at once, asked again when it is old. Nothing in here is known only here. */
export interface CacheRecord<T = unknown> {
  key: string;
  value: T;
  storedAtMs: number;
  usedAtMs: number;
}

export type CacheTable = 'siteTrees' | 'signalDefinitions' | 'signalValues';

export type CacheDatabase = Dexie & Record<CacheTable, EntityTable<CacheRecord, 'key'>>;

const PREFIX = 'solvane-cache-';
const USED_AT = 'solvane.caches-used-at';
const DAY_MS = 86_400_000;

/** One database per user, so that nobody finds what another may see. Those that were not used for days are removed. */
export async function openCacheDatabase(userId: string, nowMs: number): Promise<CacheDatabase> {
  const name = `${PREFIX}${userId}`;
  await removeUnused(name, nowMs);
  const database = new Dexie(name) as CacheDatabase;
  const table = 'key, usedAtMs, storedAtMs';
  database.version(LIMITS.cacheDatabaseVersion).stores({ siteTrees: table, signalDefinitions: table, signalValues: table });
  await database.open();
  return database;
}

async function removeUnused(current: string, nowMs: number): Promise<void> {
  const usedAt = readUsedAt();
  const isOld = (name: string): boolean => nowMs - (usedAt[name] ?? 0) > LIMITS.sessionCacheDays * DAY_MS;
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(PREFIX) && name !== current && isOld(name));
  await Promise.all(names.map((name) => Dexie.delete(name)));
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
