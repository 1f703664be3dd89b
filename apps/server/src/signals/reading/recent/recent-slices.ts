import type { ChangeResponse } from '../../engine/last-changes.ts';

/** The part of a block that is cached and evicted as one. */
export interface BlockSlice {
  block: number;
  /** Number of its day or month. */
  slice: number;
}

/** Slices of blocks, both ends included. */
export interface SliceQuery {
  blocks: readonly number[];
  first: number;
  last: number;
}

/** A slice of a block, and until when it is true: while its engine runs, and has counted no change beyond `counted` of the requested days. */
export interface CachedSlice<C> extends BlockSlice, Pick<ChangeResponse, 'engine' | 'counted'> {
  content: C;
}

/** A requested slice that is not cached, or perhaps outdated. */
export interface PrefetchRequest extends BlockSlice {
  /** Its last change as it was at the last look, and since when it has been that. */
  seen: { newest: number; sinceMs: number } | undefined;
}

export interface RecentSlicesOptions {
  /** 0: nothing is cached and nothing is prefetched. */
  maxBytes: number;
  /** Who reads more at once reads through, and does not come back for the neighbour of what was read. */
  mostRequestedAtOnce: number;
  /** A slice is requested that was not requested before. */
  onPrefetchRequest?: () => void;
  now?: () => number;
}

const MAX_REQUESTS = 512;
/** What was not requested for this long is not refreshed. */
const LATELY_MS = 20 * 60_000;

/**
 * Slices of blocks in memory, and those to prefetch. Requested slices are worth more than those that were never requested,
 * and the latest requests the most.
 */
export class RecentSlices<C extends { readonly bytes: number }> {
  readonly #options: RecentSlicesOptions;
  readonly #now: () => number;
  /** By when they came. */
  readonly #unrequested = new Map<number, CachedSlice<C>>();
  /** By when they were last requested, the latest at the end. */
  readonly #requested = new Map<number, { cached: CachedSlice<C>; requestedMs: number }>();
  readonly #prefetchRequests = new Map<number, PrefetchRequest>();
  #bytes = 0;

  constructor(options: RecentSlicesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The latest first. */
  get prefetchRequests(): PrefetchRequest[] {
    return [...this.#prefetchRequests.values()].reverse();
  }

  get unrequested(): CachedSlice<C>[] {
    return [...this.#unrequested.values()];
  }

  /** Slices requested lately, the latest first. */
  get requestedLately(): CachedSlice<C>[] {
    const sinceMs = this.#now() - LATELY_MS;
    return [...this.#requested.values()]
      .reverse()
      .filter(({ requestedMs }) => requestedMs >= sinceMs)
      .map(({ cached }) => cached);
  }

  find({ block, slice }: BlockSlice): CachedSlice<C> | undefined {
    const key = keyOf(block, slice);
    return this.#unrequested.get(key) ?? this.#requested.get(key)?.cached;
  }

  /** @returns in order, block by block; undefined: not all of them are cached */
  lookUp(query: SliceQuery): CachedSlice<C>[] | undefined {
    if (countSlices(query) > this.#unrequested.size + this.#requested.size) return undefined;
    const found = slicesOf(query).map((blockSlice) => this.find(blockSlice));
    const cached = found.filter((each) => each !== undefined);
    for (const each of cached) this.#noteRequest(each);
    return cached.length === found.length ? cached : undefined;
  }

  requestPrefetch(query: SliceQuery): void {
    const { maxBytes, mostRequestedAtOnce, onPrefetchRequest } = this.#options;
    if (maxBytes === 0 || countSlices(query) > mostRequestedAtOnce) return;
    let isNew = false;
    for (const { block, slice } of slicesOf(query)) {
      const key = keyOf(block, slice);
      const known = this.#prefetchRequests.get(key);
      isNew ||= known === undefined;
      this.#prefetchRequests.delete(key);
      this.#prefetchRequests.set(key, known ?? { block, slice, seen: undefined });
    }
    for (const oldest of this.#prefetchRequests.keys()) {
      if (this.#prefetchRequests.size <= MAX_REQUESTS) break;
      this.#prefetchRequests.delete(oldest);
    }
    if (isNew) onPrefetchRequest?.();
  }

  /** Older slices are evicted for a requested one. @returns whether it is cached */
  add(cached: CachedSlice<C>): boolean {
    const key = keyOf(cached.block, cached.slice);
    const requested = this.#requested.get(key);
    const wasRequested = this.#prefetchRequests.delete(key) || requested !== undefined;
    this.evict(cached);
    const { bytes } = cached.content;
    const { maxBytes } = this.#options;
    // One slice never pushes out most of the others.
    if (bytes > maxBytes / 4 || (!wasRequested && this.#bytes + bytes > maxBytes)) return false;
    // A reload is no request.
    if (wasRequested) this.#requested.set(key, { cached, requestedMs: requested?.requestedMs ?? this.#now() });
    else this.#unrequested.set(key, cached);
    this.#bytes += bytes;
    this.#makeRoom();
    return true;
  }

  /** The slice is still as it was when there had been more changes of others. */
  vouch(cached: CachedSlice<C>, { counted }: Pick<ChangeResponse, 'counted'>): void {
    cached.counted = counted;
    this.#prefetchRequests.delete(keyOf(cached.block, cached.slice));
  }

  evict({ block, slice }: BlockSlice): void {
    const key = keyOf(block, slice);
    this.#bytes -= this.find({ block, slice })?.content.bytes ?? 0;
    this.#unrequested.delete(key);
    this.#requested.delete(key);
  }

  clear(): void {
    this.#unrequested.clear();
    this.#requested.clear();
    this.#prefetchRequests.clear();
    this.#bytes = 0;
  }

  #noteRequest(cached: CachedSlice<C>): void {
    const key = keyOf(cached.block, cached.slice);
    this.#unrequested.delete(key);
    this.#requested.delete(key);
    this.#requested.set(key, { cached, requestedMs: this.#now() });
  }

  #makeRoom(): void {
    while (this.#bytes > this.#options.maxBytes) {
      const next = this.#unrequested.values().next().value ?? this.#requested.values().next().value?.cached;
      if (next === undefined) return;
      this.evict(next);
    }
  }
}

/** Whether what is cached is still what is stored, by the last change of the requested days. */
export function isUnchanged(cached: readonly CachedSlice<unknown>[], change: ChangeResponse): boolean {
  return cached.every(({ engine, counted }) => engine === change.engine && change.newest <= counted);
}

function countSlices({ blocks, first, last }: SliceQuery): number {
  return blocks.length * (last - first + 1);
}

function slicesOf({ blocks, first, last }: SliceQuery): BlockSlice[] {
  return blocks.flatMap((block) => Array.from({ length: last - first + 1 }, (_, i) => ({ block, slice: first + i })));
}

const SLICES_OF_A_BLOCK = 2 ** 20;

/** Days of points are fewer than 2^19 from 1970, in both directions. */
function keyOf(block: number, slice: number): number {
  return block * SLICES_OF_A_BLOCK + slice + SLICES_OF_A_BLOCK / 2;
}
