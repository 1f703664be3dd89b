import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeNative, encodeNative, numbersOf, textsOf } from './native-format.ts';

test('columns come back as they were written, also from several blocks in a row', () => {
  const row = fc.record({
    series: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    timeMs: fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
    value: fc.double(),
    day: fc.integer({ min: -25_567, max: 100_000 }),
    name: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 20 }), { minLength: 1, maxLength: 3 }), (blocks) => {
      const bytes = blocks.map((rows) =>
        encodeNative([
          { name: 'series', type: 'UInt32', values: rows.map(({ series }) => series) },
          { name: 'time', type: "DateTime64(3, 'UTC')", values: rows.map(({ timeMs }) => timeMs) },
          { name: 'value', type: 'Float64', values: rows.map(({ value }) => value) },
          { name: 'day', type: 'Date32', values: rows.map(({ day }) => day) },
          { name: 'name', type: 'String', values: rows.map(({ name }) => name) },
        ]),
      );
      const columns = decodeNative(Buffer.concat(bytes));
      const rows = blocks.flat();
      expect(columns.rowCount).toBe(rows.length);
      expect([...numbersOf(columns, 'series')]).toEqual(rows.map(({ series }) => series));
      expect([...numbersOf(columns, 'time')]).toEqual(rows.map(({ timeMs }) => timeMs));
      expect([...numbersOf(columns, 'value')]).toEqual(rows.map(({ value }) => value));
      expect([...numbersOf(columns, 'day')]).toEqual(rows.map(({ day }) => day));
      expect(textsOf(columns, 'name')).toEqual(rows.map(({ name }) => name.toWellFormed()));
    }),
  );
});

test('what does not fit is refused, never cut', () => {
  expect(() => encodeNative([{ name: 'series', type: 'UInt32', values: [-1] }])).toThrow(RangeError);
  expect(() => encodeNative([{ name: 'series', type: 'UInt32', values: [1.5] }])).toThrow(RangeError);
  expect(() => encodeNative([{ name: 'time', type: "DateTime64(3, 'UTC')", values: [Number.NaN] }])).toThrow(RangeError);
  expect(() =>
    encodeNative([
      { name: 'a', type: 'UInt8', values: [1] },
      { name: 'b', type: 'UInt8', values: [1, 2] },
    ]),
  ).toThrow(RangeError);
});

test('a response that was cut off is an error, not fewer rows', () => {
  const bytes = encodeNative([{ name: 'value', type: 'Float64', values: [1, 2, 3] }]);
  expect(() => decodeNative(bytes.subarray(0, bytes.byteLength - 1))).toThrow(RangeError);
});

test('a response without rows has empty columns', () => {
  expect(numbersOf(decodeNative(Buffer.alloc(0)), 'anything')).toEqual(new Float64Array(0));
});
