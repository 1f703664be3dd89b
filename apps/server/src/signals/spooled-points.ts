import { encodeNative } from './sql/native-format.ts';

/** Columns of what `encodeSpooledPoints` writes. */
export const SPOOLED_STRUCTURE = 'idx UInt32, at Int64, value Float64';

/** Points that were taken out of a body; row i is point i. */
export interface SpooledColumns {
  /** Position of the series among those of the body. */
  positions: Uint32Array;
  timesMs: Float64Array;
  values: Float64Array;
}

/** A block of a file for `SignalFiles.useSpooledPoints`; blocks may follow each other. */
export function encodeSpooledPoints({ positions, timesMs, values }: SpooledColumns): Uint8Array {
  return encodeNative([
    { name: 'idx', type: 'UInt32', values: positions },
    { name: 'at', type: 'Int64', values: timesMs },
    { name: 'value', type: 'Float64', values },
  ]);
}
