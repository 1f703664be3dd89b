import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnPoints } from './column-sink.ts';
import { type ColumnTargets, inStoredOrder } from './stored-order.ts';

const MOST_COLUMNS = 8;

const columnsOfPoints = fc
  .array(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -5, max: 5 })), { minLength: 1, maxLength: 30 }), {
    maxLength: MOST_COLUMNS,
  })
  .map((list) =>
    list.map(
      (points, column): ColumnPoints => ({
        column,
        timesMs: Float64Array.from(points, ([time]) => time * 600_000),
        values: Float64Array.from(points, ([, value]) => value),
      }),
    ),
  );

/** Two columns may name one series, and some are not taken. */
const targetsOfColumns = fc
  .array(fc.record({ series: fc.integer({ min: 0, max: 4 }), factor: fc.constantFrom(1, 1000), shift: fc.constantFrom(0, 273.15) }), {
    minLength: MOST_COLUMNS,
    maxLength: MOST_COLUMNS,
  })
  .map(
    (list): ColumnTargets => ({
      series: Uint32Array.from(list, ({ series }) => series),
      factors: Float64Array.from(list, ({ factor }) => factor),
      shifts: Float64Array.from(list, ({ shift }) => shift),
    }),
  );

test('points are stored by series and time, the last of each time', () => {
  fc.assert(
    fc.property(columnsOfPoints, targetsOfColumns, fc.integer({ min: 1, max: 40 }), (columns, targets, blockPoints) => {
      const blocks = [...inStoredOrder(columns, targets, blockPoints)];
      const rows = blocks.flatMap(({ series, timesMs, values }) =>
        Array.from(series, (number, index) => ({ series: number, timeMs: timesMs[index] ?? Number.NaN, value: values[index] })),
      );
      expect(rows).toEqual(expectedRows(columns, targets));
      for (const { series, timesMs, values } of blocks) {
        expect(series.length).toBeGreaterThan(0);
        expect([timesMs.length, values.length]).toEqual([series.length, series.length]);
      }
    }),
  );
});

function expectedRows(columns: readonly ColumnPoints[], { series, factors, shifts }: ColumnTargets) {
  const newest = new Map<string, { series: number; timeMs: number; value: number }>();
  for (const { column, timesMs, values } of columns) {
    const number = series[column] ?? 0;
    if (number === 0) continue;
    for (const [index, timeMs] of timesMs.entries()) {
      const value = (values[index] ?? Number.NaN) * (factors[column] ?? 1) + (shifts[column] ?? 0);
      newest.set(`${number} ${timeMs}`, { series: number, timeMs, value });
    }
  }
  return [...newest.values()].sort((left, right) => left.series - right.series || left.timeMs - right.timeMs);
}
