import type { IntervalGrid } from '../time/interval.ts';
import { addAt, emptyRollup, lowerAt, type RollupRows, raiseAt } from './rollup-rows.ts';

export interface RollUpInput {
  /** Native intervals of the column. */
  grid: IntervalGrid;
  /** One value per interval, shape (n); NaN is missing. */
  values: Float64Array;
  /**
   * What a value is: `mean` of its interval (also states and angles), or `sum` over it, which is split by time where an interval lies in two
   * buckets.
   */
  kind: 'mean' | 'sum';
  /** 1 where a value is expected, shape (n): daylight for the sun's signals, and never beyond the last complete interval. Absent: always. */
  expected?: Uint8Array;
  /** 1 where the value is an estimate, shape (n). Absent: never. */
  estimated?: Uint8Array;
  /** Quality bits, shape (n). Absent: none. */
  flags?: Int32Array;
  /** Values are angles whose mean direction will be asked for. */
  isAngle?: boolean;
  /** Buckets in a row: bucket k lasts from edge k to edge k + 1, shape (buckets + 1). */
  edgesMs: Float64Array;
}

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Rolls a column of native intervals up into buckets. An interval that lies in two buckets counts in each by the time it has there; what
 * lies outside all buckets counts nowhere.
 *
 * @param input - column and buckets
 * @returns rows, shape (buckets)
 * @throws RangeError when a column has another length than the grid
 */
export function rollUp(input: RollUpInput): RollupRows {
  checkLengths(input);
  const { grid, edgesMs } = input;
  const rows = emptyRollup(Math.max(0, edgesMs.length - 1));
  const perHour = input.kind === 'sum' ? 3_600_000 / grid.stepMs : 1;
  let bucket = 0;
  for (let i = 0; i < grid.count; i++) {
    const startMs = grid.startMs + i * grid.stepMs;
    const endMs = startMs + grid.stepMs;
    while (bucket < rows.flags.length && (edgesMs[bucket + 1] ?? Number.NaN) <= startMs) bucket++;
    for (let b = bucket; b < rows.flags.length && (edgesMs[b] ?? Number.NaN) < endMs; b++) {
      const seconds = (Math.min(endMs, edgesMs[b + 1] ?? Number.NaN) - Math.max(startMs, edgesMs[b] ?? Number.NaN)) / 1000;
      addInterval(rows, b, input, i, { startMs, seconds, perHour });
    }
  }
  return rows;
}

interface Share {
  startMs: number;
  seconds: number;
  perHour: number;
}

function addInterval(rows: RollupRows, bucket: number, input: RollUpInput, i: number, { startMs, seconds, perHour }: Share): void {
  const value = input.values[i] ?? Number.NaN;
  const isExpected = input.expected === undefined || input.expected[i] === 1;
  if (isExpected) addAt(rows.expectedSeconds, bucket, seconds);
  rows.flags[bucket] = (rows.flags[bucket] ?? 0) | (input.flags?.[i] ?? 0);
  if (Number.isNaN(value)) return;
  addAt(rows.validSeconds, bucket, seconds);
  if (isExpected) addAt(rows.metSeconds, bucket, seconds);
  if (input.estimated?.[i] === 1) addAt(rows.estimatedSeconds, bucket, seconds);
  addAt(rows.valueSeconds, bucket, value * perHour * seconds);
  if (input.isAngle === true) {
    addAt(rows.sineSeconds, bucket, Math.sin(value * RADIANS_PER_DEGREE) * seconds);
    addAt(rows.cosineSeconds, bucket, Math.cos(value * RADIANS_PER_DEGREE) * seconds);
  }
  lowerAt(rows.min, bucket, value);
  raiseAt(rows.max, bucket, value);
  if (lowerAt(rows.firstMs, bucket, startMs)) rows.first[bucket] = value;
  if (raiseAt(rows.lastMs, bucket, startMs)) rows.last[bucket] = value;
}

function checkLengths({ grid, values, expected, estimated, flags }: RollUpInput): void {
  for (const column of [values, expected, estimated, flags]) {
    if (column !== undefined && column.length !== grid.count) throw new RangeError(`${column.length} values for ${grid.count} intervals`);
  }
}
