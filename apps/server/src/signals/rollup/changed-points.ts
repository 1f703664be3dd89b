import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { DerivedColumns, PointKind, ValidatedColumns } from '../signal-store.ts';
import { instant } from '../sql/literals.ts';
import { type Columns, numbersOf } from '../sql/native-format.ts';
import { isOneOf, POINT_TABLES } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

type ComputedColumns = ValidatedColumns | DerivedColumns;

/** How computed points differ from those that the store has. */
export interface PointChanges {
  /** New or different, in the order they were given in. */
  points: ComputedColumns;
  /** No more, in no order. */
  gone: { series: Uint32Array; timesMs: Float64Array };
  /** Nothing was there before. */
  isNew: boolean;
}

/** Bounds what a comparison holds in memory. */
const DAYS_AT_ONCE = 16;

/** Points of some series that were computed for a period. */
export interface ComputedPoints extends Period {
  series: readonly number[];
  /** Series ascend, and in each of them the times. */
  points: ComputedColumns;
}

/**
 * Compares computed points with those of the store, several sites in the same statements. Of a day that is computed again most points come out as they
 * are, and reading one costs a tenth of writing, merging and rolling it up again.
 *
 * @returns changes of each part
 */
export async function findChanges(
  database: SignalDatabase,
  { kind, parts }: { kind: PointKind; parts: readonly ComputedPoints[] },
  options: StatementOptions,
): Promise<PointChanges[]> {
  const comparisons = parts.map(({ points }) => new Comparison(points));
  const bySeries = new Map(parts.flatMap(({ series }, i) => series.map((number) => [number, comparisons[i]] as const)));
  for (const where of windowsOf(parts)) compareAll(bySeries, await readPoints(database, { kind, where }, options));
  return comparisons.map((comparison) => comparison.changes());
}

/** Conditions that together hold for every point of the parts. */
function windowsOf(parts: readonly ComputedPoints[]): string[] {
  const byPeriod = Map.groupBy(parts, ({ startMs, endMs }) => `${startMs} ${endMs}`);
  const windows: string[][] = [];
  for (const together of byPeriod.values()) {
    const [{ startMs, endMs } = NO_PERIOD] = together;
    const series = together.flatMap((part) => part.series);
    for (let at = 0, fromMs = startMs; fromMs < endMs; at += 1, fromMs += DAYS_AT_ONCE * DAY_MS) {
      const toMs = Math.min(endMs, fromMs + DAYS_AT_ONCE * DAY_MS);
      windows[at] = [...(windows[at] ?? []), inPeriod(series, { startMs: fromMs, endMs: toMs })];
    }
  }
  return windows.map((conditions) => conditions.map((condition) => `(${condition})`).join(' or '));
}

/** Condition over points. */
export function inPeriod(series: readonly number[], { startMs, endMs }: Period): string {
  return `${isOneOf('series', series)} and time >= ${instant(startMs)} and time < ${instant(endMs)}`;
}

function readPoints(
  database: SignalDatabase,
  { kind, where }: { kind: PointKind; where: string },
  options: StatementOptions,
): Promise<Columns> {
  const own = kind === 'validated' ? 'flags, method' : 'weight';
  return database.select(
    `select series, toFloat64(toUnixTimestamp64Milli(time)) as ms, value, ${own} from ${database.name}.${POINT_TABLES[kind].table} final ` +
      `where ${where} settings do_not_merge_across_partitions_select_final = 1`,
    options,
  );
}

/** Rows of a series mostly follow each other. */
function compareAll(bySeries: ReadonlyMap<number, Comparison | undefined>, stored: Columns): void {
  const series = numbersOf(stored, 'series');
  const open = new Map<Comparison, CompareRow>();
  for (let from = 0, to = 0; from < series.length; from = to) {
    const number = series[from] ?? -1;
    while (to < series.length && series[to] === number) to += 1;
    const comparison = bySeries.get(number);
    if (!comparison) continue;
    const compare = open.get(comparison) ?? comparison.open(stored);
    open.set(comparison, compare);
    compare(number, { from, to });
  }
}

/** Compares rows of a series. */
type CompareRow = (series: number, rows: Rows) => void;

interface Rows {
  from: number;
  to: number;
}

class Comparison {
  readonly #points: ComputedColumns;
  readonly #isSame: Uint8Array;
  /** First row of each series and the one behind its last. */
  readonly #rows = new Map<number, Rows>();
  #isNew = true;
  readonly #gone: { series: number[]; timesMs: number[] } = { series: [], timesMs: [] };

  constructor(points: ComputedColumns) {
    const { series } = points;
    this.#points = points;
    this.#isSame = new Uint8Array(series.length);
    for (let from = 0, to = 0; from < series.length; from = to) {
      const number = series[from] ?? -1;
      while (to < series.length && series[to] === number) to += 1;
      this.#rows.set(number, { from, to });
    }
  }

  open(stored: Columns): CompareRow {
    const [timesMs, values] = [numbersOf(stored, 'ms'), numbersOf(stored, 'value')];
    const { isSame, isBare } = this.#own(stored);
    return (series, { from, to }) => {
      this.#isNew = false;
      const rows = this.#rows.get(series) ?? NO_ROWS;
      let at = rows.from;
      for (let i = from; i < to; i++) {
        const timeMs = timesMs[i] ?? Number.NaN;
        at = this.#find(timeMs, at, rows);
        const isKnown = at < rows.to && this.#points.timesMs[at] === timeMs;
        if (isKnown) {
          if (isEqual(this.#points.values[at], values[i]) && isSame(at, i)) this.#isSame[at] = 1;
        } else if (!(Number.isNaN(values[i]) && isBare(i))) {
          this.#gone.series.push(series);
          this.#gone.timesMs.push(timeMs);
        }
      }
    };
  }

  changes(): PointChanges {
    const rows = Uint32Array.from(differing(this.#isSame));
    return {
      isNew: this.#isNew,
      points: pick(this.#points, rows),
      gone: { series: Uint32Array.from(this.#gone.series), timesMs: Float64Array.from(this.#gone.timesMs) },
    };
  }

  /** What points of this kind have beside their value. What was taken back has neither. */
  #own(stored: Columns): { isSame: (at: number, i: number) => boolean; isBare: (i: number) => boolean } {
    const points = this.#points;
    if ('weights' in points) {
      const weights = numbersOf(stored, 'weight');
      return { isSame: (at, i) => isEqual(points.weights[at], weights[i]), isBare: () => true };
    }
    const [flags, methods] = [numbersOf(stored, 'flags'), numbersOf(stored, 'method')];
    return {
      isSame: (at, i) => points.flags[at] === flags[i] && points.methods[at] === methods[i],
      isBare: (i) => flags[i] === 0 && methods[i] === 0,
    };
  }

  /** Rows of the store mostly follow each other. @returns the first row from that time on */
  #find(timeMs: number, near: number, { from, to }: Rows): number {
    const { timesMs } = this.#points;
    let at = near > from && !((timesMs[near - 1] ?? 0) < timeMs) ? from : near;
    while (at < to && (timesMs[at] ?? 0) < timeMs) at += 1;
    return at;
  }
}

const NO_PERIOD: Period = { startMs: 0, endMs: 0 };
const NO_ROWS: Rows = { from: 0, to: 0 };

function isEqual(a = Number.NaN, b = Number.NaN): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function* differing(isSame: Uint8Array): Generator<number> {
  for (let i = 0; i < isSame.length; i++) if (isSame[i] === 0) yield i;
}

function pick(points: ComputedColumns, rows: Uint32Array): ComputedColumns {
  if (rows.length === points.series.length) return points;
  const numbers = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN);
  const shared = {
    series: Uint32Array.from(rows, (row) => points.series[row] ?? 0),
    timesMs: numbers(points.timesMs),
    values: numbers(points.values),
  };
  if ('weights' in points) return { ...shared, weights: numbers(points.weights) };
  return {
    ...shared,
    flags: Uint32Array.from(rows, (row) => points.flags[row] ?? 0),
    methods: Uint8Array.from(rows, (row) => points.methods[row] ?? 0),
  };
}
