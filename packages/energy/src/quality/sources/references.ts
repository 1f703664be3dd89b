import { mapAt } from './map-at.ts';
/** A device that can stand in, and how its values turn into the own ones. */
export interface ReferenceSource {
  /** What is good, shape (n); NaN elsewhere. */
  values: Float64Array;
  /** y = intercept + slope · x. */
  intercept: number;
  slope: number;
}

/**
 * Value of the first reference that has one.
 *
 * @param references - first choice first
 * @param at - intervals to fill, shape (m)
 * @returns shape (m); NaN where no reference has a value
 */
export function firstReferenceValue(references: readonly ReferenceSource[], at: Int32Array): Float64Array {
  return mapAt(at, (i) => {
    for (const { values, intercept, slope } of references) {
      const value = intercept + slope * (values[i] ?? Number.NaN);
      if (!Number.isNaN(value)) return value;
    }
    return Number.NaN;
  });
}

/**
 * Values of another column, scaled and shifted.
 *
 * @param values - shape (n)
 * @param at - intervals to fill, shape (m)
 * @param line - y = offset + gain · x
 * @returns shape (m); NaN where the column has none
 */
export function scaledValues(values: Float64Array, at: Int32Array, { gain, offset }: { gain: number; offset: number }): Float64Array {
  return mapAt(at, (i) => offset + gain * (values[i] ?? Number.NaN));
}

/**
 * Values of another column as they are.
 *
 * @param values - shape (n)
 * @param at - intervals to fill, shape (m)
 * @returns shape (m); NaN where the column has none
 */
export function valuesAt(values: Float64Array, at: Int32Array): Float64Array {
  return mapAt(at, (i) => values[i] ?? Number.NaN);
}
