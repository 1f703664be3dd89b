import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Columns } from '../signal-tables.ts';
import { numbersOf } from '../sql/native-format.ts';
import { arrangeRows } from './arrange-rows.ts';

interface Row {
  series: number;
  bucket: number;
}

/** What a row is known by. */
const markOf = ({ series, bucket }: Row) => series * 1000 + bucket;

function toColumns(rows: readonly Row[]): Columns {
  const column = (of: (row: Row) => number) => Float64Array.from(rows, of);
  const byName = new Map([
    ['series', column(({ series }) => series)],
    ['bucket', column(({ bucket }) => bucket)],
    ['value', column(markOf)],
  ]);
  return { rowCount: rows.length, byName };
}

const toRows = (columns: Columns): Row[] =>
  [...numbersOf(columns, 'series')].map((series, i) => ({ series, bucket: numbersOf(columns, 'bucket')[i] ?? Number.NaN }));

const inOrder = (rows: readonly Row[]): Row[] => [...rows].sort((left, right) => left.series - right.series || left.bucket - right.bucket);

test('rows in any order come out by series and time, each with its value', () => {
  const row = fc.record({ series: fc.nat(20), bucket: fc.integer({ min: -50, max: 50 }) });
  const different = fc.uniqueArray(row, { selector: markOf, maxLength: 60 });
  fc.assert(
    fc.property(different, (rows) => {
      const arranged = arrangeRows(toColumns(rows));
      expect(toRows(arranged)).toEqual(inOrder(rows));
      expect([...numbersOf(arranged, 'value')]).toEqual(inOrder(rows).map(markOf));
    }),
  );
});

test('chunks in order are put behind each other, and rows that are in order stay where they are', () => {
  const chunk = (series: number): Row[] => [0, 10, 20].map((bucket) => ({ series, bucket }));
  const inTwo = toColumns([...chunk(7), ...chunk(9), ...chunk(3), ...chunk(8)]);
  expect(toRows(arrangeRows(inTwo))).toEqual([3, 7, 8, 9].flatMap(chunk));
  const ready = toColumns([...chunk(3), ...chunk(7)]);
  expect(arrangeRows(ready)).toBe(ready);
});

test('threads that read series by turns leave each series whole', () => {
  const read = (series: readonly number[]): Row[] =>
    series.flatMap((one) => Array.from({ length: 20 }, (_, bucket) => ({ series: one, bucket })));
  const rows = read([1, 2, 10, 11, 3, 4, 12, 13, 5, 14]);
  const arranged = arrangeRows(toColumns(rows));
  expect(toRows(arranged)).toEqual(inOrder(rows));
  expect([...numbersOf(arranged, 'value')]).toEqual(inOrder(rows).map(markOf));
});

test('chunks that overlap, as of parts that are not merged yet, come out as one', () => {
  const chunks = fc.array(fc.nat(11), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(chunks, (chunkOf) => {
      const ordered = chunkOf.map((_, n): Row => ({ series: Math.floor(n / 40), bucket: n % 40 }));
      const rows = Array.from({ length: 12 }, (_, chunk) => ordered.filter((_row, n) => chunkOf[n] === chunk)).flat();
      const arranged = arrangeRows(toColumns(rows));
      expect(toRows(arranged)).toEqual(ordered);
      expect([...numbersOf(arranged, 'value')]).toEqual(ordered.map(markOf));
    }),
  );
});

test('no rows stay no rows', () => {
  expect(arrangeRows({ rowCount: 0, byName: new Map() })).toEqual({ rowCount: 0, byName: new Map() });
});
