import type { WritableColumn } from '../sql/native-format.ts';
import { type ChunkRows, firstOf } from './chunk-rows.ts';

/** Rows for the table of newest points: of each series the newest of these points that has a value (as `selectLatest` says it for points of the store). */
export function newestPointColumns(rows: ChunkRows): WritableColumn[] {
  const newest = [...newestOf(rows)];
  return [
    { name: 'series', type: 'UInt32', values: Uint32Array.from(newest, ([series]) => series) },
    { name: 'time', type: "DateTime64(3, 'UTC')", values: Float64Array.from(newest, ([, { timeMs }]) => timeMs) },
    { name: 'value', type: 'Float64', values: Float64Array.from(newest, ([, { at }]) => rows.values[at] ?? Number.NaN) },
    {
      name: 'flags',
      type: 'UInt32',
      values: Uint32Array.from(newest, ([, { at }]) => ('flags' in rows ? (rows.flags[at] ?? 0) : 0)),
    },
  ];
}

function newestOf(rows: ChunkRows): Map<number, { timeMs: number; at: number }> {
  const { series, startsMs, ends, offsets, values } = rows;
  const newest = new Map<number, { timeMs: number; at: number }>();
  for (let row = 0; row < series.length; row++) {
    const number = series[row] ?? 0;
    const known = newest.get(number);
    for (let at = (ends[row] ?? 0) - 1; at >= firstOf(rows, row); at--) {
      if (Number.isNaN(values[at] ?? Number.NaN)) continue;
      const timeMs = (startsMs[row] ?? Number.NaN) + (offsets[at] ?? 0);
      if (known === undefined || timeMs > known.timeMs) newest.set(number, { timeMs, at });
      break;
    }
  }
  return newest;
}
