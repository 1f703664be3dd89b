import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { SERIES_PER_BLOCK } from '../../sql/point-tables.ts';

/** Points by series and time, ascending. */
export interface SortedPoints {
  series: Float64Array;
  timesMs: Float64Array;
  values: Float64Array;
}

/** Rows `from` up to `to` are the points of one series and one day. */
export interface PointRun {
  /** Position of the series in its block. */
  slot: number;
  from: number;
  to: number;
}

export interface FilledColumns {
  timesMs: Float64Array;
  values: Float64Array;
}

const NO_ROW = -1;
/** Beside the columns: the objects, and where each series stands. */
const OVERHEAD_BYTES = 2_048;

/**
 * Points of a block on one day of UTC, bit for bit. Series whose points stand on the day's grid have a row of it, a double for each place; where most places
 * would be empty, and for series beside the grid, times stand with the values.
 */
export class DayPoints {
  readonly bytes: number;
  readonly #startMs: number;
  readonly #stepMs: number;
  readonly #rowOf = new Int16Array(SERIES_PER_BLOCK).fill(NO_ROW);
  readonly #grid: Float64Array;
  /** Points of slot n that have no row are those from `#looseFrom[n]` up to `#looseFrom[n + 1]`. */
  readonly #looseFrom = new Uint32Array(SERIES_PER_BLOCK + 1);
  readonly #looseTimesMs: Float64Array;
  readonly #looseValues: Float64Array;

  /** @param runs - of this day, by slot */
  constructor(day: LocalDay, runs: readonly PointRun[], points: Omit<SortedPoints, 'series'>) {
    this.#startMs = day * DAY_MS;
    const { stepMs, onGrid } = findGrid(runs, points.timesMs, this.#startMs);
    this.#stepMs = stepMs;
    this.#grid = new Float64Array(onGrid.size * this.#places).fill(Number.NaN);
    const loose = runs.filter((run) => !onGrid.has(run)).reduce((count, { from, to }) => count + to - from, 0);
    this.#looseTimesMs = new Float64Array(loose);
    this.#looseValues = new Float64Array(loose);
    this.#fill(runs, onGrid, points);
    this.bytes = OVERHEAD_BYTES + this.#grid.byteLength + this.#looseTimesMs.byteLength + this.#looseValues.byteLength;
  }

  /** How many points a series has in the period at most. */
  room(slot: number, period: Period): number {
    if (this.#rowOf[slot] === NO_ROW) return this.#looseTo(slot) - (this.#looseFrom[slot] ?? 0);
    const { from, to } = this.#placesIn(period);
    return Math.max(0, to - from);
  }

  /** Puts the points of a series in the period behind those that are there. @returns how many there are now */
  copy(slot: number, period: Period, { into: { timesMs, values }, at }: { into: FilledColumns; at: number }): number {
    const row = this.#rowOf[slot] ?? NO_ROW;
    let count = at;
    const add = (timeMs: number, value: number) => {
      timesMs[count] = timeMs;
      values[count] = value;
      count += 1;
    };
    if (row === NO_ROW) {
      for (let i = this.#looseFrom[slot] ?? 0; i < this.#looseTo(slot); i++) {
        const timeMs = this.#looseTimesMs[i] ?? Number.NaN;
        if (timeMs >= period.startMs && timeMs < period.endMs) add(timeMs, this.#looseValues[i] ?? Number.NaN);
      }
      return count;
    }
    const { from, to } = this.#placesIn(period);
    for (let place = from; place < to; place++) {
      const value = this.#grid[row * this.#places + place] ?? Number.NaN;
      if (!Number.isNaN(value)) add(this.#startMs + place * this.#stepMs, value);
    }
    return count;
  }

  get #places(): number {
    return DAY_MS / this.#stepMs;
  }

  #looseTo(slot: number): number {
    return this.#looseFrom[slot + 1] ?? 0;
  }

  /** Places of the grid whose times lie in the period. */
  #placesIn({ startMs, endMs }: Period): { from: number; to: number } {
    const before = (timeMs: number) => Math.min(this.#places, Math.max(0, Math.ceil((timeMs - this.#startMs) / this.#stepMs)));
    return { from: before(startMs), to: before(endMs) };
  }

  #fill(runs: readonly PointRun[], onGrid: ReadonlySet<PointRun>, { timesMs, values }: Omit<SortedPoints, 'series'>): void {
    let [rows, loose, nextSlot] = [0, 0, 0];
    for (const run of runs) {
      const { slot, from, to } = run;
      for (; nextSlot <= slot; nextSlot++) this.#looseFrom[nextSlot] = loose;
      if (onGrid.has(run)) {
        const first = rows * this.#places;
        this.#rowOf[slot] = rows;
        rows += 1;
        for (let i = from; i < to; i++) this.#grid[first + ((timesMs[i] ?? 0) - this.#startMs) / this.#stepMs] = values[i] ?? Number.NaN;
      } else {
        this.#looseTimesMs.set(timesMs.subarray(from, to), loose);
        this.#looseValues.set(values.subarray(from, to), loose);
        loose += to - from;
      }
    }
    this.#looseFrom.fill(loose, nextSlot);
  }
}

interface Grid {
  stepMs: number;
  onGrid: Set<PointRun>;
}

/** The grid that most points stand on. */
function findGrid(runs: readonly PointRun[], timesMs: Float64Array, startMs: number): Grid {
  const steps = runs.map((run) => stepOf(run, timesMs, startMs));
  const points = new Map<number, number>();
  runs.forEach(({ from, to }, i) => {
    const step = steps[i] ?? DAY_MS;
    points.set(step, (points.get(step) ?? 0) + to - from);
  });
  const [stepMs] = [...points].reduce((most, next) => (next[1] > most[1] ? next : most), [DAY_MS, 0]);
  const onGrid = new Set(runs.filter((_, i) => (steps[i] ?? DAY_MS) % stepMs === 0));
  const count = [...onGrid].reduce((sum, { from, to }) => sum + to - from, 0);
  // A place takes half of what a point with its time does.
  return onGrid.size * (DAY_MS / stepMs) <= 2 * count ? { stepMs, onGrid } : { stepMs: DAY_MS, onGrid: new Set() };
}

/** The longest step from midnight that meets every point. */
function stepOf({ from, to }: PointRun, timesMs: Float64Array, startMs: number): number {
  let step = DAY_MS;
  for (let i = from; i < to; i++) {
    const sinceMs = (timesMs[i] ?? 0) - startMs;
    if (sinceMs % step !== 0) step = greatestCommonDivisor(step, sinceMs);
  }
  return step;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}

/** Points of one block as days; days without any are empty. */
export function toDays(points: SortedPoints, { first, last }: { first: LocalDay; last: LocalDay }): Map<LocalDay, DayPoints> {
  const runs = new Map<LocalDay, PointRun[]>();
  for (let day = first; day <= last; day++) runs.set(day, []);
  const { series, timesMs } = points;
  for (let from = 0; from < series.length; ) {
    const number = series[from] ?? 0;
    const day = Math.floor((timesMs[from] ?? 0) / DAY_MS);
    const endMs = (day + 1) * DAY_MS;
    let to = from + 1;
    while (to < series.length && series[to] === number && (timesMs[to] ?? endMs) < endMs) to += 1;
    runs.get(day)?.push({ slot: number % SERIES_PER_BLOCK, from, to });
    from = to;
  }
  return new Map([...runs].map(([day, ofDay]) => [day, new DayPoints(day, ofDay, points)]));
}
