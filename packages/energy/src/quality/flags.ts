import type { QualityState } from './quality-states.ts';

/**
 * What is known about the making of one validated value, one bit each. Bits 0 to 14 say what was wrong with the measured value, 15 to 27 where
 * the value was taken from instead. Bit 31 is never used: bit operators count it as a sign.
 */
export const QUALITY_FLAGS = {
  MISSING: 1 << 0,
  MANUAL_INVALID: 1 << 1,
  FLATLINE: 1 << 2,
  FLATLINE_INTEGER: 1 << 3,
  GRADIENT: 1 << 4,
  LOW_COUNTS: 1 << 5,
  BELOW_MIN: 1 << 6,
  ABOVE_MAX: 1 << 7,
  CLEARSKY_HIGH: 1 << 8,
  CLEARSKY_LOW: 1 << 9,
  CONSENSUS: 1 << 10,
  PR_HIGH: 1 << 11,
  BARO_HIGH: 1 << 12,
  BARO_LOW: 1 << 13,
  POA_CONSENSUS: 1 << 14,
  NIGHT_VALUE: 1 << 15,
  INTERPOLATED: 1 << 16,
  PERSISTED: 1 << 17,
  CONSENSUS_AVERAGE: 1 << 18,
  REFERENCE_DEVICE: 1 << 19,
  REFERENCE: 1 << 20,
  SECONDARY_STATION: 1 << 21,
  SATELLITE: 1 << 22,
  EXTERNAL_WEATHER: 1 << 23,
  FALLBACK_SIGNAL: 1 << 24,
  TURBINE_FALLBACK: 1 << 25,
  DEFAULT_VALUE: 1 << 26,
  MANUAL_VALUE: 1 << 27,
  SUSPECT: 1 << 28,
  PARTIAL: 1 << 29,
  NO_VALUE: 1 << 30,
} as const;

export type QualityFlag = keyof typeof QUALITY_FLAGS;

/** The value is an estimate. A night value and a value entered by hand are corrections, not estimates. */
export const ESTIMATED_MASK = bitsFrom(16, 26);

/** A sensor or its connection did something a healthy one does not. */
export const SENSOR_FAULT_MASK = bitsFrom(2, 14);

/**
 * Whether a value is an estimate.
 *
 * @param flags - set of bits
 */
export function isEstimated(flags: number): boolean {
  return (flags & ESTIMATED_MASK) !== 0;
}

/**
 * Estimates of a column.
 *
 * @param flags - sets of bits, shape (n)
 * @returns 1 where the value is an estimate, shape (n)
 */
export function estimatedColumn(flags: Int32Array): Uint8Array {
  return Uint8Array.from(flags, (bits) => (isEstimated(bits) ? 1 : 0));
}

/**
 * Names of the bits of a set, lowest first.
 *
 * @param flags - set of bits
 */
export function flagNames(flags: number): QualityFlag[] {
  return FLAG_NAMES.filter((name) => (flags & QUALITY_FLAGS[name]) !== 0);
}

/**
 * The one thing to show of a set of flags.
 *
 * @param flags - set of bits
 */
export function qualityState(flags: number): QualityState {
  if ((flags & QUALITY_FLAGS.NO_VALUE) !== 0) return 'noValue';
  if ((flags & QUALITY_FLAGS.MANUAL_VALUE) !== 0) return 'manualValue';
  if (isEstimated(flags)) return 'estimated';
  if ((flags & QUALITY_FLAGS.MANUAL_INVALID) !== 0) return 'manualInvalid';
  if ((flags & QUALITY_FLAGS.SUSPECT) !== 0) return 'suspect';
  return (flags & QUALITY_FLAGS.PARTIAL) !== 0 ? 'partial' : 'good';
}

const FLAG_NAMES = Object.keys(QUALITY_FLAGS).filter((name): name is QualityFlag => Object.hasOwn(QUALITY_FLAGS, name));

function bitsFrom(first: number, last: number): number {
  let mask = 0;
  for (let bit = first; bit <= last; bit++) mask |= 1 << bit;
  return mask;
}
