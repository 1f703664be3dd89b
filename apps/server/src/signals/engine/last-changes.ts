import type { LocalDay } from '@solvane/energy/time/local-day';

/** Days (of UTC), both included, of a block of series. */
export interface BlockDayRange {
  block: number;
  first: LocalDay;
  last: LocalDay;
}

export interface ChangeQuery {
  blocks: readonly number[];
  first: LocalDay;
  last: LocalDay;
}

export interface ChangeResponse {
  /** Another text for every engine that counts. */
  engine: string;
  /** Number of the newest change of what was asked about. */
  newest: number;
  /** Changes of anything so far: whatever is read from now on is good for as long as `newest` of its days is no greater. */
  counted: number;
}

/** Beyond this many days of blocks it is cheaper to drop every cached response once than to know them all. */
const MAX_ENTRIES = 1_000_000;

/**
 * When each day of each block was last changed, counted in statements of the one engine that all of them pass through. A response made after asking is good
 * for as long as asking again gives the same number, in whichever process.
 */
export class LastChanges {
  readonly #days = new Map<number, Map<LocalDay, number>>();
  readonly #maxEntries: number;
  #entries = 0;
  #count = 0;
  #ofEverything = 0;

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  /** @param changed - undefined: not declared, so everything may be */
  note(changed: readonly BlockDayRange[] | undefined): void {
    if (changed?.length === 0) return;
    this.#count += 1;
    for (const range of changed ?? []) this.#noteRange(range);
    if (changed === undefined || this.#entries > this.#maxEntries) this.#forgetDays();
  }

  /** Changes noted so far, of whichever days. */
  get counted(): number {
    return this.#count;
  }

  /** Number of the newest change to any of the days requested. */
  find({ blocks, first, last }: ChangeQuery): number {
    let newest = this.#ofEverything;
    for (const block of blocks) {
      for (const [day, change] of this.#days.get(block) ?? []) if (day >= first && day <= last && change > newest) newest = change;
    }
    return newest;
  }

  #noteRange({ block, first, last }: BlockDayRange): void {
    const days = this.#days.get(block) ?? new Map<LocalDay, number>();
    this.#days.set(block, days);
    const before = days.size;
    for (let day = first; day <= last; day += 1) days.set(day, this.#count);
    this.#entries += days.size - before;
  }

  #forgetDays(): void {
    this.#ofEverything = this.#count;
    this.#days.clear();
    this.#entries = 0;
  }
}

/** Another text after every change of the requested days, and for every engine that counts. */
export function lastChangeText({ engine, newest }: Pick<ChangeResponse, 'engine' | 'newest'>): string {
  return `${engine} ${newest}`;
}

/** What stands before a statement that says what it changes. A statement without it may change everything. */
export function changesHeading(changes: readonly BlockDayRange[]): string {
  return `/* changes ${changes.map(({ block, first, last }) => `${block}:${first}:${last}`).join(' ')} */ `;
}

/** What stands before a select whose response carries the last change of these days, as it was before the select began. */
export function vouchedHeading({ blocks, first, last }: ChangeQuery): string {
  return `/* last change of ${blocks.join(',')}:${first}:${last} */ `;
}

/** @returns undefined: the last change is not requested */
export function vouchedOf(sql: string): ChangeQuery | undefined {
  const [, blocks, first, last] = VOUCHED_HEADING.exec(sql) ?? [];
  return blocks === undefined
    ? undefined
    : { blocks: blocks === '' ? [] : blocks.split(',').map(Number), first: Number(first), last: Number(last) };
}

const VOUCHED_HEADING = /^\/\* last change of ([\d,]*):(-?\d+):(-?\d+) \*\//;
const HEADING = /^\/\* changes ([-\d: ]*) \*\//;
const ONLY_READS = /^(\/\* last change of [-\d,:]* \*\/)?\s*(select|with|show|describe|exists|explain)\b/i;

/** @returns undefined: everything may be changed */
export function changesOf(sql: string): BlockDayRange[] | undefined {
  const [, heading] = HEADING.exec(sql) ?? [];
  if (heading === undefined) return ONLY_READS.test(sql) ? [] : undefined;
  return heading
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => {
      const [block = Number.NaN, first = Number.NaN, last = Number.NaN] = text.split(':').map(Number);
      if (![block, first, last].every(Number.isSafeInteger)) throw new RangeError(`${text} is no change`);
      return { block, first, last };
    });
}
