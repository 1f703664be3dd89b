import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectInPlace } from './select.ts';

test('selecting finds what sorting would put there, whatever the order and however many are equal', () => {
  const values = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 1, -1)), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(values, fc.nat(), fc.nat(), (list, first, second) => {
      const sorted = Float64Array.from(list).sort();
      const column = Float64Array.from(list);
      for (const position of [first % list.length, second % list.length])
        expect(selectInPlace(column, position) + 0).toBe((sorted[position] ?? Number.NaN) + 0);
    }),
  );
});

test('there is nothing at a position outside', () => {
  expect(() => selectInPlace(Float64Array.of(1, 2), 2)).toThrow(RangeError);
  expect(() => selectInPlace(new Float64Array(0), 0)).toThrow(RangeError);
});
