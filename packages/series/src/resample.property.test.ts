import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValid, sum } from './moments.ts';
import { resampleMean, resampleSum } from './resample.ts';

// Whole watt-hours: sums are exact, so no tolerance can hide a lost value.
const energyWithGaps = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -1000, max: 100_000 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) }), {
    maxLength: 400,
  })
  .map((values) => Float64Array.from(values));

test('resampling neither creates nor destroys energy', () => {
  fc.assert(
    fc.property(energyWithGaps, fc.integer({ min: 1, max: 96 }), (energy, factor) => {
      expect(sum(resampleSum(energy, factor))).toBe(sum(energy));
    }),
  );
});

test('a mean lies between the values it stands for, and is missing only when all of them are', () => {
  fc.assert(
    fc.property(energyWithGaps, fc.integer({ min: 1, max: 96 }), (values, factor) => {
      for (const [group, mean] of resampleMean(values, factor).entries()) {
        const members = values.subarray(group * factor, (group + 1) * factor);
        const known = [...members].filter((value) => !Number.isNaN(value));
        expect(Number.isNaN(mean)).toBe(countValid(members) === 0);
        if (known.length > 0) {
          expect(mean).toBeGreaterThanOrEqual(Math.min(...known) - 1e-9);
          expect(mean).toBeLessThanOrEqual(Math.max(...known) + 1e-9);
        }
      }
    }),
  );
});

test('a group is a whole number of values', () => {
  for (const factor of [0, -1, 1.5, Number.NaN]) expect(() => resampleSum(new Float64Array(3), factor)).toThrow(RangeError);
});
