import type { SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { SignalDefinition } from '@solvane/contract/signals';
import { type CacheDatabase, openCacheDatabase } from './cache-database.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A site's tree as it is kept: any shape with its version. */
export interface CachedTree {
  siteId: SiteId;
  version: number;
  nodes: readonly unknown[];
}

/** A response of `signals.values` in its binary form. */
export interface CachedValues {
  bytes: ArrayBuffer;
}

let opening: Promise<CacheDatabase | undefined> | undefined;
let trimTimer: ReturnType<typeof setInterval> | undefined;

const open = () => opening ?? Promise.resolve(undefined);

export const siteTreeCache: RecordCache<CachedTree> = createRecordCache(open, {
  table: 'siteTrees',
  maxAgeMs: LIMITS.siteTreeCacheDays * DAY_MS,
  keptRecords: 0,
  isUsable: (value): value is CachedTree => isObject(value) && typeof value.version === 'number' && Array.isArray(value.nodes),
});

/** Keyed by segment (spec §9). */
export const signalDefinitionCache: RecordCache<SignalDefinition[]> = createRecordCache(open, {
  table: 'signalDefinitions',
  maxAgeMs: LIMITS.signalDefinitionsStaleHours * HOUR_MS,
  keptRecords: LIMITS.signalDefinitionsKeptRecords,
  isUsable: (value): value is SignalDefinition[] => Array.isArray(value),
});

/** Keyed by the fetchKey: the whole request, and the refresh that it belongs to (spec §9). */
export const signalValuesCache: RecordCache<CachedValues> = createRecordCache(open, {
  table: 'signalValues',
  maxAgeMs: LIMITS.signalValuesStaleMinutes * MINUTE_MS,
  keptRecords: LIMITS.signalValuesKeptRecords,
  isUsable: (value): value is CachedValues => isObject(value) && Object.prototype.toString.call(value.bytes) === '[object ArrayBuffer]',
});

/** Called once it is known who works here. Until it is open the caches are empty. */
export function openSignalCache(userId: string): Promise<CacheDatabase | undefined> {
  opening = openCacheDatabase(userId, Date.now()).catch((error: unknown) => {
    console.warn('The browser keeps no cache', error);
    return undefined;
  });
  clearInterval(trimTimer);
  trimTimer = setInterval(() => void trimCaches(), LIMITS.cacheTrimMinutes * MINUTE_MS);
  return opening;
}

export async function closeSignalCache(): Promise<void> {
  clearInterval(trimTimer);
  const database = await opening;
  opening = undefined;
  database?.close();
}

export async function trimCaches(): Promise<void> {
  await Promise.all([siteTreeCache.trim(), signalDefinitionCache.trim(), signalValuesCache.trim()]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
