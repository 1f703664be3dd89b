import { directionOfSums, wrapTurn } from '@solvane/series/circular';
import type { TimeAggregation } from '../signals/calc-types.ts';
import type { RollupRows } from './rollup-rows.ts';

/**
 * Time-weighted mean of each bucket.
 *
 * @param rows - shape (n)
 * @returns in the signal's unit, shape (n); NaN where nothing is known
 */
export function meanOf(rows: RollupRows): Float64Array {
  return rows.valueSeconds.map((value, i) => value / zeroIsMissing(rows.validSeconds[i] ?? 0));
}

/**
 * Sum of each bucket: the energy of a power [kWh], or the total of a signal that was rolled up as sums.
 *
 * @param rows - shape (n)
 * @returns shape (n); NaN where nothing is known. What is missing inside a bucket is not made up for
 */
export function sumOf(rows: RollupRows): Float64Array {
  return rows.valueSeconds.map((value, i) => ((rows.validSeconds[i] ?? 0) > 0 ? value / 3600 : Number.NaN));
}

/**
 * Sum of each bucket as it would be if the missing time had been like the rest.
 *
 * @param rows - shape (n)
 * @returns sum divided by completeness, shape (n); NaN where nothing is known
 */
export function scaledSumOf(rows: RollupRows): Float64Array {
  const completeness = completenessOf(rows);
  return sumOf(rows).map((value, i) => value / zeroIsMissing(completeness[i] ?? 0));
}

/**
 * Mean direction of each bucket.
 *
 * @param rows - rolled up as angles, shape (n)
 * @param isTurn - relative angles come back above -180, up to 180; others from 0 to 360
 * @returns shape (n). [°] NaN where nothing is known or the directions cancel out
 */
export function directionOf(rows: RollupRows, { isTurn }: { isTurn: boolean }): Float64Array {
  return rows.sineSeconds.map((sine, i) => {
    const { direction } = directionOfSums(sine, rows.cosineSeconds[i] ?? 0, rows.validSeconds[i] ?? 0);
    return isTurn ? wrapTurn(direction) : direction;
  });
}

/**
 * How much of the expected time of each bucket has a value.
 *
 * @param rows - shape (n)
 * @returns 0 to 1, shape (n); 1 where nothing was expected, like an hour of night
 */
export function completenessOf(rows: RollupRows): Float64Array {
  return rows.expectedSeconds.map((expected, i) => (expected > 0 ? (rows.metSeconds[i] ?? 0) / expected : 1));
}

/**
 * How much of the known time of each bucket is estimated.
 *
 * @param rows - shape (n)
 * @returns 0 to 1, shape (n); NaN where nothing is known
 */
export function estimatedShareOf(rows: RollupRows): Float64Array {
  return rows.estimatedSeconds.map((estimated, i) => estimated / zeroIsMissing(rows.validSeconds[i] ?? 0));
}

/**
 * The value of each bucket by a rule of the signal catalogue.
 *
 * @param rows - shape (n)
 * @param aggregation - rule; states (`mode`), ratios and bit sets are not made of these rows
 * @param isTurn - for `circ`: whether angles are relative
 * @returns shape (n); NaN where nothing is known
 * @throws RangeError for a rule that needs more than the rows hold
 */
export function aggregateRollup(rows: RollupRows, aggregation: TimeAggregation, { isTurn = false } = {}): Float64Array {
  switch (aggregation) {
    case 'avg':
    case 'tw':
      return meanOf(rows);
    case 'sum':
      return sumOf(rows);
    case 'min':
      return rows.min.slice();
    case 'max':
      return rows.max.slice();
    case 'last':
      return rows.last.slice();
    case 'circ':
      return directionOf(rows, { isTurn });
    default:
      throw new RangeError(`Rows of one signal have no ${aggregation}`);
  }
}

function zeroIsMissing(value: number): number {
  return value === 0 ? Number.NaN : value;
}
