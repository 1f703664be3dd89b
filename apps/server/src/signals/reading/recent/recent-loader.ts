import type { LocalDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { lastChangeText } from '../../engine/last-changes.ts';
import { giveBack } from '../../sql/give-back.ts';
import { numbersOf } from '../../sql/native-format.ts';
import { POINT_TABLES, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { arrangeRows } from '../arrange-rows.ts';
import { selectPoints } from '../point-sql.ts';
import { toDays } from './day-points.ts';
import { type BlockDay, isUnchanged, type KeptDay, type RecentDays } from './recent-days.ts';

export interface LoadOptions {
  /** For how long nobody has changed anything, or a day that was wished for; default: 5 s. */
  quietMs?: number;
  signal?: AbortSignal;
}

export interface RecentLoaderOptions {
  database: SignalDatabase;
  recent: RecentDays;
  now?: () => number;
}

/** Days of one block that are read at once: a series' points of a week stand together, so that one of its days takes as long as four. */
const DAYS_PER_PIECE = 4;
/** Some 15 ms of the process that serves people. */
const MAX_ROWS = 400_000;
/** While others write, what was wished for takes a small share of the machine. */
const BUSY_PAUSE_MS = 1_000;
const WISHES_PER_LOOK = 32;
const REVIEW_EVERY_MS = 10_000;
const LIST_EVERY_MS = 30_000;
const LISTED_DAYS = 4_096;
/** As many fill the memory. */
const ENOUGH_ROWS = 16_000_000;
/** A fleet with more points in a month has more days than there is room for, and nobody knows whose to read. */
const MOST_ROWS = 50_000_000;

/** Reads days of raw points into memory, piece by piece: what somebody asked for, then the newest days that there are, as far as they fit. */
export class RecentLoader {
  readonly #database: SignalDatabase;
  readonly #recent: RecentDays;
  readonly #now: () => number;
  /** Which of all changes was the newest, and since when. */
  #seen = { change: '', sinceMs: -Infinity };
  #reviewed = { change: '', atMs: -Infinity };
  #listed = { change: '', atMs: -Infinity };
  #queue: BlockDay[] = [];
  /** What was there when the next day had no room. */
  #fullBytes = Infinity;
  /** A day of these takes a piece of its own. */
  readonly #dense = new Set<number>();
  readonly #tooDense = new Set<number>();
  #loadedMs = -Infinity;

  constructor({ database, recent, now = () => performance.now() }: RecentLoaderOptions) {
    this.#database = database;
    this.#recent = recent;
    this.#now = now;
  }

  /** One piece, if there is one and it is the time for it. @returns days read */
  async next({ quietMs = 5_000, signal }: LoadOptions = {}): Promise<number> {
    const change = await this.#database.findChange(NO_DAYS);
    if (change === undefined) return 0;
    const newest = lastChangeText({ engine: change.engine, newest: change.counted });
    if (this.#seen.change !== newest) this.#seen = { change: newest, sinceMs: this.#now() };
    const isQuiet = this.#now() - this.#seen.sinceMs >= quietMs;
    if (!isQuiet && this.#now() < this.#loadedMs + BUSY_PAUSE_MS) return 0;
    await this.#review();
    const wished = await this.#nextWished({ isQuiet, quietMs });
    const piece = wished ?? (isQuiet ? await this.#nextListed(signal) : undefined);
    if (piece === undefined) return 0;
    const isKept = await this.#load(piece, signal);
    if (!isKept && wished === undefined) this.#endList();
    this.#loadedMs = this.#now();
    return piece.length;
  }

  /** Days that were asked about lately and have changed since are wished for again. */
  async #review(): Promise<void> {
    const { change } = this.#seen;
    if (this.#reviewed.change === change || this.#now() < this.#reviewed.atMs + REVIEW_EVERY_MS) return;
    this.#reviewed = { change, atMs: this.#now() };
    for (const kept of await this.#findChanged(this.#recent.askedLately)) {
      this.#recent.wish({ blocks: [kept.block], first: kept.day, last: kept.day });
    }
  }

  async #nextWished({ isQuiet, quietMs }: { isQuiet: boolean; quietMs: number }): Promise<BlockDay[] | undefined> {
    const wishes = this.#recent.wishes.filter((wish) => !this.#tooDense.has(wish.block)).slice(0, WISHES_PER_LOOK);
    for (const wish of wishes) {
      const { block, day } = wish;
      const change = await this.#database.findChange({ blocks: [block], first: day, last: day });
      if (change === undefined) return undefined;
      const kept = this.#recent.find(wish);
      if (kept && isUnchanged([kept], change)) {
        this.#recent.vouch(kept, change);
        continue;
      }
      this.#recent.forget(wish);
      if (wish.seen?.newest !== change.newest) wish.seen = { newest: change.newest, sinceMs: this.#now() };
      if (isQuiet || this.#now() - wish.seen.sinceMs >= quietMs) return this.#neighboursOf(wish, wishes);
    }
    return undefined;
  }

  async #nextListed(signal: AbortSignal | undefined): Promise<BlockDay[] | undefined> {
    const { change } = this.#seen;
    if (this.#listed.change !== change && this.#now() >= this.#listed.atMs + LIST_EVERY_MS) {
      this.#listed = { change, atMs: this.#now() };
      for (const kept of await this.#findChanged(this.#recent.unasked)) this.#recent.forget(kept);
      if (this.#recent.bytes < this.#fullBytes) this.#queue = await this.#listNewest(signal);
    }
    this.#queue = this.#queue.filter((each) => !this.#tooDense.has(each.block) && this.#recent.find(each) === undefined);
    const [first] = this.#queue;
    return first && this.#neighboursOf(first, this.#queue);
  }

  #endList(): void {
    this.#queue = [];
    this.#fullBytes = this.#recent.bytes;
  }

  /** Days around one that are to be read, too. */
  #neighboursOf({ block, day }: BlockDay, wanted: readonly BlockDay[]): BlockDay[] {
    const days = new Set(wanted.filter((each) => each.block === block).map((each) => each.day));
    const mostDays = this.#dense.has(block) ? 1 : DAYS_PER_PIECE;
    let [from, to] = [day, day];
    while (to - from + 1 < mostDays && days.has(from - 1)) from -= 1;
    while (to - from + 1 < mostDays && days.has(to + 1)) to += 1;
    return Array.from({ length: to - from + 1 }, (_, i) => ({ block, day: from + i }));
  }

  /** Days that are over, the newest first. Today changes all the time: it is read when somebody asks about it. */
  async #listNewest(signal: AbortSignal | undefined): Promise<BlockDay[]> {
    const months = await this.#newestMonths(signal);
    if (months.length === 0) return [];
    const columns = await this.#database.select(
      `select intDiv(series, ${SERIES_PER_BLOCK}) as block, toInt32(toDate32(time)) as at from ${this.#database.name}.${POINT_TABLES.raw.table} ` +
        `where toYYYYMM(time) in (${months.join(',')}) and time < today() group by block, at order by at desc, block limit ${LISTED_DAYS}`,
      { lane: 'background', signal },
    );
    const days = numbersOf(columns, 'at');
    return Array.from(numbersOf(columns, 'block'), (block, i) => ({ block, day: days[i] ?? Number.NaN }));
  }

  /** Months (`202603`) whose points, found in a moment, fill the memory. */
  async #newestMonths(signal: AbortSignal | undefined): Promise<number[]> {
    const columns = await this.#database.select(
      `select toInt32(partition) as month, sum(rows) as points from system.parts where database = '${this.#database.name}' ` +
        `and table = '${POINT_TABLES.raw.table}' and active group by month order by month desc`,
      { lane: 'background', signal },
    );
    const points = numbersOf(columns, 'points');
    const months = [];
    let sum = 0;
    for (const [row, month] of numbersOf(columns, 'month').entries()) {
      sum += points[row] ?? 0;
      if (sum > MOST_ROWS) break;
      months.push(month);
      if (sum > ENOUGH_ROWS) break;
    }
    return months;
  }

  /** What has changed of these days; the engine vouches for the others anew. */
  async #findChanged(days: readonly KeptDay[]): Promise<KeptDay[]> {
    const changed = [];
    for (const [block, ofBlock] of Map.groupBy(days, (each) => each.block)) {
      const numbers = ofBlock.map(({ day }) => day);
      const change = await this.#database.findChange({ blocks: [block], first: Math.min(...numbers), last: Math.max(...numbers) });
      if (change !== undefined && isUnchanged(ofBlock, change)) continue;
      for (const kept of ofBlock) {
        const ofDay = await this.#database.findChange({ blocks: [block], first: kept.day, last: kept.day });
        if (ofDay !== undefined && isUnchanged([kept], ofDay)) this.#recent.vouch(kept, ofDay);
        else changed.push(kept);
      }
    }
    return changed;
  }

  /** @returns whether there is room for more of the kind */
  async #load(piece: readonly BlockDay[], signal: AbortSignal | undefined): Promise<boolean> {
    const [block = Number.NaN, days] = [piece[0]?.block, piece.map(({ day }) => day)];
    const [first, last] = [Math.min(...days), Math.max(...days)];
    // Before the points are read: what changes from now on is counted beyond it.
    const change = await this.#database.findChange({ blocks: [block], first, last });
    if (change === undefined) return true;
    const points = await this.#database.select(selectDays(this.#database.name, { block, first, last }), { lane: 'background', signal });
    if (points.rowCount > MAX_ROWS) {
      (days.length > 1 ? this.#dense : this.#tooDense).add(block);
      return true;
    }
    const columns = arrangeRows(points);
    const sorted = { series: numbersOf(columns, 'series'), timesMs: numbersOf(columns, 'bucket'), values: numbersOf(columns, 'value') };
    const read = toDays(sorted, { first, last });
    for (const column of Object.values(sorted)) giveBack(column);
    const kept = [...read].map(([day, ofDay]) =>
      this.#recent.keep({ block, day, points: ofDay, engine: change.engine, counted: change.counted }),
    );
    return kept.every((isKept) => isKept);
  }
}

const NO_DAYS = { blocks: [], first: 0, last: 0 };

/** As a question for the points of every series of the block is answered, so that memory tells the same. */
function selectDays(database: string, { block, first, last }: { block: number; first: LocalDay; last: LocalDay }): string {
  const period = { startMs: first * DAY_MS, endMs: (last + 1) * DAY_MS };
  const series = Array.from({ length: SERIES_PER_BLOCK }, (_, slot) => block * SERIES_PER_BLOCK + slot);
  const question = { series: series[0] ?? Number.NaN, kind: 'raw', zone: 'UTC', intervalMs: DAY_MS, aggregation: 'last' } as const;
  const query = { ...period, database, series: [question], resolution: 'raw' } as const;
  return `${selectPoints({ question, series, pendingDays: [] }, query)} limit ${MAX_ROWS + 1} settings max_threads = 1, do_not_merge_across_partitions_select_final = 1`;
}
