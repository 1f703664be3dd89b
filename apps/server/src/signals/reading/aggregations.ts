import type { PointKind } from '../point-kind.ts';
import type { SeriesQuery } from '../signal-store.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';

/** One number per bucket of its accumulator, and when there is one: as expressions, and of columns in memory. */
export interface AccumulatedValue {
  columns: readonly AccumulatorColumn[];
  sql: string;
  /** Where `value` is a number, where a column is more than 0, or always. */
  exists: 'number' | 'seconds' | 'count' | 'always';
  valuesOf(column: ColumnOf): Float64Array;
}

/** A column of accumulators. */
export type ColumnOf = (name: AccumulatorColumn) => Float64Array;

/** Condition over the columns and `value`. */
export const EXISTENCE = {
  number: 'not isNaN(value)',
  seconds: 'seconds > 0',
  count: 'count > 0',
  always: '1',
} as const satisfies Record<AccumulatedValue['exists'], string>;

/** Below this length the mean of directions points nowhere. */
const NO_DIRECTION = 0.05;

/** Bits are there also where there is no value: they are the reason. */
const BITS = plain('flags', 'always');

/** Aggregations that an accumulator is enough for; for the others the points themselves are needed. */
const ACCUMULATED: Readonly<Record<string, AccumulatedValue>> = {
  avg: quotient('weighted', 'weight'),
  sum: { ...plain('total', 'seconds'), columns: ['total', 'seconds'] },
  count: plain('count', 'count'),
  min: plain('min'),
  max: plain('max'),
  first: plain('first'),
  last: plain('last'),
  or: BITS,
  circ: direction({ isSigned: false }),
  circSigned: direction({ isSigned: true }),
};

/** Only computed points have weights of their own; the others weigh what they last, and fewer columns are read sooner. */
const MEAN_OVER_TIME = quotient('weighted', 'seconds');
const ESTIMATED_SHARE = quotient('estimated', 'seconds');

/** Whether buckets of a kind have their own expected time; of the others the calendar alone decides. */
export function hasOwnExpectation(kind: PointKind): boolean {
  return kind === 'derived';
}

/** undefined: the points themselves are needed. */
export function findAccumulatedValue({ aggregation, kind, facet = 'value' }: SeriesQuery): AccumulatedValue | undefined {
  switch (facet) {
    case 'flags':
      return BITS;
    case 'estimated':
      return ESTIMATED_SHARE;
    case 'method':
      return undefined;
    case 'value':
      if (aggregation === 'avg' && kind !== 'derived') return MEAN_OVER_TIME;
      return typeof aggregation === 'string' ? ACCUMULATED[aggregation] : undefined;
  }
}

/** An aggregate function over `v`, for what accumulators do not suffice; undefined: the most frequent value. */
export function findPointAggregate({ aggregation, facet = 'value' }: SeriesQuery): string | undefined {
  if (facet === 'method' || aggregation === 'mode') return undefined;
  if (aggregation === 'std') return 'if(count() < 2, nan, stddevSamp(v))';
  const percentile = aggregation === 'median' ? 50 : typeof aggregation === 'object' ? aggregation.percentile : Number.NaN;
  if (!(percentile >= 0 && percentile <= 100)) throw new RangeError('No percentile, and not to be read from points');
  return `quantileExactInclusive(${percentile / 100})(v)`;
}

/** Mean direction of sums of sines and cosines, from 0 to 360 degrees; NaN where they cancel each other out. */
export function meanDirection(sines: string, cosines: string, weight: string): string {
  return (
    `if(${weight} = 0 or sqrt(${sines} * ${sines} + ${cosines} * ${cosines}) < ${NO_DIRECTION} * ${weight}, nan, ` +
    `positiveModulo(degrees(atan2(${sines}, ${cosines})), 360))`
  );
}

/** The same of numbers. */
export function meanDirectionOf(sines: number, cosines: number, weight: number): number {
  if (weight === 0 || Math.sqrt(sines * sines + cosines * cosines) < NO_DIRECTION * weight) return Number.NaN;
  const degrees = ((Math.atan2(sines, cosines) * 180) / Math.PI) % 360;
  return degrees < 0 ? degrees + 360 : degrees;
}

export function signed(direction: string): string {
  return `if(${direction} > 180, ${direction} - 360, ${direction})`;
}

function plain(column: AccumulatorColumn, exists: AccumulatedValue['exists'] = 'number'): AccumulatedValue {
  return { columns: [column], sql: column, exists, valuesOf: (columnOf) => columnOf(column) };
}

function quotient(dividend: AccumulatorColumn, divisor: AccumulatorColumn): AccumulatedValue {
  return {
    columns: [divisor, dividend],
    sql: `${dividend} / ${divisor}`,
    exists: 'number',
    valuesOf: (columnOf) => {
      const divisors = columnOf(divisor);
      return columnOf(dividend).map((each, row) => each / (divisors[row] ?? Number.NaN));
    },
  };
}

/** Directions that cancel each other out have no mean. */
function direction({ isSigned }: { isSigned: boolean }): AccumulatedValue {
  const sql = meanDirection('sines', 'cosines', 'seconds');
  return {
    columns: ['sines', 'cosines', 'seconds'],
    sql: isSigned ? signed(sql) : sql,
    exists: 'seconds',
    valuesOf: (columnOf) => {
      const [cosines, seconds] = [columnOf('cosines'), columnOf('seconds')];
      return columnOf('sines').map((sine, row) => {
        const mean = meanDirectionOf(sine, cosines[row] ?? Number.NaN, seconds[row] ?? Number.NaN);
        return isSigned && mean > 180 ? mean - 360 : mean;
      });
    },
  };
}
