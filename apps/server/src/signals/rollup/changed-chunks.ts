import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { releaseBuffers } from '../release-buffer.ts';
import type { Columns } from '../signal-tables.ts';
import { instant } from '../sql/literals.ts';
import { arraysOf, numbersOf } from '../sql/native-format.ts';
import { touchesPeriod } from '../sql/point-source.ts';
import { CHUNK_COLUMNS, CHUNK_MS, type ComputedKind, isOneOf, POINT_TABLES } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { type ChunkRows, chunksOf, firstOf, pickChunks, type RowPoint } from './chunk-rows.ts';

/** How computed chunks differ from those that the store has. */
export interface ChunkChanges {
  /** What has to be written: new and different ones, and those of which nothing is left. */
  rows: readonly ChunkRows[];
  /** Nothing was there before. */
  isNew: boolean;
}

/** Bounds what a comparison holds in memory. */
const DAYS_AT_ONCE = 16;

/** Chunks of some series that were computed for a period. */
export interface ComputedChunks extends Period {
  series: readonly number[];
  chunks: ChunkRows;
}

/**
 * Compares computed chunks with those of the store, several sites in the same statements. Of a day that is computed again most points come out as
 * they are, and reading one costs a tenth of writing, merging and rolling it up again.
 *
 * @returns changes of each part
 */
export async function findChanges(
  database: SignalDatabase,
  { kind, parts }: { kind: ComputedKind; parts: readonly ComputedChunks[] },
  options: StatementOptions,
): Promise<ChunkChanges[]> {
  const comparisons = parts.map((part) => new Comparison(kind, part));
  const bySeries = new Map(parts.flatMap(({ series }, i) => series.map((number) => [number, comparisons[i]] as const)));
  for (const where of windowsOf(parts)) {
    const stored = toStored(kind, await readChunks(database, { kind, where }, options));
    for (const [row, number] of stored.series.entries()) bySeries.get(number)?.add(stored, row);
    releaseBuffers([stored.offsets, stored.values, ...stored.own]);
  }
  return comparisons.map((comparison) => comparison.changes());
}

/** Conditions that together hold for every chunk of the parts, each for one of them. */
function windowsOf(parts: readonly ComputedChunks[]): string[] {
  const byPeriod = Map.groupBy(parts, ({ startMs, endMs }) => `${startMs} ${endMs}`);
  const windows: string[][] = [];
  for (const together of byPeriod.values()) {
    const [{ startMs, endMs } = NO_PERIOD] = together;
    const series = together.flatMap((part) => part.series);
    for (let at = 0, fromMs = startMs; fromMs < endMs; at += 1, fromMs += DAYS_AT_ONCE * DAY_MS) {
      const toMs = Math.min(endMs, fromMs + DAYS_AT_ONCE * DAY_MS);
      // A chunk that reaches into a window from the one before is found there.
      const firstMs = fromMs === startMs ? startMs - CHUNK_MS + 1 : fromMs;
      const condition = `${isOneOf('p.series', series)} and p.time >= ${instant(firstMs)} and p.time < ${instant(toMs)}`;
      windows[at] = [...(windows[at] ?? []), condition];
    }
  }
  return windows.map((conditions) => conditions.map((condition) => `(${condition})`).join(' or '));
}

const NO_PERIOD: Period = { startMs: 0, endMs: 0 };

/** Condition over chunks `p`: they may have points in the period. */
export function inPeriod(series: readonly number[], period: Period): string {
  return `${isOneOf('p.series', series)} and ${touchesPeriod(period)}`;
}

function readChunks(
  database: SignalDatabase,
  { kind, where }: { kind: ComputedKind; where: string },
  options: StatementOptions,
): Promise<Columns> {
  // Columns that are 0 throughout were not written.
  const own = CHUNK_COLUMNS[kind].map((name) => `arrayResize(p.${name}, length(p.offsets)) as own_${name}`);
  return database.select(
    `select series, toUnixTimestamp64Milli(time) as ms, offsets, values, ${own.join(', ')} from ${database.name}.${POINT_TABLES[kind].table} as p final ` +
      `where ${where} settings do_not_merge_across_partitions_select_final = 1`,
    options,
  );
}

/** Chunks of the store as columns. */
interface Stored {
  series: Float64Array;
  startsMs: Float64Array;
  ends: Float64Array;
  offsets: Float64Array;
  values: Float64Array;
  /** Flags and methods, or weights. */
  own: readonly Float64Array[];
}

function toStored(kind: ComputedKind, columns: Columns): Stored {
  const { ends, values: offsets } = arraysOf(columns, 'offsets');
  return {
    series: numbersOf(columns, 'series'),
    startsMs: numbersOf(columns, 'ms'),
    ends,
    offsets,
    values: arraysOf(columns, 'values').values,
    own: CHUNK_COLUMNS[kind].map((name) => arraysOf(columns, `own_${name}`).values),
  };
}

class Comparison {
  readonly #kind: ComputedKind;
  readonly #rows: ChunkRows;
  readonly #own: readonly ArrayLike<number>[];
  readonly #period: Period;
  /** First row of each series and the one behind its last. */
  readonly #bySeries = new Map<number, { from: number; to: number }>();
  /** Rows that stand in the store as they are, or are among the others. */
  readonly #isDone: Uint8Array;
  readonly #others: Parameters<typeof chunksOf>[1][number][] = [];
  #isNew = true;

  constructor(kind: ComputedKind, { chunks, startMs, endMs }: ComputedChunks) {
    this.#kind = kind;
    this.#rows = chunks;
    this.#own = 'weights' in chunks ? [chunks.weights] : [chunks.flags, chunks.methods];
    this.#period = { startMs, endMs };
    const { series } = chunks;
    this.#isDone = new Uint8Array(series.length);
    for (let from = 0, to = 0; from < series.length; from = to) {
      const number = series[from] ?? -1;
      while (to < series.length && series[to] === number) to += 1;
      this.#bySeries.set(number, { from, to });
    }
  }

  /** Compares a row of the store. */
  add(stored: Stored, at: number): void {
    const [series, startMs] = [stored.series[at] ?? -1, stored.startsMs[at] ?? Number.NaN];
    const [from, to] = [at === 0 ? 0 : (stored.ends[at - 1] ?? 0), stored.ends[at] ?? 0];
    const row = this.#find(series, startMs);
    const points = this.#split(stored, { startMs, from, to });
    if (points.count > 0) this.#isNew = false;
    if (points.before.length + points.after.length > 0) this.#retain({ series, startMs, row }, points);
    else if (row !== undefined) this.#isDone[row] = this.#isSame(row, stored, { from, to }) ? 1 : 0;
    else if (points.count > 0) this.#others.push({ series, startMs, points: [] });
  }

  changes(): ChunkChanges {
    const rows = pickChunks(this.#rows, Uint32Array.from(undone(this.#isDone)));
    return {
      isNew: this.#isNew && this.#others.length === 0,
      rows: [rows, chunksOf(this.#kind, this.#others)].filter(({ series }) => series.length > 0),
    };
  }

  #find(series: number, startMs: number): number | undefined {
    const { from, to } = this.#bySeries.get(series) ?? { from: 0, to: 0 };
    for (let row = from; row < to; row++) if (this.#rows.startsMs[row] === startMs) return row;
    return undefined;
  }

  #isSame(row: number, stored: Stored, { from, to }: { from: number; to: number }): boolean {
    const first = firstOf(this.#rows, row);
    if ((this.#rows.ends[row] ?? 0) - first !== to - from) return false;
    for (let i = from, own = first; i < to; i++, own++) {
      if (this.#rows.offsets[own] !== stored.offsets[i] || !isEqual(this.#rows.values[own], stored.values[i])) return false;
      for (let column = 0; column < this.#own.length; column++) {
        if (!isEqual(this.#own[column]?.[own], stored.own[column]?.[i])) return false;
      }
    }
    return true;
  }

  /** What a row of the store has before, inside and behind the period. */
  #split(stored: Stored, { startMs, from, to }: { startMs: number; from: number; to: number }): SplitPoints {
    const timeOf = (i: number) => startMs + (stored.offsets[i] ?? 0);
    const isInside = (i: number) => timeOf(i) >= this.#period.startMs && timeOf(i) < this.#period.endMs;
    if (from === to || (isInside(from) && isInside(to - 1))) return { before: [], count: to - from, after: [] };
    const split: SplitPoints = { before: [], count: 0, after: [] };
    for (let i = from; i < to; i++) {
      if (isInside(i)) split.count += 1;
      else (timeOf(i) < this.#period.startMs ? split.before : split.after).push(storedPoint(stored, i));
    }
    return split;
  }

  /** A row that reaches over the period keeps what lies outside of it: the site had another zone when it was written. */
  #retain(
    { series, startMs, row }: { series: number; startMs: number; row: number | undefined },
    { before, count, after }: SplitPoints,
  ): void {
    if (row === undefined) {
      if (count > 0) this.#others.push({ series, startMs, points: [...before, ...after] });
      return;
    }
    const inside = Array.from({ length: (this.#rows.ends[row] ?? 0) - firstOf(this.#rows, row) }, (_, i) =>
      this.#pointOf(firstOf(this.#rows, row) + i),
    );
    this.#isDone[row] = 1;
    this.#others.push({ series, startMs, points: [...before, ...inside, ...after] });
  }

  #pointOf(i: number): RowPoint {
    const { offsets, values } = this.#rows;
    return { offset: offsets[i] ?? 0, value: values[i] ?? Number.NaN, own: [this.#own[0]?.[i] ?? 0, this.#own[1]?.[i] ?? 0] };
  }
}

interface SplitPoints {
  before: RowPoint[];
  /** Inside. */
  count: number;
  after: RowPoint[];
}

function storedPoint({ offsets, values, own }: Stored, i: number): RowPoint {
  return { offset: offsets[i] ?? 0, value: values[i] ?? Number.NaN, own: [own[0]?.[i] ?? 0, own[1]?.[i] ?? 0] };
}

function isEqual(a = Number.NaN, b = Number.NaN): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function* undone(isDone: Uint8Array): Generator<number> {
  for (let i = 0; i < isDone.length; i++) if (isDone[i] === 0) yield i;
}
