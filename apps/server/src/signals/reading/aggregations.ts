import type { SeriesQuestion } from '../signal-store.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';

/** One number per bucket as an expression over its accumulator. */
export interface AccumulatedValue {
  columns: readonly AccumulatorColumn[];
  sql: string;
}

/** Below this length the mean of directions points nowhere. */
const NO_DIRECTION = 0.05;

/** Aggregations that an accumulator is enough for; for the others the points themselves are needed. */
const ACCUMULATED: Readonly<Record<string, AccumulatedValue>> = {
  avg: { columns: ['weight', 'weighted'], sql: 'weighted / weight' },
  sum: plain('total'),
  count: plain('count'),
  min: plain('min'),
  max: plain('max'),
  first: plain('first'),
  last: plain('last'),
  or: plain('flags'),
  circ: { columns: ['sines', 'cosines', 'seconds'], sql: meanDirection('sines', 'cosines', 'seconds') },
  circSigned: { columns: ['sines', 'cosines', 'seconds'], sql: signed(meanDirection('sines', 'cosines', 'seconds')) },
};

/** undefined: the points themselves are needed. */
export function findAccumulatedValue({ aggregation, facet = 'value' }: SeriesQuestion): AccumulatedValue | undefined {
  switch (facet) {
    case 'flags':
      return plain('flags');
    case 'estimated':
      return { columns: ['estimated', 'seconds'], sql: 'estimated / seconds' };
    case 'method':
      return undefined;
    case 'value':
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

function plain(column: AccumulatorColumn): AccumulatedValue {
  return { columns: [column], sql: column };
}
