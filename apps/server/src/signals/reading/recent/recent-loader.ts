import { lastChangeText } from '../../engine/last-changes.ts';
import type { QuietOptions } from '../../signal-maintenance.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import type { DayRange } from '../read-plan.ts';
import { type BlockSlice, type CachedSlice, isUnchanged, type RecentSlices } from './recent-slices.ts';

/** Slices of one block in a row, both included. */
export interface SliceRun {
  block: number;
  first: number;
  last: number;
}

/** Where slices come from. */
export interface SliceSource<C> {
  /** Days (of UTC) whose changes may be changes of these slices. */
  daysOf(slices: Omit<SliceRun, 'block'>): DayRange;
  /** Slices worth having before a request, the likeliest first. */
  listNewest(signal: AbortSignal | undefined): Promise<BlockSlice[]>;
  /** @returns by slice; undefined: they are too large to be cached */
  read(slices: SliceRun, signal: AbortSignal | undefined): Promise<ReadonlyMap<number, C> | undefined>;
}

export interface RecentLoaderOptions<C extends { readonly bytes: number }> {
  database: Pick<SignalDatabase, 'findChange'>;
  recent: RecentSlices<C>;
  source: SliceSource<C>;
  now?: () => number;
}

/** Slices of one block that are read at once: a series stands together for a week and more, so that one of them takes as long as four. */
const SLICES_PER_CHUNK = 4;
/** While others write, what was requested takes a small share of the machine. */
const BUSY_PAUSE_MS = 1_000;
const REQUESTS_PER_LOOK = 32;
const REVIEW_EVERY_MS = 10_000;
const LIST_EVERY_MS = 30_000;

/** Reads slices into memory, in chunks: what was requested, then the newest that there are, as far as they fit. */
export class RecentLoader<C extends { readonly bytes: number }> {
  readonly #database: Pick<SignalDatabase, 'findChange'>;
  readonly #recent: RecentSlices<C>;
  readonly #source: SliceSource<C>;
  readonly #now: () => number;
  /** Which of all changes was the newest, and since when. */
  #seen = { change: '', sinceMs: -Infinity };
  #reviewed = { change: '', atMs: -Infinity };
  #listed = { change: '', atMs: -Infinity };
  #queue: BlockSlice[] = [];
  /** What was there when the next slice had no room. */
  #fullBytes = Infinity;
  /** A slice of these takes a chunk of its own. */
  readonly #dense = new Set<number>();
  readonly #tooDense = new Set<number>();
  #loadedMs = -Infinity;

  constructor({ database, recent, source, now = () => performance.now() }: RecentLoaderOptions<C>) {
    this.#database = database;
    this.#recent = recent;
    this.#source = source;
    this.#now = now;
  }

  /** One chunk, if there is one and it is the time for it. @returns slices read */
  async next({ quietMs = 5_000, signal }: QuietOptions = {}): Promise<number> {
    const change = await this.#database.findChange(NO_DAYS);
    if (change === undefined) return 0;
    const newest = lastChangeText({ engine: change.engine, newest: change.counted });
    if (this.#seen.change !== newest) this.#seen = { change: newest, sinceMs: this.#now() };
    const isQuiet = this.#now() - this.#seen.sinceMs >= quietMs;
    if (!isQuiet && this.#now() < this.#loadedMs + BUSY_PAUSE_MS) return 0;
    await this.#review();
    const requested = await this.#nextRequested({ isQuiet, quietMs });
    const chunk = requested ?? (isQuiet ? await this.#nextListed(signal) : undefined);
    if (chunk === undefined) return 0;
    const isCached = await this.#load(chunk, signal);
    if (!isCached && requested === undefined) this.#endList();
    this.#loadedMs = this.#now();
    return chunk.last - chunk.first + 1;
  }

  /** Slices that were requested lately and have changed since are requested again. */
  async #review(): Promise<void> {
    const { change } = this.#seen;
    if (this.#reviewed.change === change || this.#now() < this.#reviewed.atMs + REVIEW_EVERY_MS) return;
    this.#reviewed = { change, atMs: this.#now() };
    for (const { block, slice } of await this.#findChanged(this.#recent.requestedLately)) {
      this.#recent.requestPrefetch({ blocks: [block], first: slice, last: slice });
    }
  }

  async #nextRequested({ isQuiet, quietMs }: { isQuiet: boolean; quietMs: number }): Promise<SliceRun | undefined> {
    const requests = this.#recent.prefetchRequests.filter((request) => !this.#tooDense.has(request.block)).slice(0, REQUESTS_PER_LOOK);
    for (const request of requests) {
      const { block, slice } = request;
      const change = await this.#findChange({ block, first: slice, last: slice });
      if (change === undefined) return undefined;
      const cached = this.#recent.find(request);
      if (cached && isUnchanged([cached], change)) {
        this.#recent.vouch(cached, change);
        continue;
      }
      if (request.seen?.newest !== change.newest) request.seen = { newest: change.newest, sinceMs: this.#now() };
      if (isQuiet || this.#now() - request.seen.sinceMs >= quietMs) return this.#neighboursOf(request, requests);
    }
    return undefined;
  }

  async #nextListed(signal: AbortSignal | undefined): Promise<SliceRun | undefined> {
    const { change } = this.#seen;
    if (this.#listed.change !== change && this.#now() >= this.#listed.atMs + LIST_EVERY_MS) {
      this.#listed = { change, atMs: this.#now() };
      for (const cached of await this.#findChanged(this.#recent.unrequested)) this.#recent.evict(cached);
      if (this.#recent.bytes < this.#fullBytes) this.#queue = await this.#source.listNewest(signal);
    }
    this.#queue = this.#queue.filter((each) => !this.#tooDense.has(each.block) && this.#recent.find(each) === undefined);
    const [first] = this.#queue;
    return first && this.#neighboursOf(first, this.#queue);
  }

  #endList(): void {
    this.#queue = [];
    this.#fullBytes = this.#recent.bytes;
  }

  /** Slices around one that are to be read, too. */
  #neighboursOf({ block, slice }: BlockSlice, wanted: readonly BlockSlice[]): SliceRun {
    const slices = new Set(wanted.filter((each) => each.block === block).map((each) => each.slice));
    const most = this.#dense.has(block) ? 1 : SLICES_PER_CHUNK;
    let [first, last] = [slice, slice];
    while (last - first + 1 < most && slices.has(first - 1)) first -= 1;
    while (last - first + 1 < most && slices.has(last + 1)) last += 1;
    return { block, first, last };
  }

  #findChange({ block, ...slices }: SliceRun) {
    return this.#database.findChange({ blocks: [block], ...this.#source.daysOf(slices) });
  }

  /** What has changed of these slices; the engine vouches for the others again. */
  async #findChanged(slices: readonly CachedSlice<C>[]): Promise<CachedSlice<C>[]> {
    const changed = [];
    for (const [block, ofBlock] of Map.groupBy(slices, (each) => each.block)) {
      const numbers = ofBlock.map(({ slice }) => slice);
      const change = await this.#findChange({ block, first: Math.min(...numbers), last: Math.max(...numbers) });
      if (change !== undefined && isUnchanged(ofBlock, change)) {
        for (const cached of ofBlock) this.#recent.vouch(cached, change);
        continue;
      }
      for (const cached of ofBlock) {
        const ofSlice = await this.#findChange({ block, first: cached.slice, last: cached.slice });
        if (ofSlice !== undefined && isUnchanged([cached], ofSlice)) this.#recent.vouch(cached, ofSlice);
        else changed.push(cached);
      }
    }
    return changed;
  }

  /** @returns whether there is room for more of the kind */
  async #load(chunk: SliceRun, signal: AbortSignal | undefined): Promise<boolean> {
    const { block, first, last } = chunk;
    // Before the chunk is read: what changes from now on is counted beyond it.
    const change = await this.#findChange(chunk);
    if (change === undefined) return true;
    const read = await this.#source.read(chunk, signal);
    if (read === undefined) {
      (first < last ? this.#dense : this.#tooDense).add(block);
      return true;
    }
    const { engine, counted } = change;
    const cached = [...read].map(([slice, content]) => this.#recent.add({ block, slice, content, engine, counted }));
    return cached.every((isCached) => isCached);
  }
}

const NO_DAYS = { blocks: [], first: 0, last: 0 };
