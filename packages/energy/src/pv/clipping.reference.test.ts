import { seededRandom } from '@solvane/series/seeded-random';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { clippedAtRating } from './clipping.ts';

const reference = referenceData('pv_doe_rtc_nevada');
const small = referenceData('pv_inverters_solardatatools');

interface Score {
  precision: number;
  recall: number;
  positives: number;
}

/** Power as it would be with a limit: what lies above is cut, the limit itself holds within half a thousandth. */
function limited(power: Float64Array, limit: number): Float64Array {
  const random = seededRandom(5);
  return power.map((kw) => (kw > limit ? limit * (1 - 0.0005 * random()) : kw));
}

function means(values: Float64Array, size: number): Float64Array {
  return Float64Array.from({ length: Math.floor(values.length / size) }, (_, i) => {
    const part = values.subarray(i * size, (i + 1) * size);
    return part.reduce((sum, value) => sum + value, 0) / size;
  });
}

/** An interval is clipped where all of it, before averaging, lies above the limit. */
function score(power: Float64Array, limit: number, size: number): Score {
  const found = clippedAtRating({ power: means(limited(power, limit), size), acRating: limit });
  let [hits, positives, marked] = [0, 0, 0];
  for (const [i, flag] of found.entries()) {
    const isClipped = power.subarray(i * size, (i + 1) * size).every((kw) => kw > limit);
    if (isClipped) positives++;
    if (flag === 1) marked++;
    if (flag === 1 && isClipped) hits++;
  }
  return { precision: hits / marked, recall: hits / positives, positives };
}

describe.skipIf(reference.isAbsent)(`a limit put on the power of a real inverter${reference.note}`, () => {
  const power = reference.isAbsent ? new Float64Array() : reference.table('doe_rtc_nevada_inverter_15min.csv.gz').numbers('power');

  test.each([0.6, 0.7, 0.8])('at %d of its highest quarter hour is found, and little beside it', (share) => {
    const limit = share * 2500;
    const { precision, recall, positives } = score(power, limit, 1);
    expect(positives).toBeGreaterThan(1000);
    expect(recall).toBeGreaterThan(0.95);
    expect(precision).toBeGreaterThan(0.95);
  });

  test('is found in three of four whole hours', () => {
    const { precision, recall } = score(power, 0.7 * 2500, 4);
    expect(recall).toBeGreaterThan(0.75);
    expect(precision).toBeGreaterThan(0.9);
  });
});

describe.skipIf(small.isAbsent)(`the power of a roof${small.note}`, () => {
  test('is clipped at a limit put on it, and hardly at the rating it hardly reaches', () => {
    const power = small.table('TAEFC1044741.csv.gz').numbers('meas_val_f');
    const { precision, recall } = score(
      power.map((kw) => (kw > -1000 ? kw : Number.NaN)),
      4.5,
      1,
    );
    expect([precision > 0.95, recall > 0.95]).toEqual([true, true]);
    expect(clippedAtRating({ power, acRating: 7 }).reduce((sum, flag) => sum + flag, 0) / power.length).toBeLessThan(0.001);
  });
});
