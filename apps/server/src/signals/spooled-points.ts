import type { PointColumns } from './signal-writer.ts';
import { encodeNativeParts } from './sql/native-format.ts';

/** Columns of what `encodeSpooledPoints` writes. */
export const SPOOLED_STRUCTURE = "series UInt32, time DateTime64(3, 'UTC'), value Float64";

/** A block of a file of points, in parts that follow each other; blocks may, too. No series may have a time twice: nothing decides which row would count. */
export function encodeSpooledPoints({ series, timesMs, values }: PointColumns): Uint8Array[] {
  return encodeNativeParts([
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: "DateTime64(3, 'UTC')", values: timesMs },
    { name: 'value', type: 'Float64', values },
  ]);
}
