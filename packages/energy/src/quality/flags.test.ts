import { expect, test } from 'vitest';
import { ESTIMATED_MASK, estimatedColumn, flagNames, isEstimated, QUALITY_FLAGS, qualityState, SENSOR_FAULT_MASK } from './flags.ts';

const {
  MISSING,
  SATELLITE,
  CLEARSKY_HIGH,
  SECONDARY_STATION,
  FLATLINE,
  INTERPOLATED,
  MANUAL_INVALID,
  NO_VALUE,
  MANUAL_VALUE,
  NIGHT_VALUE,
  SUSPECT,
  PARTIAL,
} = QUALITY_FLAGS;

test('31 bits, none of them the sign', () => {
  const bits = Object.values(QUALITY_FLAGS);
  expect(bits).toEqual(Array.from({ length: 31 }, (_, bit) => 2 ** bit));
  expect(bits.reduce((all, bit) => all | bit, 0)).toBeGreaterThan(0);
});

test.each([
  ['missing and taken from the satellite', MISSING | SATELLITE, 4_194_305],
  ['brighter than the sky and taken from the second station', CLEARSKY_HIGH | SECONDARY_STATION, 2_097_408],
  ['stuck and interpolated', FLATLINE | INTERPOLATED, 65_540],
  ['declared invalid and nothing found', MANUAL_INVALID | NO_VALUE, 1_073_741_826],
  ['entered by hand', MANUAL_VALUE, 134_217_728],
])('%s', (_, flags, number) => {
  expect(flags).toBe(number);
});

test('night values and values entered by hand are corrections, not estimates', () => {
  expect([NIGHT_VALUE, MANUAL_VALUE, SUSPECT, MISSING].map(isEstimated)).toEqual([false, false, false, false]);
  expect([INTERPOLATED, SATELLITE, QUALITY_FLAGS.DEFAULT_VALUE].map(isEstimated)).toEqual([true, true, true]);
  expect([...estimatedColumn(Int32Array.of(0, INTERPOLATED | MISSING, NIGHT_VALUE))]).toEqual([0, 1, 0]);
  expect(ESTIMATED_MASK).toBe(0b111_1111_1111_0000_0000_0000_0000);
  expect(SENSOR_FAULT_MASK).toBe(0b111_1111_1111_1100);
});

test.each([
  [0, 'good'],
  [PARTIAL, 'partial'],
  [PARTIAL | SUSPECT, 'suspect'],
  [SUSPECT | MANUAL_INVALID, 'manualInvalid'],
  [MANUAL_INVALID | INTERPOLATED, 'estimated'],
  [INTERPOLATED | MANUAL_VALUE, 'manualValue'],
  [MANUAL_VALUE | NO_VALUE, 'noValue'],
])('of %i the icon says %s', (flags, state) => {
  expect(qualityState(flags)).toBe(state);
});

test('a set is told by the names of its bits', () => {
  expect(flagNames(4_194_305)).toEqual(['MISSING', 'SATELLITE']);
  expect(flagNames(0)).toEqual([]);
});
