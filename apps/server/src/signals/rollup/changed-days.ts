import type { LocalDay } from '@solvane/energy/time/local-day';
import { CHUNK_MS } from '../sql/point-tables.ts';
import { type Accumulation, accumulateDays, type DayRows, type FoldedPoints } from './accumulate-points.ts';
import type { ChunkRows } from './chunk-rows.ts';

/** Points of one kind and what of them changed. */
export interface ChangedPoints {
  /** Everything there is now. */
  all: FoldedPoints;
  /** Series of it of which nothing was there before. */
  isNew: boolean;
  /** Rewritten. */
  rows: readonly Pick<ChunkRows, 'series' | 'startsMs'>[];
}

/** Days in which a point changed. */
export interface ChangedDays {
  days: DayRows;
  /** In which no point is left. */
  gone: DayKeys;
  /** Series that have any of these, and the first and last of their days. */
  series: ReadonlySet<number>;
  firstDay: LocalDay;
  lastDay: LocalDay;
  /** What they are days of. */
  calendar: Accumulation;
}

/** Series and position of their day. */
export interface DayKeys {
  series: Uint32Array;
  day: Uint32Array;
}

/** undefined: nothing changed inside these days */
export function changedDays(parts: readonly ChangedPoints[], calendar: Accumulation): ChangedDays | undefined {
  const all = accumulateDays(
    parts.map((part) => part.all),
    calendar,
  );
  const touched = touchedDays(parts, calendar);
  const newSeries = new Set(parts.flatMap(({ isNew, all: { chunks } }) => (isNew ? [...distinct(chunks.series)] : [])));
  const count = calendar.days.days.length;
  // History that is computed for the first time is all of it new.
  const days = parts.every(({ isNew }) => isNew)
    ? all
    : pick(all, ({ series, day }) => newSeries.has(series) || touched.has(series * count + day));
  const left = new Set(touched);
  for (let row = 0; row < all.size; row++) left.delete((all.series[row] ?? 0) * count + (all.day[row] ?? 0));
  const gone = [...left].sort((a, b) => a - b);
  const positions = [...new Set(days.day.subarray(0, days.size)), ...[...left].map((key) => key % count)];
  if (positions.length === 0) return undefined;
  return {
    days,
    gone: { series: Uint32Array.from(gone, (key) => Math.floor(key / count)), day: Uint32Array.from(gone, (key) => key % count) },
    series: new Set([...newSeries, ...[...touched].map((key) => Math.floor(key / count))]),
    calendar,
    firstDay: calendar.days.days[Math.min(...positions)] ?? Number.NaN,
    lastDay: calendar.days.days[Math.max(...positions)] ?? Number.NaN,
  };
}

/** Series and day as one number, of all chunks that were rewritten. */
function touchedDays(parts: readonly ChangedPoints[], { days: { edgesMs, days } }: Accumulation): Set<number> {
  const touched = new Set<number>();
  for (const { series, startsMs } of parts.flatMap(({ isNew, rows }) => (isNew ? [] : rows))) {
    series.forEach((number, row) => {
      const startMs = startsMs[row] ?? Number.NaN;
      for (let day = 0; day < days.length && (edgesMs[day] ?? 0) < startMs + CHUNK_MS; day++) {
        if ((edgesMs[day + 1] ?? 0) > startMs) touched.add(number * days.length + day);
      }
    });
  }
  return touched;
}

/** Of a column whose equals mostly follow each other. */
function distinct(series: Uint32Array): Set<number> {
  const known = new Set<number>();
  let last = -1;
  for (const own of series) {
    if (own !== last) known.add(own);
    last = own;
  }
  return known;
}

function pick(rows: DayRows, isWanted: (key: { series: number; day: number }) => boolean): DayRows {
  const wanted: number[] = [];
  for (let row = 0; row < rows.size; row++) {
    if (isWanted({ series: rows.series[row] ?? 0, day: rows.day[row] ?? 0 })) wanted.push(row);
  }
  return wanted.length === rows.size ? rows : rows.pick(wanted);
}
