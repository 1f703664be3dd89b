import type { PointTable } from './point-tables.ts';

/**
 * What a bucket remembers of its points, so that buckets of buckets are exact: means are never taken of means.
 *
 * seconds: valid time. expected: time that counts as expected, 0 where the calendar alone decides. estimated: valid time that is an estimate.
 * weight, weighted: sums of weights and of values times weights. total: sum of values, each in proportion to the part of its interval that lies in
 * the bucket. count: the same sum of ones. sines, cosines: of directions in degrees, times seconds. flags: quality bits of all points, also of those
 * without a value.
 */
export const ACCUMULATOR = [
  'seconds',
  'expected',
  'estimated',
  'weight',
  'weighted',
  'total',
  'count',
  'min',
  'max',
  'first',
  'firstTime',
  'last',
  'lastTime',
  'sines',
  'cosines',
  'flags',
] as const;

export type AccumulatorColumn = (typeof ACCUMULATOR)[number];

/** Quality bits that mark a validated value as an estimate: 16 to 26. */
export const ESTIMATED_BITS = 0x07ff0000;

/** What accumulators are made of: rows with `series`, `key` of the bucket, `ms`, and of the point `v`alue, `f`lags, `w`eight and the `share` of its interval that lies in the bucket. */
export interface PieceAccumulation {
  intervalMs: number;
  /** Condition on `series`: its values are directions. */
  isDirection: string;
}

export function accumulatePieces({ intervalMs, isDirection }: PieceAccumulation): Record<AccumulatorColumn, string> {
  const seconds = `${intervalMs / 1000} * share`;
  const ok = 'not isNaN(v)';
  const weight = `if(w = 0, ${seconds}, w * share)`;
  return {
    seconds: `sumIf(${seconds}, ${ok})`,
    expected: '0.',
    estimated: `sumIf(${seconds}, ${ok} and bitAnd(f, ${ESTIMATED_BITS}) != 0)`,
    weight: `sumIf(${weight}, ${ok})`,
    weighted: `sumIf(v * ${weight}, ${ok})`,
    total: `sumIf(v * share, ${ok})`,
    count: `sumIf(share, ${ok})`,
    min: `ifNull(minOrNullIf(v, ${ok}), nan)`,
    max: `ifNull(maxOrNullIf(v, ${ok}), nan)`,
    first: `ifNull(argMinOrNullIf(v, ms, ${ok}), nan)`,
    firstTime: `fromUnixTimestamp64Milli(minIf(ms, ${ok}), 'UTC')`,
    last: `ifNull(argMaxOrNullIf(v, ms, ${ok}), nan)`,
    lastTime: `fromUnixTimestamp64Milli(maxIf(ms, ${ok}), 'UTC')`,
    sines: isDirection === '0' ? '0.' : `sumIf(sin(radians(v)) * ${seconds}, ${ok} and ${isDirection})`,
    cosines: isDirection === '0' ? '0.' : `sumIf(cos(radians(v)) * ${seconds}, ${ok} and ${isDirection})`,
    flags: 'groupBitOr(f)',
  };
}

/** The accumulator of several buckets together. Those without a valid value have `count` 0. */
export const MERGE_ACCUMULATORS: Readonly<Record<AccumulatorColumn, string>> = {
  seconds: 'sum(a.seconds)',
  expected: 'sum(a.expected)',
  estimated: 'sum(a.estimated)',
  weight: 'sum(a.weight)',
  weighted: 'sum(a.weighted)',
  total: 'sum(a.total)',
  count: 'sum(a.count)',
  min: 'ifNull(minOrNullIf(a.min, a.count > 0), nan)',
  max: 'ifNull(maxOrNullIf(a.max, a.count > 0), nan)',
  first: 'ifNull(argMinOrNullIf(a.first, a.firstTime, a.count > 0), nan)',
  firstTime: 'minIf(a.firstTime, a.count > 0)',
  last: 'ifNull(argMaxOrNullIf(a.last, a.lastTime, a.count > 0), nan)',
  lastTime: 'maxIf(a.lastTime, a.count > 0)',
  sines: 'sum(a.sines)',
  cosines: 'sum(a.cosines)',
  flags: 'groupBitOr(a.flags)',
};

/** `expression as name` of every column wanted, in their order. */
export function namedColumns(expressions: Readonly<Record<AccumulatorColumn, string>>, columns: readonly AccumulatorColumn[]): string {
  return columns.map((column) => `${expressions[column]} as ${column}`).join(', ');
}

/** Columns of a point that accumulators are made of. */
export function pointColumns({ flags, weight }: PointTable, value = 'value'): string {
  return `series, toUnixTimestamp64Milli(time) as ms, ${value} as v, ${flags} as f, ${weight} as w`;
}
