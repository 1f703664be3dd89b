import { releaseBuffer } from '../release-buffer.ts';
import type { Columns } from '../signal-tables.ts';
import { numbersOf } from '../sql/native-format.ts';

interface Run {
  from: number;
  to: number;
}

/** Whether a row stands before another, or with it. */
type IsBefore = (row: number, other: number) => boolean;

/**
 * Rows in the order of `series` and `bucket`. The engine's threads return whole ranges that are in order, so that they only have to be put behind
 * each other, which takes less time here than a sort there. The columns given are of no use afterwards.
 */
export function arrangeRows(columns: Columns): Columns {
  const [series, buckets] = [numbersOf(columns, 'series'), numbersOf(columns, 'bucket')];
  const isBefore: IsBefore = (row, other) => {
    // Called for each row: a pair of both would be thrown away each time.
    const own = series[row] ?? 0;
    const others = series[other] ?? 0;
    return own < others || (own === others && (buckets[row] ?? 0) <= (buckets[other] ?? 0));
  };
  const runs = findRuns(series.length, isBefore);
  if (runs.length <= 1) return columns;
  const ordered = inOrder(runs, isBefore);
  if (isDisjoint(ordered, isBefore)) return mapNumbers(columns, (column) => joinRuns(column, ordered));
  // Threads that read by turns: a run goes on behind what another one has read, but most series are read by one of them.
  const bySeriesRuns = seriesRuns(runs, series);
  const bySeries = bySeriesRuns.length * 8 <= series.length ? inOrder(bySeriesRuns, isBefore) : ordered;
  if (isDisjoint(bySeries, isBefore)) return mapNumbers(columns, (column) => joinRuns(column, bySeries));
  const rows = mergeRuns(ordered, isBefore);
  const merged = mapNumbers(columns, (column) => gather(column, rows));
  releaseBuffer(rows);
  return merged;
}

function isDisjoint(runs: readonly Run[], isBefore: IsBefore): boolean {
  return runs.every(({ from }, i) => i === 0 || isBefore((runs[i - 1]?.to ?? 0) - 1, from));
}

function inOrder(runs: readonly Run[], isBefore: IsBefore): Run[] {
  return runs.toSorted((left, right) => (isBefore(left.from, right.from) ? -1 : 1));
}

/** Runs of one series each. */
function seriesRuns(runs: readonly Run[], series: Float64Array): Run[] {
  const split: Run[] = [];
  for (const run of runs) {
    for (let from = run.from; from < run.to; ) {
      let to = from + 1;
      while (to < run.to && series[to] === series[from]) to += 1;
      split.push({ from, to });
      from = to;
    }
  }
  return split;
}

function findRuns(rowCount: number, isBefore: IsBefore): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < rowCount; ) {
    let to = from + 1;
    while (to < rowCount && isBefore(to - 1, to)) to += 1;
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

function joinRuns(column: Float64Array, runs: readonly Run[]): Float64Array {
  const joined = new Float64Array(column.length);
  let at = 0;
  for (const { from, to } of runs) {
    joined.set(column.subarray(from, to), at);
    at += to - from;
  }
  return joined;
}

/** Rows in order. Two neighbours become one run until there is one: each row is looked at a few times, where a sort compares it with dozens. */
function mergeRuns(runs: readonly Run[], isBefore: IsBefore): Uint32Array {
  let bounds = [0];
  for (const { from, to } of runs) bounds.push((bounds.at(-1) ?? 0) + to - from);
  let rows = new Uint32Array(bounds.at(-1) ?? 0);
  runs.forEach(({ from, to }, n) => {
    for (let row = from, at = bounds[n] ?? 0; row < to; row++, at++) rows[at] = row;
  });
  while (bounds.length > 2) {
    const merged = new Uint32Array(rows.length);
    for (let n = 0; n + 1 < bounds.length; n += 2) {
      const [from = 0, middle = rows.length, to = rows.length] = bounds.slice(n, n + 3);
      mergeTwo(rows, merged, { from, middle, to, isBefore });
    }
    releaseBuffer(rows);
    rows = merged;
    bounds = [...bounds.filter((_, n) => n % 2 === 0 && n < bounds.length - 1), rows.length];
  }
  return rows;
}

interface Neighbours {
  from: number;
  middle: number;
  to: number;
  isBefore: IsBefore;
}

function mergeTwo(rows: Uint32Array, into: Uint32Array, { from, middle, to, isBefore }: Neighbours): void {
  let [left, right] = [from, middle];
  for (let at = from; at < to; at++) {
    const takesLeft = right >= to || (left < middle && isBefore(rows[left] ?? 0, rows[right] ?? 0));
    into[at] = rows[takesLeft ? left++ : right++] ?? 0;
  }
}

function gather(column: Float64Array, rows: Uint32Array): Float64Array {
  const gathered = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) gathered[at] = column[rows[at] ?? 0] ?? Number.NaN;
  return gathered;
}

function mapNumbers(columns: Columns, map: (column: Float64Array) => Float64Array): Columns {
  const { rowCount, byName } = columns;
  const mapped = [...byName.keys()].map((name): [string, Float64Array] => [name, map(numbersOf(columns, name))]);
  for (const column of byName.values()) if (column instanceof Float64Array) releaseBuffer(column);
  return { rowCount, byName: new Map(mapped) };
}
