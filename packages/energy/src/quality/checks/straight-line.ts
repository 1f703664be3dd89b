import { QUALITY_FLAGS } from '../flags.ts';
import type { WindowPart } from '../signal-run.ts';

export interface StraightLineOptions {
  /** Samples of the shortest line, its ends included. */
  minSamples: number;
  /** Values below are where the signal may rest. NaN: nowhere */
  ignoreBelow: number;
  /** 1 where the signal may rest, shape (n). Absent: nowhere */
  ignore?: Uint8Array | undefined;
}

/** float32 keeps seven digits: second differences of a line are as small, as a share of its largest value. */
const ROUNDING = 3e-7;
/** A move smaller than this share is none: a flat line is another test's. */
const LEAST_MOVE = 1e-5;
/** Values in decimal steps of this share of the largest lie on a line by chance. */
const CHANCE_STEP = 1e-5;
/** Unless so many times the samples do. */
const LONGER = 3;

/**
 * Marks values that were put between two measured ones by a straight line: no signal of the weather moves by the same amount again and again. Its ends
 * were measured. The value may be right on average, so it is suspect, not rejected.
 *
 * @param values - raw, shape (n)
 * @param options - what counts as a line
 * @param flags - shape (n), FLATLINE and SUSPECT are set in place
 * @see Perry et al., PVAnalytics: interpolated data have no second difference
 */
export function flagStraightLines(values: Float64Array, options: StraightLineOptions, flags: Int32Array): void {
  const { minSamples } = options;
  let start = 0;
  for (let i = 2; i <= values.length; i++) {
    if (i < values.length && isStraight(values, i)) continue;
    // The line goes from `start` to the value before this one.
    if (i - start >= minSamples && isLine(values, start, i, options)) {
      for (let k = start + 1; k < i - 1; k++) flags[k] = (flags[k] ?? 0) | QUALITY_FLAGS.FLATLINE | QUALITY_FLAGS.SUSPECT;
    }
    start = i - 1;
  }
}

/**
 * A part of a column with all of the lines that reach into it.
 *
 * @param values - raw, shape (n)
 * @param part - what is looked at
 */
export function straightPart(values: Float64Array, part: WindowPart): WindowPart {
  let { start, end } = part;
  while (start > 0 && isStraight(values, start + 1)) start--;
  while (end >= 2 && end < values.length && isStraight(values, end)) end++;
  return { start, end };
}

/** Whether a value goes on as the two before it did. */
function isStraight(values: Float64Array, i: number): boolean {
  const first = values[i - 2] ?? Number.NaN;
  const second = values[i - 1] ?? Number.NaN;
  const third = values[i] ?? Number.NaN;
  return Math.abs(third - 2 * second + first) <= ROUNDING * Math.max(Math.abs(first), Math.abs(third));
}

function isLine(values: Float64Array, start: number, end: number, { minSamples, ignoreBelow, ignore }: StraightLineOptions): boolean {
  const [first, last] = [values[start] ?? Number.NaN, values[end - 1] ?? Number.NaN];
  const largest = Math.max(Math.abs(first), Math.abs(last));
  if (Math.abs(last - first) <= LEAST_MOVE * largest * (end - start) || Math.max(first, last) < ignoreBelow) return false;
  if (ignore?.[start] === 1 || ignore?.[end - 1] === 1) return false;
  return end - start >= LONGER * minSamples || !isOnDecimals(values, start, end, largest);
}

/** Written with few digits, all of them: what lies on such steps lies on a line every now and then. */
function isOnDecimals(values: Float64Array, start: number, end: number, largest: number): boolean {
  const step = 10 ** Math.ceil(Math.log10(CHANCE_STEP * largest));
  for (let i = start; i < end; i++) {
    const value = values[i] ?? Number.NaN;
    if (Math.abs(value - Math.round(value / step) * step) > ROUNDING * largest) return false;
  }
  return true;
}
