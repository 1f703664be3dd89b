import { mapAt } from './map-at.ts';
export interface NightOptions {
  /** The sun below this elevation makes it night. [°] */
  nightElevation: number;
  /** What the signal is at night. */
  nightValue: number;
}

/**
 * Values of the sun's signals at night.
 *
 * @param elevation - of the sun, shape (n). [°]
 * @param at - intervals to fill, shape (m)
 * @param options - what night is
 * @returns shape (m); NaN by day
 */
export function nightValues(elevation: Float64Array, at: Int32Array, { nightElevation, nightValue }: NightOptions): Float64Array {
  return mapAt(at, (i) => ((elevation[i] ?? Number.NaN) < nightElevation ? nightValue : Number.NaN));
}
