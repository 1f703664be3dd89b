import { civilDate, type LocalDay, localDay } from '@solvane/energy/time/local-day';
import type { Columns } from '../../signal-tables.ts';
import type { AccumulatorColumn } from '../../sql/accumulator.ts';
import { numbersOf } from '../../sql/native-format.ts';
import { SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { DayRange } from '../read-plan.ts';

/** The part of an accumulator that is cached. Most responses need nothing else, and first and last values with their times would take half as much again. */
export const HELD_COLUMNS = [
  ...(['count', 'seconds', 'expected', 'estimated', 'weight', 'total', 'weighted'] as const),
  ...(['min', 'max', 'sines', 'cosines'] as const),
] as const satisfies readonly AccumulatorColumn[];

type HeldColumn = (typeof HELD_COLUMNS)[number];

/** Where rows are put behind each other. */
export interface FilledRows {
  series: Float64Array;
  buckets: Float64Array;
  columns: ReadonlyMap<AccumulatorColumn, Float64Array>;
}

/** Numbers of a column, each `factor` times the value there. */
interface HeldNumbers {
  values: Float64Array | Float32Array;
  factor: number;
}

/** Columns that mostly are a multiple of another one: points that follow a grid and have no weights of their own. Sums of products may differ in their last digits. */
const MULTIPLES: Partial<Record<HeldColumn, { of: HeldColumn; precision: number }>> = {
  seconds: { of: 'count', precision: 0 },
  weight: { of: 'seconds', precision: 0 },
  weighted: { of: 'total', precision: 1e-13 },
};

const NO_ROW = -1;
/** Beside the columns: the objects, and the row of each series. */
const OVERHEAD_BYTES = 2_048;

/**
 * Roll-ups of a block on the days of a month. Each series that has any takes a row with a slot for every day; a slot without a roll-up has no `count`.
 * What is 0 everywhere, or a multiple of another column, takes no room, and what four bytes can tell takes four.
 */
export class MonthRollUps {
  readonly bytes: number;
  /** Days (of UTC) in and around the month whose roll-ups may differ from their points. */
  readonly pendingDays: readonly LocalDay[];
  readonly #first: LocalDay;
  readonly #dayCount: number;
  readonly #rowOf = new Int16Array(SERIES_PER_BLOCK).fill(NO_ROW);
  readonly #count: Float64Array | Float32Array;
  readonly #held = new Map<AccumulatorColumn, HeldNumbers>();

  /** @param rows - `series`, `bucket` (the day) and the columns held; in any order, and of other months, too */
  constructor(month: number, rows: Columns, pendingDays: readonly LocalDay[]) {
    const { first, last } = daysOfMonth(month);
    this.pendingDays = pendingDays;
    this.#first = first;
    this.#dayCount = last - first + 1;
    const own = this.#findPlaces(rows);
    const dense = new Map(HELD_COLUMNS.map((column) => [column, spread(numbersOf(rows, column), own)]));
    const count = dense.get('count') ?? new Float64Array(0);
    for (const [column, values] of dense) this.#hold(column, values, count);
    this.#count = this.#held.get('count')?.values ?? new Float32Array(count);
    const arrays = new Set([this.#count, ...[...this.#held.values()].map(({ values }) => values)]);
    this.bytes = OVERHEAD_BYTES + [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Puts the roll-ups of a series on some of the days behind those that are there. @returns how many there are now */
  copy(slot: number, days: DayRange, { into, at }: { into: FilledRows; at: number }): number {
    const row = this.#rowOf[slot] ?? NO_ROW;
    if (row === NO_ROW) return at;
    const origin = row * this.#dayCount - this.#first;
    const from = origin + Math.max(days.first, this.#first);
    const to = origin + Math.min(days.last + 1, this.#first + this.#dayCount);
    let end = at;
    for (let slot = from; slot < to; slot++) if (this.#isThere(slot)) into.buckets[end++] = slot - origin;
    for (const [column, numbers] of into.columns) {
      const held = this.#held.get(column);
      if (held === undefined) numbers.fill(0, at, end);
      else if (end - at === to - from) copyWhole(held, { from, to, into: numbers, at });
      else this.#copySome(held, { from, to, into: numbers, at });
    }
    return end;
  }

  #copySome({ values, factor }: HeldNumbers, { from, to, into, at }: CopiedPlaces): void {
    let end = at;
    for (let slot = from; slot < to; slot++) if (this.#isThere(slot)) into[end++] = factor * (values[slot] ?? Number.NaN);
  }

  #isThere(slot: number): boolean {
    return !Number.isNaN(this.#count[slot] ?? Number.NaN);
  }

  #findPlaces(columns: Columns): OwnRows {
    const [series, days] = [numbersOf(columns, 'series'), numbersOf(columns, 'bucket')];
    const [rows, slots]: [number[], number[]] = [[], []];
    let rowCount = 0;
    for (let row = 0; row < series.length; row++) {
      const day = (days[row] ?? Number.NaN) - this.#first;
      if (!(day >= 0 && day < this.#dayCount)) continue;
      const slot = (series[row] ?? Number.NaN) % SERIES_PER_BLOCK;
      if (this.#rowOf[slot] === NO_ROW) this.#rowOf[slot] = rowCount++;
      rows.push(row);
      slots.push((this.#rowOf[slot] ?? NO_ROW) * this.#dayCount + day);
    }
    return { rows, slots, slotCount: rowCount * this.#dayCount };
  }

  #hold(column: HeldColumn, values: Float64Array, count: Float64Array): void {
    if (values.every((value, slot) => value === 0 || (Number.isNaN(value) && Number.isNaN(count[slot] ?? 0)))) return;
    const multiple = MULTIPLES[column];
    const base = multiple && this.#held.get(multiple.of);
    const factor = base && findFactor(values, base.values, multiple.precision);
    if (base && factor !== undefined) this.#held.set(column, { values: base.values, factor });
    else this.#held.set(column, { values: isShort(values) ? new Float32Array(values) : values, factor: 1 });
  }
}

/** Which rows are of the month, and their slots in it. */
interface OwnRows {
  rows: readonly number[];
  slots: readonly number[];
  slotCount: number;
}

function spread(column: Float64Array, { rows, slots, slotCount }: OwnRows): Float64Array {
  const values = new Float64Array(slotCount).fill(Number.NaN);
  for (let i = 0; i < rows.length; i++) values[slots[i] ?? -1] = column[rows[i] ?? -1] ?? Number.NaN;
  return values;
}

/** Places from `from` up to `to`, and where their numbers go. */
interface CopiedPlaces {
  from: number;
  to: number;
  into: Float64Array;
  at: number;
}

/** Most months have no gap. Views of a few days each would take as long as copying them. */
function copyWhole({ values, factor }: HeldNumbers, { from, to, into, at }: CopiedPlaces): void {
  const shift = at - from;
  for (let slot = from; slot < to; slot++) into[slot + shift] = factor * (values[slot] ?? Number.NaN);
}

/** Months are numbered from year 0. */
export function monthOf(day: LocalDay): number {
  const { year, month } = civilDate(day);
  return 12 * year + month - 1;
}

export function daysOfMonth(month: number): DayRange {
  return { first: localDay(0, month + 1, 1), last: localDay(0, month + 2, 0) };
}

/** What all of a column's numbers are times those of another. */
function findFactor(values: Float64Array, base: HeldNumbers['values'], precision: number): number | undefined {
  const at = base.findIndex((value) => value !== 0 && Number.isFinite(value));
  const factor = (values[at] ?? 0) / (base[at] ?? 0);
  const isMultiple = values.every((value, slot) => {
    const derived = factor * (base[slot] ?? Number.NaN);
    return Number.isNaN(value) ? Number.isNaN(derived) : Math.abs(value - derived) <= precision * Math.abs(value);
  });
  return isMultiple ? factor : undefined;
}

function isShort(values: Float64Array): boolean {
  return values.every((value) => Number.isNaN(value) || Math.fround(value) === value);
}
