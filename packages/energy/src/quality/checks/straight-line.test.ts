import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from '../flags.ts';
import { flagStraightLines, type StraightLineOptions } from './straight-line.ts';

const marks = (values: number[], options: Partial<StraightLineOptions> = {}) => {
  const flags = new Int32Array(values.length);
  flagStraightLines(Float64Array.from(values), { minSamples: 4, ignoreBelow: Number.NaN, ...options }, flags);
  return [...flags].map((bits) => (bits === (QUALITY_FLAGS.FLATLINE | QUALITY_FLAGS.SUSPECT) ? 1 : bits));
};

/** Values between two measured ones. */
const between = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * (i + 1)) / (count + 1));

describe('a straight line', () => {
  const before = [513.27, 498.61, 540.12];
  const after = [611.93, 588.03];

  test('between two measured values is suspect, its ends are not', () => {
    expect(marks([...before, ...between(540.12, 611.93, 4), ...after])).toEqual([0, 0, 0, 1, 1, 1, 1, 0, 0]);
    expect(marks([...before, ...between(540.12, 611.93, 4).map(Math.fround), ...after])).toEqual([0, 0, 0, 1, 1, 1, 1, 0, 0]);
    expect(marks([...before, ...between(540.12, 611.93, 2), ...after])).toEqual([0, 0, 0, 1, 1, 0, 0]);
    expect(marks([...before, ...between(540.12, 611.93, 1), ...after])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('after another is two lines', () => {
    const values = [...before, ...between(540.12, 611.93, 3), 611.93, ...between(611.93, 200.07, 3), 200.07, 214.5];
    expect(marks(values)).toEqual([0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0]);
  });

  test('that does not rise or fall is the business of another rule', () => {
    expect(marks([500, 500, 500, 500, 500, 500])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('in round steps may be chance while it is short', () => {
    const ramp = Array.from({ length: 14 }, (_, i) => 100 + 10 * i);
    expect(marks(ramp.slice(0, 8)).includes(1)).toBe(false);
    expect(marks(ramp).filter((mark) => mark === 1)).toHaveLength(12);
  });

  test('is none where the signal rests, and ends at a missing value', () => {
    const line = [540.12, ...between(540.12, 611.93, 4), 611.93];
    expect(marks(line, { ignore: Uint8Array.of(1, 1, 1, 1, 1, 1) }).includes(1)).toBe(false);
    expect(marks(line, { ignoreBelow: 700 }).includes(1)).toBe(false);
    expect(marks(line.map((value, i) => (i === 3 ? Number.NaN : value))).includes(1)).toBe(false);
  });
});
