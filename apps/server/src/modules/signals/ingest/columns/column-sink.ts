import type { RejectReason } from '@solvane/contract/ingest';
import { LARGEST_VALUE } from '../../../../signals/point-limits.ts';

const DAY_MS = 86_400_000;
const KEPT_LINES = 20;
const FIRST_CAPACITY = 64;

/** What a body holds of one series, its points apart. */
export interface ColumnProfile {
  /** Points that can be taken. */
  good: number;
  /** Of those; NaN where there is none. */
  firstMs: number;
  lastMs: number;
  /** Days of UTC they lie on. */
  utcDays: Set<number>;
  faults: Map<RejectReason, { count: number; lines: number[] }>;
  /** First places of any of its points. */
  firstLines: number[];
  /** Points that a later one of the same time replaces. */
  merged: number;
}

export interface ColumnPoints {
  column: number;
  timesMs: Float64Array;
  values: Float64Array;
}

interface Column extends Omit<ColumnProfile, 'merged'> {
  latestMs: number;
  /** Each time is later than the one before. */
  isAscending: boolean;
  lastDay: number;
  timesMs: Float64Array;
  values: Float64Array;
}

/** Gathers the cells of a body with one column per series, in any order of its rows and columns. */
export class ColumnSink {
  readonly #columns: Column[];
  readonly #maxPoints: number;
  #points = 0;

  /**
   * @param latestMs - per column: what lies later is in the future
   * @param maxPoints - beyond them points are counted, and not kept
   */
  constructor(latestMs: Float64Array, maxPoints: number) {
    this.#maxPoints = maxPoints;
    this.#columns = Array.from(latestMs, (latest) => ({
      latestMs: latest,
      good: 0,
      firstMs: Number.NaN,
      lastMs: Number.NaN,
      utcDays: new Set(),
      faults: new Map(),
      firstLines: [],
      lastDay: Number.NaN,
      isAscending: true,
      timesMs: NOTHING,
      values: NOTHING,
    }));
  }

  /** A cell with a number, finite or not, in a row with a usable time. */
  add(position: number, line: number, timeMs: number, value: number): void {
    const column = this.#columns[position];
    if (column === undefined) return;
    if (timeMs > column.latestMs || !(Math.abs(value) <= LARGEST_VALUE)) {
      this.reject(position, line, timeMs > column.latestMs ? 'inFuture' : 'notFinite');
      return;
    }
    const index = column.good++;
    if (column.firstLines.length < KEPT_LINES) column.firstLines.push(line);
    if (++this.#points > this.#maxPoints) return;
    if (index === column.values.length) grow(column);
    column.timesMs[index] = timeMs;
    column.values[index] = value;
    if (timeMs <= column.lastMs) column.isAscending = false;
    if (!(timeMs >= column.firstMs)) column.firstMs = timeMs;
    if (!(timeMs <= column.lastMs)) column.lastMs = timeMs;
    const day = Math.floor(timeMs / DAY_MS);
    if (day !== column.lastDay) {
      column.lastDay = day;
      column.utcDays.add(day);
    }
  }

  reject(position: number, line: number, reason: RejectReason): void {
    const column = this.#columns[position];
    if (column === undefined) return;
    if (column.firstLines.length < KEPT_LINES) column.firstLines.push(line);
    const fault = column.faults.get(reason) ?? { count: 0, lines: [] };
    fault.count += 1;
    if (fault.lines.length < KEPT_LINES) fault.lines.push(line);
    column.faults.set(reason, fault);
  }

  profiles(): ColumnProfile[] {
    return this.#columns.map(({ good, firstMs, lastMs, utcDays, faults, firstLines, isAscending, timesMs }) => ({
      good,
      firstMs,
      lastMs,
      utcDays,
      faults,
      firstLines,
      merged: isAscending || this.#points > this.#maxPoints ? 0 : countRepeated(timesMs.subarray(0, good)),
    }));
  }

  /** One column after the other: so they are sorted already as the store sorts them. Nothing where there were too many. */
  *points(): Generator<ColumnPoints> {
    if (this.#points > this.#maxPoints) return;
    for (const [column, { good, timesMs, values }] of this.#columns.entries()) {
      if (good > 0) yield { column, timesMs: timesMs.subarray(0, good), values: values.subarray(0, good) };
    }
  }
}

/** How many of them have a time that another one has. @param timesMs - in any order, stays as it is */
export function countRepeated(timesMs: Float64Array): number {
  const sorted = timesMs.slice().sort();
  let repeated = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) repeated += 1;
  return repeated;
}

const NOTHING = new Float64Array(0);

function grow(column: Column): void {
  const capacity = Math.max(FIRST_CAPACITY, column.values.length * 2);
  const [timesMs, values] = [new Float64Array(capacity), new Float64Array(capacity)];
  timesMs.set(column.timesMs);
  values.set(column.values);
  Object.assign(column, { timesMs, values });
}
