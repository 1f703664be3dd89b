import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentIdSchema, signalIdSchema } from './ids.ts';
import { type ColumnSeries, decodeSignalColumns, encodeSignalColumns, type SignalColumns } from './signal-columns.ts';

const series = (columns: Pick<ColumnSeries, 'timesMs' | 'values'> & Partial<ColumnSeries>): ColumnSeries => ({
  key: 'inv-1',
  label: 'Växelriktare 1',
  segmentId: segmentIdSchema.parse('inv-1'),
  signalId: signalIdSchema.parse('ActivePower||Raw'),
  unit: 'kW',
  aggregation: 'avg',
  timezone: 'Europe/Stockholm',
  periodsBack: 0,
  ...columns,
});
const answer = (list: ColumnSeries[]): SignalColumns => ({ resolution: 'hour', reduced: false, native: false, series: list });

test('what was encoded is decoded, whatever the numbers, the missing ones included', () => {
  const column = fc.float64Array({ maxLength: 30 });
  const one = fc
    .record({
      timesMs: column,
      values: column,
      min: fc.option(column, { nil: undefined }),
      completeness: fc.option(column, { nil: undefined }),
    })
    .map(({ min, completeness, ...own }) => series({ ...own, ...(min ? { min } : {}), ...(completeness ? { completeness } : {}) }));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (list) => {
      expect(decodeSignalColumns(encodeSignalColumns(answer(list)).buffer)).toEqual(answer(list));
    }),
  );
});

test('times that all series share are sent once', () => {
  const timesMs = Float64Array.from({ length: 1_000 }, (_, index) => index * 3_600_000);
  const list = Array.from({ length: 10 }, (_, index) =>
    series({ timesMs: timesMs.slice(), values: timesMs.map((value) => value + index) }),
  );
  const bytes = encodeSignalColumns(answer(list));
  expect(bytes.byteLength).toBeLessThan(11 * 8_000 + 10 * 400);
  const decoded = decodeSignalColumns(bytes.buffer);
  expect(decoded.series[9]?.timesMs).toBe(decoded.series[0]?.timesMs);
});

test.each([
  ['nothing', (_: Uint8Array) => new Uint8Array(0)],
  ['text', (_: Uint8Array) => new TextEncoder().encode('{"error":"signals.unavailable"}  ')],
  ['an answer that is cut off', (bytes: Uint8Array) => bytes.slice(0, bytes.length - 8)],
])('%s is refused', (_, change) => {
  const bytes = encodeSignalColumns(answer([series({ timesMs: Float64Array.of(1, 2), values: Float64Array.of(3, 4) })]));
  expect(() => decodeSignalColumns(change(bytes).buffer as ArrayBuffer)).toThrow(RangeError);
});
