import { giveBack } from '../sql/give-back.ts';
import { type Columns, numbersOf } from '../sql/native-format.ts';

interface Run {
  from: number;
  to: number;
}

/**
 * Rows in the order of `series` and `bucket`. The engine's threads hand over whole stretches that are in order, so that they only have to be put behind
 * each other, which takes less time here than a sort there. The columns given are of no use afterwards.
 */
export function arrangeRows(columns: Columns): Columns {
  const [series, buckets] = [numbersOf(columns, 'series'), numbersOf(columns, 'bucket')];
  const isBefore = (row: number, other: number): boolean => {
    // Called for each row: a pair of both would be thrown away each time.
    const own = series[row] ?? 0;
    const others = series[other] ?? 0;
    return own < others || (own === others && (buckets[row] ?? 0) <= (buckets[other] ?? 0));
  };
  const runs = findRuns(series.length, isBefore);
  if (runs.length <= 1) return columns;
  runs.sort((left, right) => (isBefore(left.from, right.from) ? -1 : 1));
  const isDisjoint = runs.every(({ from }, i) => i === 0 || isBefore((runs[i - 1]?.to ?? 0) - 1, from));
  return mapNumbers(columns, isDisjoint ? (column) => joinRuns(column, runs) : gather(sortedRows(series, buckets)));
}

function findRuns(rowCount: number, isBefore: (row: number, other: number) => boolean): Run[] {
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

function sortedRows(series: Float64Array, buckets: Float64Array): Uint32Array {
  const rows = Uint32Array.from(series.keys());
  return rows.sort((left, right) => (series[left] ?? 0) - (series[right] ?? 0) || (buckets[left] ?? 0) - (buckets[right] ?? 0));
}

function gather(rows: Uint32Array): (column: Float64Array) => Float64Array {
  return (column) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN);
}

function mapNumbers(columns: Columns, map: (column: Float64Array) => Float64Array): Columns {
  const { rowCount, byName } = columns;
  const mapped = [...byName.keys()].map((name): [string, Float64Array] => [name, map(numbersOf(columns, name))]);
  for (const column of byName.values()) if (column instanceof Float64Array) giveBack(column);
  return { rowCount, byName: new Map(mapped) };
}
