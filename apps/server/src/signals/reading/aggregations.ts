import type { PointKind, SeriesQuestion } from '../signal-store.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';

/** One number per bucket as an expression over its accumulator, and when there is one. */
export interface AccumulatedValue {
  columns: readonly AccumulatorColumn[];
  sql: string;
  /** Condition over the columns and `value`. */
  exists: string;
}

/** Below this length the mean of directions points nowhere. */
const NO_DIRECTION = 0.05;

const IS_NUMBER = 'not isNaN(value)';
/** Bits are there also where there is no value: they say why. */
const BITS: AccumulatedValue = { columns: ['flags'], sql: 'flags', exists: '1' };

/** Aggregations that an accumulator is enough for; for the others the points themselves are needed. */
const ACCUMULATED: Readonly<Record<string, AccumulatedValue>> = {
  avg: { columns: ['weight', 'weighted'], sql: 'weighted / weight', exists: IS_NUMBER },
  sum: { columns: ['total', 'seconds'], sql: 'total', exists: 'seconds > 0' },
  count: { columns: ['count'], sql: 'count', exists: 'count > 0' },
  min: plain('min'),
  max: plain('max'),
  first: plain('first'),
  last: plain('last'),
  or: BITS,
  circ: direction(meanDirection('sines', 'cosines', 'seconds')),
  circSigned: direction(signed(meanDirection('sines', 'cosines', 'seconds'))),
};

/** Only computed points have weights of their own; the others weigh what they last, and fewer columns are read sooner. */
const MEAN_OVER_TIME: AccumulatedValue = { columns: ['seconds', 'weighted'], sql: 'weighted / seconds', exists: IS_NUMBER };

/** Whether buckets of a kind can say how much of their time was to be expected; of the others the calendar alone says. */
export function hasOwnExpectation(kind: PointKind): boolean {
  return kind === 'derived';
}

/** undefined: the points themselves are needed. */
export function findAccumulatedValue({ aggregation, kind, facet = 'value' }: SeriesQuestion): AccumulatedValue | undefined {
  switch (facet) {
    case 'flags':
      return BITS;
    case 'estimated':
      return { columns: ['estimated', 'seconds'], sql: 'estimated / seconds', exists: IS_NUMBER };
    case 'method':
      return undefined;
    case 'value':
      if (aggregation === 'avg' && kind !== 'derived') return MEAN_OVER_TIME;
      return typeof aggregation === 'string' ? ACCUMULATED[aggregation] : undefined;
  }
}

/** An aggregate function over `v`, for what no accumulator can say; undefined: the most frequent value. */
export function findPointAggregate({ aggregation, facet = 'value' }: SeriesQuestion): string | undefined {
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

export function signed(direction: string): string {
  return `if(${direction} > 180, ${direction} - 360, ${direction})`;
}

function plain(column: 'min' | 'max' | 'first' | 'last'): AccumulatedValue {
  return { columns: [column], sql: column, exists: IS_NUMBER };
}

/** Directions that cancel each other out are an answer: there is none. */
function direction(sql: string): AccumulatedValue {
  return { columns: ['sines', 'cosines', 'seconds'], sql, exists: 'seconds > 0' };
}
