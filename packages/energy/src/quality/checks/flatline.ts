import { combine } from '@solvane/series/combine';
import { QUALITY_FLAGS } from '../flags.ts';
import type { WindowPart } from '../signal-run.ts';

export interface FlatlineOptions {
  /** Shortest run that counts, in intervals. */
  minLength: number;
  /** Largest spread of a run. */
  tolerance: number;
  /** Values below or above are where the signal may rest: they end a run and are never marked. NaN: nowhere. */
  ignoreBelow: number;
  ignoreAbove: number;
  /** 1 where the signal may rest, shape (n): night of the sun's signals, curtailment of power. Absent: nowhere. */
  ignore?: Uint8Array | undefined;
}

/** Values come with rounding errors of the last digit, 0.03 - 0.02 is not at most 0.01. A share of the value, or of 1. */
const SLACK = 1e-9;

/**
 * Marks ranges in which a signal does not move.
 *
 * A run grows from its first value while its spread stays within the tolerance; one that lasts long enough is marked from its first value
 * on, a shorter one is given up and the search goes on at its second value. A missing value ends a run.
 *
 * @param values - raw, shape (n)
 * @param options - what counts as not moving
 * @param flags - shape (n), FLATLINE is set in place
 * @returns whether there is any
 * @see QARTOD flat line test
 */
export function flagFlatline(values: Float64Array, options: FlatlineOptions, flags: Int32Array): boolean {
  return markRuns(values, values, options, flags, QUALITY_FLAGS.FLATLINE);
}

/**
 * Flat runs of a column, in order.
 *
 * @param values - raw, shape (n)
 * @param options - what counts as not moving, and whether values are rounded to whole numbers first
 * @param visit - called with the half open run
 */
export function eachFlatRun(
  values: Float64Array,
  options: FlatlineOptions & { isWhole: boolean },
  visit: (start: number, end: number) => void,
): void {
  visitRuns(options.isWhole ? wholeNumbers(values) : values, values, options, visit);
}

/**
 * A part of a column with everything around it that a flat run touching the part could reach.
 *
 * @param values - raw, shape (n)
 * @param part - what is looked at
 * @param tolerance - largest spread of a run
 */
export function steadyPart(values: Float64Array, part: WindowPart, tolerance: number): WindowPart {
  let { end } = part;
  while (end > 0 && end < values.length && isSteady(values, end, tolerance)) end++;
  return { start: beginningOfSteadiness(values, part.start, tolerance), end };
}

/**
 * Where to begin, so that a part of a column is marked as the whole would be: with a tolerance, where a run ends depends on where the one before
 * it began, but no run reaches across a larger step or a gap.
 *
 * @param values - raw, shape (n)
 * @param from - first interval that is asked for
 * @param tolerance - largest spread of a run
 * @returns at most `from`
 */
export function beginningOfSteadiness(values: Float64Array, from: number, tolerance: number): number {
  let start = from;
  while (start > 0 && isSteady(values, start, tolerance)) start--;
  return start;
}

function isSteady(values: Float64Array, i: number, tolerance: number): boolean {
  const value = values[i] ?? Number.NaN;
  return Math.abs(value - (values[i - 1] ?? Number.NaN)) <= tolerance + slackOf(value);
}

function slackOf(value: number): number {
  const size = Math.abs(value);
  return size > 1 ? SLACK * size : SLACK;
}

/**
 * Marks ranges in which a signal stays at one whole number: a sensor stuck with a dither below its resolution.
 *
 * @param values - raw, shape (n)
 * @param options - what counts as not moving; the tolerance is that of rounding
 * @param flags - shape (n), FLATLINE_INTEGER is set in place
 * @returns whether there is any
 * @see QARTOD flat line test
 */
export function flagFlatlineInteger(values: Float64Array, options: Omit<FlatlineOptions, 'tolerance'>, flags: Int32Array): boolean {
  return markRuns(wholeNumbers(values), values, { ...options, tolerance: 0 }, flags, QUALITY_FLAGS.FLATLINE_INTEGER);
}

function wholeNumbers(values: Float64Array): Float64Array {
  return combine(values, (value) => Math.floor(value + 0.5));
}

/** Grows to the longest column. Thousands of signals a day are looked at one after the other, and none keeps it. */
let room = new Uint8Array(0);

function markRuns(values: Float64Array, measured: Float64Array, options: FlatlineOptions, flags: Int32Array, bit: number): boolean {
  let isFound = false;
  visitRuns(values, measured, options, (start, end) => {
    isFound = true;
    for (let i = start; i < end; i++) flags[i] = (flags[i] ?? 0) | bit;
  });
  return isFound;
}

function visitRuns(
  values: Float64Array,
  measured: Float64Array,
  options: FlatlineOptions,
  visit: (start: number, end: number) => void,
): void {
  const { minLength, tolerance } = options;
  if (room.length < measured.length) room = new Uint8Array(measured.length);
  const usable = room;
  markUsable(measured, options, usable);
  let start = 0;
  while (start < values.length) {
    if (usable[start] !== 1) {
      start++;
      continue;
    }
    const end = endOfRun(values, start, tolerance + slackOf(values[start] ?? 0), usable);
    const isLong = end - start >= minLength;
    if (isLong) visit(start, end);
    // Without tolerance no run that begins inside a given-up one reaches further than it did.
    start = isLong || tolerance === 0 ? end : start + 1;
  }
}

/** 1 where a value may be part of a run: runs that are given up are gone through again and again. */
function markUsable(measured: Float64Array, { ignoreBelow, ignoreAbove, ignore }: FlatlineOptions, usable: Uint8Array): void {
  for (let i = 0; i < measured.length; i++) {
    const value = measured[i] ?? Number.NaN;
    usable[i] = value - value === 0 && !(value < ignoreBelow) && !(value > ignoreAbove) && ignore?.[i] !== 1 ? 1 : 0;
  }
}

function endOfRun(values: Float64Array, start: number, width: number, usable: Uint8Array): number {
  let low = values[start] ?? Number.NaN;
  let high = low;
  let end = start + 1;
  for (; end < values.length && usable[end] === 1; end++) {
    const value = values[end] ?? Number.NaN;
    if (value > low + width || value < high - width) break;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return end;
}
