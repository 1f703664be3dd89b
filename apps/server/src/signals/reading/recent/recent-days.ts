import type { LocalDay } from '@solvane/energy/time/local-day';
import type { ChangeAnswer, ChangeQuestion } from '../../engine/last-changes.ts';
import type { DayPoints } from './day-points.ts';

export interface BlockDay {
  block: number;
  day: LocalDay;
}

/** A day of a block, and until when it is true: while its engine runs, and has counted no change of it beyond `counted`. */
export interface KeptDay extends BlockDay, Pick<ChangeAnswer, 'engine' | 'counted'> {
  points: DayPoints;
}

/** A day that somebody asked about, and that is not here, or perhaps not as it is now. */
export interface WishedDay extends BlockDay {
  /** Its last change as it was when somebody looked, and since when it has been that. */
  seen: { newest: number; sinceMs: number } | undefined;
}

export interface RecentDaysOptions {
  maxBytes: number;
  now?: () => number;
}

const MAX_WISHES = 512;
/** Who reads more at once reads through, and does not come back for the neighbour of what was read. */
const MAX_WISHED_AT_ONCE = 32;
/** What nobody has asked about for this long is not kept up to date. */
const LATELY_MS = 20 * 60_000;

/**
 * Days of blocks in memory, and those that are wished for. Days that somebody asked about are worth more than those that nobody has asked about yet, and
 * those asked about last the most.
 */
export class RecentDays {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** By when they came. */
  readonly #unasked = new Map<number, KeptDay>();
  /** By when they were last asked about, the latest at the end. */
  readonly #asked = new Map<number, { kept: KeptDay; askedMs: number }>();
  readonly #wishes = new Map<number, WishedDay>();
  #bytes = 0;

  constructor({ maxBytes, now = () => performance.now() }: RecentDaysOptions) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The latest wishes first. */
  get wishes(): WishedDay[] {
    return [...this.#wishes.values()].reverse();
  }

  get unasked(): KeptDay[] {
    return [...this.#unasked.values()];
  }

  /** Days that somebody has asked about lately, the latest first. */
  get askedLately(): KeptDay[] {
    const sinceMs = this.#now() - LATELY_MS;
    return [...this.#asked.values()]
      .reverse()
      .filter(({ askedMs }) => askedMs >= sinceMs)
      .map(({ kept }) => kept);
  }

  find({ block, day }: BlockDay): KeptDay | undefined {
    const key = keyOf(block, day);
    return this.#unasked.get(key) ?? this.#asked.get(key)?.kept;
  }

  /** Somebody asks about these days. @returns undefined: not all of them are here */
  ask(question: ChangeQuestion): KeptDay[] | undefined {
    if (countDays(question) > this.#unasked.size + this.#asked.size) return undefined;
    const found = daysOf(question).map((blockDay) => this.find(blockDay));
    const kept = found.filter((each) => each !== undefined);
    for (const each of kept) this.#noteAsked(each);
    return kept.length === found.length ? kept : undefined;
  }

  wish(question: ChangeQuestion): void {
    if (countDays(question) > MAX_WISHED_AT_ONCE) return;
    for (const { block, day } of daysOf(question)) {
      const key = keyOf(block, day);
      const known = this.#wishes.get(key);
      this.#wishes.delete(key);
      this.#wishes.set(key, known ?? { block, day, seen: undefined });
    }
    for (const oldest of this.#wishes.keys()) {
      if (this.#wishes.size <= MAX_WISHES) return;
      this.#wishes.delete(oldest);
    }
  }

  /** Room is made for a day that was wished for. @returns whether it is kept */
  keep(kept: KeptDay): boolean {
    const key = keyOf(kept.block, kept.day);
    const wasAsked = this.#wishes.delete(key) || this.#asked.has(key);
    this.forget(kept);
    const { bytes } = kept.points;
    // One day never pushes out most of the others.
    if (bytes > this.#maxBytes / 4 || (!wasAsked && this.#bytes + bytes > this.#maxBytes)) return false;
    if (wasAsked) this.#asked.set(key, { kept, askedMs: this.#now() });
    else this.#unasked.set(key, kept);
    this.#bytes += bytes;
    this.#makeRoom();
    return true;
  }

  /** The day is still as it was when there had been more changes of others. */
  vouch(kept: KeptDay, { counted }: Pick<ChangeAnswer, 'counted'>): void {
    kept.counted = counted;
    this.#wishes.delete(keyOf(kept.block, kept.day));
  }

  forget({ block, day }: BlockDay): void {
    const key = keyOf(block, day);
    this.#bytes -= this.find({ block, day })?.points.bytes ?? 0;
    this.#unasked.delete(key);
    this.#asked.delete(key);
  }

  clear(): void {
    this.#unasked.clear();
    this.#asked.clear();
    this.#wishes.clear();
    this.#bytes = 0;
  }

  #noteAsked(kept: KeptDay): void {
    const key = keyOf(kept.block, kept.day);
    this.#unasked.delete(key);
    this.#asked.delete(key);
    this.#asked.set(key, { kept, askedMs: this.#now() });
  }

  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes) {
      const next = this.#unasked.values().next().value ?? this.#asked.values().next().value?.kept;
      if (next === undefined) return;
      this.forget(next);
    }
  }
}

/** Whether what is kept of these days is still what is stored, as the engine says of all of them together. */
export function isUnchanged(kept: readonly KeptDay[], change: ChangeAnswer): boolean {
  return kept.every(({ engine, counted }) => engine === change.engine && change.newest <= counted);
}

function countDays({ blocks, first, last }: ChangeQuestion): number {
  return blocks.length * (last - first + 1);
}

function daysOf({ blocks, first, last }: ChangeQuestion): BlockDay[] {
  return blocks.flatMap((block) => Array.from({ length: last - first + 1 }, (_, i) => ({ block, day: first + i })));
}

const DAYS_OF_A_BLOCK = 2 ** 20;

/** Days of points are fewer than 2^19 from 1970, in both directions. */
function keyOf(block: number, day: LocalDay): number {
  return block * DAYS_OF_A_BLOCK + day + DAYS_OF_A_BLOCK / 2;
}
