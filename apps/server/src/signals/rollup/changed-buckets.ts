import type { LocalDay } from '@solvane/energy/time/local-day';
import type { DerivedColumns, ValidatedColumns } from '../signal-store.ts';
import { type Accumulation, accumulateDays, accumulateHours, type BucketRows, type WholeDays } from './accumulate-points.ts';

/** Points of one kind and what of them changed. */
export interface ChangedPoints {
  /** Everything there is now. */
  all: ValidatedColumns | DerivedColumns;
  /** Series of it of which nothing was there before. */
  isNew: boolean;
  changed: Pick<ValidatedColumns, 'series' | 'timesMs'>;
  /** No more. */
  gone: Pick<ValidatedColumns, 'series' | 'timesMs'>;
}

/** Hours and days in which a point changed. */
export interface ChangedBuckets {
  hours: BucketRows;
  days: BucketRows;
  /** In which no point is left. */
  goneHours: BucketKeys;
  goneDays: BucketKeys;
  /** Series that have any of these, and the first and last of their days. */
  series: ReadonlySet<number>;
  firstDay: LocalDay;
  lastDay: LocalDay;
  /** What they are buckets of. */
  calendar: Accumulation;
}

/** Series and position of their bucket. */
export interface BucketKeys {
  series: Uint32Array;
  bucket: Uint32Array;
}

/** @returns undefined: the points are in an order that buckets cannot be made of */
export function changedBuckets(parts: readonly ChangedPoints[], accumulation: Accumulation): ChangedBuckets | undefined {
  const { days } = accumulation;
  const allHours = accumulateHours(
    parts.map(({ all }) => all),
    accumulation,
  );
  if (!allHours) return undefined;
  const allDays = accumulateDays(allHours, days);
  const hours = new Touched(days.hours.keysMs.length);
  for (const { isNew, changed, gone } of parts) {
    if (!isNew) hours.addPoints(changed, days);
    hours.addPoints(gone, days, { isGone: true });
  }
  const newSeries = new Set(parts.flatMap(({ isNew, all }) => (isNew ? [...distinct(all.series)] : [])));
  const touchedDays = hours.daysOf(days);
  // History that is computed for the first time is all of it new.
  const isAllNew = parts.every(({ isNew }) => isNew);
  const changedHours = isAllNew ? allHours : pick(allHours, hours, newSeries);
  const changedDays = isAllNew ? allDays : pick(allDays, touchedDays, newSeries);
  const positions = [...new Set(changedDays.bucket.subarray(0, changedDays.size)), ...touchedDays.buckets()];
  return {
    hours: changedHours,
    days: changedDays,
    goneHours: hours.withoutRows(allHours),
    goneDays: touchedDays.withoutRows(allDays),
    series: new Set([...newSeries, ...hours.series()]),
    calendar: accumulation,
    firstDay: days.days[Math.min(...positions)] ?? Number.NaN,
    lastDay: days.days[Math.max(...positions)] ?? Number.NaN,
  };
}

/** Buckets of series, as numbers. */
class Touched {
  readonly #count: number;
  readonly #all = new Set<number>();
  readonly #gone = new Set<number>();

  /** @param count - of buckets */
  constructor(count: number) {
    this.#count = count;
  }

  has(series: number, bucket: number): boolean {
    return this.#all.has(series * this.#count + bucket);
  }

  add(series: number, bucket: number, isGone: boolean): void {
    const key = series * this.#count + bucket;
    this.#all.add(key);
    if (isGone) this.#gone.add(key);
  }

  addPoints({ series, timesMs }: ChangedPoints['changed'], { hours: { edgesMs } }: WholeDays, { isGone = false } = {}): void {
    let [number, at] = [-1, 0];
    for (let i = 0; i < series.length; i++) {
      const [own, timeMs] = [series[i] ?? 0, timesMs[i] ?? Number.NaN];
      if (own !== number || timeMs < (edgesMs[at] ?? 0)) at = 0;
      while (timeMs >= (edgesMs[at + 1] ?? Number.POSITIVE_INFINITY)) at += 1;
      number = own;
      this.add(own, at, isGone);
    }
  }

  daysOf({ dayOfHour, days }: WholeDays): Touched {
    const touched = new Touched(days.length);
    for (const key of this.#all) touched.add(this.#seriesOf(key), dayOfHour[key % this.#count] ?? 0, this.#gone.has(key));
    return touched;
  }

  series(): Set<number> {
    return new Set([...this.#all].map((key) => this.#seriesOf(key)));
  }

  buckets(): Set<number> {
    return new Set([...this.#all].map((key) => key % this.#count));
  }

  /** Those that points left, and that have no row now. */
  withoutRows({ series, bucket, size }: BucketRows): BucketKeys {
    const left = new Set(this.#gone);
    if (left.size > 0) for (let i = 0; i < size; i++) left.delete((series[i] ?? 0) * this.#count + (bucket[i] ?? 0));
    const keys = [...left].sort((a, b) => a - b);
    return {
      series: Uint32Array.from(keys, (key) => this.#seriesOf(key)),
      bucket: Uint32Array.from(keys, (key) => key % this.#count),
    };
  }

  #seriesOf(key: number): number {
    return Math.floor(key / this.#count);
  }
}

/** Of a column whose equals mostly follow each other. */
function distinct(series: Uint32Array): Set<number> {
  const known = new Set<number>();
  let last = -1;
  for (let i = 0; i < series.length; i++) {
    const own = series[i] ?? 0;
    if (own !== last) known.add(own);
    last = own;
  }
  return known;
}

function pick(rows: BucketRows, touched: Touched, newSeries: ReadonlySet<number>): BucketRows {
  const wanted: number[] = [];
  for (let i = 0; i < rows.size; i++) {
    const own = rows.series[i] ?? 0;
    if (newSeries.has(own) || touched.has(own, rows.bucket[i] ?? 0)) wanted.push(i);
  }
  return wanted.length === rows.size ? rows : rows.pick(wanted);
}
