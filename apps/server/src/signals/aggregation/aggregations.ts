import type { PointKind } from '../point-kind.ts';
import type { Aggregation, Facet, SeriesQuery } from '../signal-reader.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';
import { DIRECTION, type Form, INVALIDATED, ITSELF, QUOTIENT, SIGNED_DIRECTION } from './forms.ts';

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

/** Raw points of a bucket that last equally long. */
export interface PointSums {
  count: number;
  total: number;
  min: number;
  max: number;
}

/** Everything that is known of an aggregation. */
interface AggregationDefinition {
  /** Of the accumulator of a bucket. Absent: the points themselves are needed. */
  accumulated?: AccumulatedValue;
  /** Of raw points in memory, where their mean over time is their mean. Absent: the engine computes it. */
  ofSums?: (sums: PointSums) => number;
  /** Aggregate function over points `v`, for what accumulators do not suffice. Absent: the most frequent value. */
  pointSql?: string;
  /** What represents points `v` of a range, at `ms`, when they are reduced to draw them. Default: their mean. */
  reducedSql?: string;
}

/** Bits are there also where there is no value: they are the reason. */
const BITS = accumulated(ITSELF, ['flags'], 'always');
const JOINED_BITS = 'toFloat64(groupBitOr(toUInt32(v)))';
const NEWEST = 'argMax(v, ms)';
const UNIT_VECTORS = ['sum(sin(radians(v)))', 'sum(cos(radians(v)))', 'count()'] as const;

/** Directions that cancel each other out have no mean, and exist. */
const AGGREGATIONS: Readonly<Record<Extract<Aggregation, string>, AggregationDefinition>> = {
  avg: { accumulated: accumulated(QUOTIENT, ['weighted', 'weight']), ofSums: ({ total, count }) => total / count },
  sum: { accumulated: accumulated(ITSELF, ['total'], 'seconds'), ofSums: ({ total }) => total },
  count: { accumulated: accumulated(ITSELF, ['count'], 'count'), ofSums: ({ count }) => count },
  min: { accumulated: accumulated(ITSELF, ['min']), ofSums: ({ min }) => min },
  max: { accumulated: accumulated(ITSELF, ['max']), ofSums: ({ max }) => max },
  first: { accumulated: accumulated(ITSELF, ['first']) },
  last: { accumulated: accumulated(ITSELF, ['last']), reducedSql: NEWEST },
  or: { accumulated: BITS, reducedSql: JOINED_BITS },
  circ: { accumulated: accumulated(DIRECTION, ['sines', 'cosines', 'seconds'], 'seconds'), reducedSql: DIRECTION.sql(...UNIT_VECTORS) },
  circSigned: {
    accumulated: accumulated(SIGNED_DIRECTION, ['sines', 'cosines', 'seconds'], 'seconds'),
    reducedSql: SIGNED_DIRECTION.sql(...UNIT_VECTORS),
  },
  mode: { reducedSql: NEWEST },
  std: { pointSql: 'if(count() < 2, nan, stddevSamp(v))' },
  median: percentile(50),
};

/** What of a point is read in place of its value. */
const FACETS: Readonly<Record<Exclude<Facet, 'value'>, Pick<AggregationDefinition, 'accumulated' | 'reducedSql'>>> = {
  flags: { accumulated: BITS, reducedSql: JOINED_BITS },
  method: { reducedSql: NEWEST },
  estimated: { accumulated: accumulated(QUOTIENT, ['estimated', 'seconds']) },
  weight: { accumulated: accumulated(ITSELF, ['weight'], 'seconds'), reducedSql: 'sum(v)' },
  invalidated: { accumulated: accumulated(INVALIDATED, ['flags'], 'always'), reducedSql: 'max(v)' },
};

/** Only computed points have weights of their own; the others weigh what they last, and fewer columns are read sooner. */
const MEAN_OVER_TIME = accumulated(QUOTIENT, ['weighted', 'seconds']);

/** Whether buckets of a kind have their own expected time; of the others the calendar alone decides. */
export function hasOwnExpectation(kind: PointKind): boolean {
  return kind === 'derived';
}

/** undefined: the points themselves are needed. */
export function findAccumulatedValue({ aggregation, kind, facet = 'value' }: SeriesQuery): AccumulatedValue | undefined {
  if (facet !== 'value') return FACETS[facet].accumulated;
  return aggregation === 'avg' && kind !== 'derived' ? MEAN_OVER_TIME : definitionOf(aggregation).accumulated;
}

/** Of raw points in memory; undefined: the engine computes it. */
export function findValueOfSums({ aggregation, kind, facet = 'value' }: SeriesQuery): ((sums: PointSums) => number) | undefined {
  return kind === 'raw' && facet === 'value' ? definitionOf(aggregation).ofSums : undefined;
}

/** An aggregate function over `v`, for what accumulators do not suffice; undefined: the most frequent value. */
export function findPointAggregate({ aggregation, facet = 'value' }: SeriesQuery): string | undefined {
  if (facet === 'method' || aggregation === 'mode') return undefined;
  const { pointSql } = definitionOf(aggregation);
  if (pointSql === undefined) throw new RangeError('No percentile, and not to be read from points');
  return pointSql;
}

/** What represents points `v` of a range when they are reduced to draw them. */
export function reducedValue({ aggregation, facet = 'value' }: SeriesQuery): string {
  const ofFacet = facet === 'value' ? undefined : FACETS[facet].reducedSql;
  return ofFacet ?? definitionOf(aggregation).reducedSql ?? 'avg(v)';
}

function definitionOf(aggregation: Aggregation): AggregationDefinition {
  return typeof aggregation === 'string' ? AGGREGATIONS[aggregation] : percentile(aggregation.percentile);
}

function percentile(percent: number): AggregationDefinition {
  return percent >= 0 && percent <= 100 ? { pointSql: `quantileExactInclusive(${percent / 100})(v)` } : {};
}

function accumulated(form: Form, parts: readonly AccumulatorColumn[], exists: AccumulatedValue['exists'] = 'number'): AccumulatedValue {
  const [first, second = '', third = ''] = parts;
  const existing = exists === 'seconds' || exists === 'count' ? [exists] : [];
  return {
    columns: [...new Set([...parts, ...existing])],
    sql: form.sql(first ?? '', second, third),
    exists,
    valuesOf: (columnOf) => {
      // A part that the form has not is never used. Reading past the end of a column would cost more than the arithmetic.
      const [firsts = NO_COLUMN, seconds = firsts, thirds = firsts] = parts.map(columnOf);
      return form === ITSELF ? firsts : mapColumns(form, { firsts, seconds, thirds });
    },
  };
}

function mapColumns(
  { of }: Form,
  { firsts, seconds, thirds }: { firsts: Float64Array; seconds: Float64Array; thirds: Float64Array },
): Float64Array {
  const values = new Float64Array(firsts.length);
  for (let row = 0; row < values.length; row++)
    values[row] = of(firsts[row] ?? Number.NaN, seconds[row] ?? Number.NaN, thirds[row] ?? Number.NaN);
  return values;
}

const NO_COLUMN = new Float64Array(0);
