import type { PointKind } from '../point-kind.ts';
import type { PointColumn, PointSource } from './point-source.ts';

/**
 * What a bucket holds of its points, so that buckets of buckets are exact: means are never taken of means.
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

/** What accumulators are made of: rows with `series`, `key` of the bucket, `ms`, and of the point `v`alue, `f`lags, `w`eight, the `share` of its time that lies in the bucket, and the seconds that it `lasts`. */
export interface PartAccumulation {
  kind: PointKind;
  intervalMs: number;
  /** Condition on `series`: its values are directions. */
  isDirection: string;
}

/** Only what a kind can have is summed: raw points always have a value, only validated ones bits, only derived ones a weight of their own. */
export function accumulateParts({ kind, intervalMs, isDirection }: PartAccumulation): Record<AccumulatorColumn, string> {
  const interval = `toFloat64(${intervalMs / 1000})`;
  const isValue = 'not isNaN(v)';
  const sumOf = (expression: string, condition?: string): string => {
    const conditions = [...(kind === 'raw' ? [] : [isValue]), ...(condition === undefined ? [] : [condition])];
    return conditions.length === 0 ? `sum(${expression})` : `sumIf(${expression}, ${conditions.join(' and ')})`;
  };
  const of = (aggregate: string, expressions: string): string =>
    kind === 'raw' ? `${aggregate}(${expressions})` : `ifNull(${aggregate}OrNullIf(${expressions}, ${isValue}), nan)`;
  const timeOf = (aggregate: 'min' | 'max'): string =>
    `fromUnixTimestamp64Milli(${kind === 'raw' ? `${aggregate}(ms)` : `${aggregate}If(ms, ${isValue})`}, 'UTC')`;
  const count = sumOf('share');
  const total = sumOf('v * share');
  // Points of a plant last as long as they do, in seconds; computed ones for an interval of the site each.
  const secondsOf = (expression?: string): string => {
    if (kind === 'raw') return sumOf(expression === undefined ? 'share * lasts' : `${expression} * (share * lasts)`);
    return `${interval} * ${expression === undefined ? count : sumOf(`${expression} * share`)}`;
  };
  const directionOf = (part: 'sin' | 'cos'): string =>
    kind === 'raw'
      ? sumOf(`${part}(radians(v)) * (share * lasts)`, isDirection)
      : `${interval} * ${sumOf(`${part}(radians(v)) * share`, isDirection)}`;
  const ownWeight = `if(w = 0, ${interval} * share, w * share)`;
  return {
    seconds: secondsOf(),
    expected: '0.',
    estimated: kind === 'validated' ? sumOf(`${interval} * share`, `bitAnd(f, ${ESTIMATED_BITS}) != 0`) : '0.',
    weight: kind === 'derived' ? sumOf(ownWeight) : secondsOf(),
    weighted: kind === 'derived' ? sumOf(`v * ${ownWeight}`) : secondsOf('v'),
    total,
    count,
    min: of('min', 'v'),
    max: of('max', 'v'),
    first: of('argMin', 'v, ms'),
    firstTime: timeOf('min'),
    last: of('argMax', 'v, ms'),
    lastTime: timeOf('max'),
    sines: isDirection === '0' ? '0.' : directionOf('sin'),
    cosines: isDirection === '0' ? '0.' : directionOf('cos'),
    flags: kind === 'validated' ? 'groupBitOr(f)' : 'toUInt32(0)',
  };
}

/** How the columns of several buckets become one; `earliest` and `latest`: by the time in another column. */
const MERGES = {
  seconds: 'sum',
  expected: 'sum',
  estimated: 'sum',
  weight: 'sum',
  weighted: 'sum',
  total: 'sum',
  count: 'sum',
  min: 'min',
  max: 'max',
  first: 'earliest',
  firstTime: 'minTime',
  last: 'latest',
  lastTime: 'maxTime',
  sines: 'sum',
  cosines: 'sum',
  flags: 'or',
} as const satisfies Record<AccumulatorColumn, string>;

/** Buckets without a valid value have `count` 0, and no extremes. In memory only sums and extremes are merged. */
const MERGE_FORMS: Readonly<
  Record<(typeof MERGES)[AccumulatorColumn], { sql(column: string): string; of?(left: number, right: number): number }>
> = {
  sum: { sql: (column) => `sum(a.${column})`, of: (left, right) => left + right },
  min: {
    sql: (column) => `ifNull(minOrNullIf(a.${column}, a.count > 0), nan)`,
    of: (left, right) => (Number.isNaN(left) || right < left ? right : left),
  },
  max: {
    sql: (column) => `ifNull(maxOrNullIf(a.${column}, a.count > 0), nan)`,
    of: (left, right) => (Number.isNaN(left) || right > left ? right : left),
  },
  earliest: { sql: (column) => `ifNull(argMinOrNullIf(a.${column}, a.firstTime, a.count > 0), nan)` },
  latest: { sql: (column) => `ifNull(argMaxOrNullIf(a.${column}, a.lastTime, a.count > 0), nan)` },
  minTime: { sql: (column) => `minIf(a.${column}, a.count > 0)` },
  maxTime: { sql: (column) => `maxIf(a.${column}, a.count > 0)` },
  or: { sql: (column) => `groupBitOr(a.${column})` },
};

/** The accumulator of several buckets together. */
export const MERGE_ACCUMULATORS = Object.fromEntries(
  ACCUMULATOR.map((column) => [column, MERGE_FORMS[MERGES[column]].sql(column)]),
) as Readonly<Record<AccumulatorColumn, string>>;

/** The same of a column of two buckets in memory. @throws RangeError for columns that are merged by the engine only */
export function mergeNumbers(column: AccumulatorColumn, left: number, right: number): number {
  const { of } = MERGE_FORMS[MERGES[column]];
  if (of === undefined) throw new RangeError(`${column} is not merged in memory`);
  return of(left, right);
}

/** `expression as name` of every column wanted, in their order. */
export function namedColumns(expressions: Readonly<Record<AccumulatorColumn, string>>, columns: readonly AccumulatorColumn[]): string {
  return columns.map((column) => `${expressions[column]} as ${column}`).join(', ');
}

/** Columns of a point that accumulators are made of. */
export function pointColumns({ ms, flags, weight }: PointSource, value: string): string {
  return `series, ${ms} as ms, ${value} as v, ${flags} as f, ${weight} as w`;
}

/** What of points, beside their time and value, these columns are made of. */
export function pointColumnsOf(columns: readonly AccumulatorColumn[]): PointColumn[] {
  const isAnyOf = (names: readonly AccumulatorColumn[]) => names.some((name) => columns.includes(name));
  return [
    ...(isAnyOf(['estimated', 'flags']) ? (['flags'] as const) : []),
    ...(isAnyOf(['weight', 'weighted']) ? (['weight'] as const) : []),
  ];
}
