import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnMemory } from './column-memory.ts';

const wanted = fc.array(fc.tuple(fc.constantFrom('Float64', 'Uint32', 'Uint8'), fc.nat(300_000)), { maxLength: 30 });

test('columns of any width begin with zeros and share no room', () => {
  fc.assert(
    fc.property(wanted, (drawn) => {
      const memory = new ColumnMemory();
      const columns = drawn.map(([type, length], i) => {
        const column = columnOf(memory, type, length);
        expect(column).toHaveLength(length);
        expect(column.every((each) => each === 0)).toBe(true);
        return column.fill(i + 1);
      });
      for (const [i, column] of columns.entries()) expect(column.every((each) => each === i + 1)).toBe(true);
      memory.releaseBuffer();
      for (const column of columns) expect(column).toHaveLength(0);
    }),
    { numRuns: 20 },
  );
});

test('a column that is larger than a piece has one of its own, and memory that was given back is followed by new one', () => {
  const memory = new ColumnMemory();
  const [before, long, after] = [10, 1_000_000, 10].map((length) => memory.column(Float64Array, length).fill(length));
  expect([before, long, after].map((column) => column?.reduce((sum, each) => sum + each, 0))).toEqual([100, 1e12, 100]);
  memory.releaseBuffer();
  const again = memory.column(Float64Array, 10);
  expect([long, again].map((column) => column?.length)).toEqual([0, 10]);
  expect([...again]).toEqual(Array.from({ length: 10 }, () => 0));
});

function columnOf(memory: ColumnMemory, type: string, length: number): Float64Array | Uint32Array | Uint8Array {
  if (type === 'Float64') return memory.column(Float64Array, length);
  return type === 'Uint32' ? memory.column(Uint32Array, length) : memory.column(Uint8Array, length);
}
