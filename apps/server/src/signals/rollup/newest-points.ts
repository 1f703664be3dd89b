import type { DerivedColumns, ValidatedColumns } from '../signal-store.ts';
import type { WritableColumn } from '../sql/native-format.ts';
import { keyColumns, number } from './insert-rows.ts';

/** Rows for the table of newest points: of each series the newest of these points that has a value (as `selectLatest` says it for points of the store). */
export function newestPointColumns(points: ValidatedColumns | DerivedColumns): WritableColumn[] {
  const rows = Uint32Array.from(newestRows(points));
  const [values, timesMs] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  const [series, flags] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  rows.forEach((row, i) => {
    series[i] = points.series[row] ?? 0;
    timesMs[i] = points.timesMs[row] ?? Number.NaN;
    values[i] = points.values[row] ?? Number.NaN;
    flags[i] = 'flags' in points ? (points.flags[row] ?? 0) : 0;
  });
  return [...keyColumns({ series, timesMs }), number('value', values), { name: 'flags', type: 'UInt32', values: flags }];
}

/** Rows of a series mostly follow each other. */
function newestRows({ series, timesMs, values }: ValidatedColumns | DerivedColumns): Iterable<number> {
  const newest = new Map<number, number>();
  for (let from = 0, to = 0; from < series.length; from = to) {
    const own = series[from] ?? 0;
    let best = newest.get(own) ?? -1;
    for (; to < series.length && series[to] === own; to++) {
      const isValue = !Number.isNaN(values[to] ?? Number.NaN);
      if (isValue && (best < 0 || (timesMs[to] ?? 0) > (timesMs[best] ?? 0))) best = to;
    }
    if (best >= 0) newest.set(own, best);
  }
  return newest.values();
}
