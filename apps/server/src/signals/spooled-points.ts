import type { TouchedSeries } from './selected-points.ts';
import type { PointColumns } from './signal-writer.ts';
import { encodeNativeParts } from './sql/native-format.ts';

/** A file of points as `encodeSpooledPoints` writes them. */
export interface SpooledPoints {
  path: string;
  /** First and last time per series: what has to be rolled up again. Too wide is correct, only slower. */
  touched: readonly TouchedSeries[];
}

/** Columns of what `encodeSpooledPoints` writes. */
export const SPOOLED_STRUCTURE = "series UInt32, time DateTime64(3, 'UTC'), value Float64";

/** A block of a file of points, in parts that follow each other; blocks may, too. No series has a time twice: which row would win is not said. */
export function encodeSpooledPoints({ series, timesMs, values }: PointColumns): Uint8Array[] {
  return encodeNativeParts([
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: "DateTime64(3, 'UTC')", values: timesMs },
    { name: 'value', type: 'Float64', values },
  ]);
}
