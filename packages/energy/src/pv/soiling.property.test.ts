import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastSoilingInterval, soiling } from './soiling.ts';

test('the period since the last cleaning is the last one of all periods', () => {
  const day = fc.record({
    index: fc.oneof(
      { weight: 9, arbitrary: fc.double({ min: 0.5, max: 1.1, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    ),
    rain: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(8) }),
  });
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 80 }), fc.boolean(), (days, isRainKnown) => {
      const options = {
        index: Float64Array.from(days, ({ index }) => index),
        insolation: new Float64Array(days.length).fill(5),
        ...(isRainKnown && { rainfall: Float64Array.from(days, ({ rain }) => rain) }),
      };
      expect(lastSoilingInterval(options)).toEqual(soiling(options).intervals.at(-1));
    }),
  );
});
