import type { ChangeAnswer } from '../../engine/last-changes.ts';

/** What of a block is kept, and let go, as one. */
export interface BlockSlice {
  block: number;
  /** Number of its day or month. */
  slice: number;
}

/** Slices of blocks, both ends included. */
export interface SliceQuestion {
  blocks: readonly number[];
  first: number;
  last: number;
}

/** A slice of a block, and until when it is true: while its engine runs, and has counted no change beyond `counted` of the days that somebody asks about. */
export interface KeptSlice<C> extends BlockSlice, Pick<ChangeAnswer, 'engine' | 'counted'> {
  content: C;
}

/** A slice that somebody asked about, and that is not here, or perhaps not as it is now. */
export interface WishedSlice extends BlockSlice {
  /** Its last change as it was when somebody looked, and since when it has been that. */
  seen: { newest: number; sinceMs: number } | undefined;
}

export interface RecentSlicesOptions {
  /** 0: nothing is kept, and nothing is wished for. */
  maxBytes: number;
  /** Who reads more at once reads through, and does not come back for the neighbour of what was read. */
  mostWishedAtOnce: number;
  /** Somebody wishes for what nobody had wished for before. */
  onWish?: () => void;
  now?: () => number;
}

const MAX_WISHES = 512;
/** What nobody has asked about for this long is not kept up to date. */
const LATELY_MS = 20 * 60_000;

/**
 * Slices of blocks in memory, and those that are wished for. Slices that somebody asked about are worth more than those that nobody has asked about yet,
 * and those asked about last the most.
 */
export class RecentSlices<C extends { readonly bytes: number }> {
  readonly #options: RecentSlicesOptions;
  readonly #now: () => number;
  /** By when they came. */
  readonly #unasked = new Map<number, KeptSlice<C>>();
  /** By when they were last asked about, the latest at the end. */
  readonly #asked = new Map<number, { kept: KeptSlice<C>; askedMs: number }>();
  readonly #wishes = new Map<number, WishedSlice>();
  #bytes = 0;

  constructor(options: RecentSlicesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The latest wishes first. */
  get wishes(): WishedSlice[] {
    return [...this.#wishes.values()].reverse();
  }

  get unasked(): KeptSlice<C>[] {
    return [...this.#unasked.values()];
  }

  /** Slices that somebody has asked about lately, the latest first. */
  get askedLately(): KeptSlice<C>[] {
    const sinceMs = this.#now() - LATELY_MS;
    return [...this.#asked.values()]
      .reverse()
      .filter(({ askedMs }) => askedMs >= sinceMs)
      .map(({ kept }) => kept);
  }

  find({ block, slice }: BlockSlice): KeptSlice<C> | undefined {
    const key = keyOf(block, slice);
    return this.#unasked.get(key) ?? this.#asked.get(key)?.kept;
  }

  /** Somebody asks about these slices. @returns in order, block by block; undefined: not all of them are here */
  ask(question: SliceQuestion): KeptSlice<C>[] | undefined {
    if (countSlices(question) > this.#unasked.size + this.#asked.size) return undefined;
    const found = slicesOf(question).map((blockSlice) => this.find(blockSlice));
    const kept = found.filter((each) => each !== undefined);
    for (const each of kept) this.#noteAsked(each);
    return kept.length === found.length ? kept : undefined;
  }

  wish(question: SliceQuestion): void {
    const { maxBytes, mostWishedAtOnce, onWish } = this.#options;
    if (maxBytes === 0 || countSlices(question) > mostWishedAtOnce) return;
    let isNew = false;
    for (const { block, slice } of slicesOf(question)) {
      const key = keyOf(block, slice);
      const known = this.#wishes.get(key);
      isNew ||= known === undefined;
      this.#wishes.delete(key);
      this.#wishes.set(key, known ?? { block, slice, seen: undefined });
    }
    for (const oldest of this.#wishes.keys()) {
      if (this.#wishes.size <= MAX_WISHES) break;
      this.#wishes.delete(oldest);
    }
    if (isNew) onWish?.();
  }

  /** Room is made for a slice that was wished for. @returns whether it is kept */
  keep(kept: KeptSlice<C>): boolean {
    const key = keyOf(kept.block, kept.slice);
    const asked = this.#asked.get(key);
    const wasAsked = this.#wishes.delete(key) || asked !== undefined;
    this.forget(kept);
    const { bytes } = kept.content;
    const { maxBytes } = this.#options;
    // One slice never pushes out most of the others.
    if (bytes > maxBytes / 4 || (!wasAsked && this.#bytes + bytes > maxBytes)) return false;
    // What is read again has not been asked about again.
    if (wasAsked) this.#asked.set(key, { kept, askedMs: asked?.askedMs ?? this.#now() });
    else this.#unasked.set(key, kept);
    this.#bytes += bytes;
    this.#makeRoom();
    return true;
  }

  /** The slice is still as it was when there had been more changes of others. */
  vouch(kept: KeptSlice<C>, { counted }: Pick<ChangeAnswer, 'counted'>): void {
    kept.counted = counted;
    this.#wishes.delete(keyOf(kept.block, kept.slice));
  }

  forget({ block, slice }: BlockSlice): void {
    const key = keyOf(block, slice);
    this.#bytes -= this.find({ block, slice })?.content.bytes ?? 0;
    this.#unasked.delete(key);
    this.#asked.delete(key);
  }

  clear(): void {
    this.#unasked.clear();
    this.#asked.clear();
    this.#wishes.clear();
    this.#bytes = 0;
  }

  #noteAsked(kept: KeptSlice<C>): void {
    const key = keyOf(kept.block, kept.slice);
    this.#unasked.delete(key);
    this.#asked.delete(key);
    this.#asked.set(key, { kept, askedMs: this.#now() });
  }

  #makeRoom(): void {
    while (this.#bytes > this.#options.maxBytes) {
      const next = this.#unasked.values().next().value ?? this.#asked.values().next().value?.kept;
      if (next === undefined) return;
      this.forget(next);
    }
  }
}

/** Whether what is kept is still what is stored, as the engine says of the days asked about. */
export function isUnchanged(kept: readonly KeptSlice<unknown>[], change: ChangeAnswer): boolean {
  return kept.every(({ engine, counted }) => engine === change.engine && change.newest <= counted);
}

function countSlices({ blocks, first, last }: SliceQuestion): number {
  return blocks.length * (last - first + 1);
}

function slicesOf({ blocks, first, last }: SliceQuestion): BlockSlice[] {
  return blocks.flatMap((block) => Array.from({ length: last - first + 1 }, (_, i) => ({ block, slice: first + i })));
}

const SLICES_OF_A_BLOCK = 2 ** 20;

/** Days of points are fewer than 2^19 from 1970, in both directions. */
function keyOf(block: number, slice: number): number {
  return block * SLICES_OF_A_BLOCK + slice + SLICES_OF_A_BLOCK / 2;
}
