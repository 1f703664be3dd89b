import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOfSpace, orderMiddle } from './median-of-space.ts';
import { median } from './quantile.ts';

test('the median of a work space is the median of its first values, for few and for many', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { maxLength: 120 }),
      fc.array(fc.double({ noNaN: true }), { maxLength: 5 }),
      (values, rest) => {
        const space = Float64Array.from([...values, ...rest]);
        const expected = median(Float64Array.from(values));
        const found = medianOfSpace(space, values.length);
        expect(Object.is(found, expected) || Math.abs(found - expected) <= 1e-6).toBe(true);
        expect([...space.subarray(values.length)]).toEqual(rest);
      },
    ),
  );
});

test('around the middle a work space is as if it were sorted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 120 }), (values) => {
      const space = Float64Array.from(values);
      orderMiddle(space, values.length);
      const sorted = Float64Array.from(values).sort();
      const middle = values.length >> 1;
      const around = (column: Float64Array) => [...column.subarray(middle - 1, middle + 2)];
      expect(around(space)).toEqual(around(sorted));
      expect([...space].sort((a, b) => a - b)).toEqual([...sorted]);
    }),
  );
});
