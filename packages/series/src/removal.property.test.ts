import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyInOrder, type Remove } from './removal.ts';

const column = fc
  .array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN)), { maxLength: 60 })
  .map((list) => Float64Array.from(list));
const above =
  (limit: number): Remove =>
  (kept) =>
    Uint8Array.from(kept, (value) => (value > limit ? 1 : 0));

test('what the filters removed and what is left add up to all points', () => {
  fc.assert(
    fc.property(column, fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 4 }), (values, limits) => {
      const { points, used, removed, removedBy } = applyInOrder(values, limits.map(above));
      expect(used + removed.reduce((sum, count) => sum + count, 0)).toBe(points);
      expect(removedBy.filter((by) => by === -1).length).toBe(used);
    }),
  );
});

test('a point is counted for the first filter that removes it, and later filters do not see it', () => {
  const seen: number[] = [];
  const second: Remove = (kept) => {
    seen.push(...kept);
    return undefined;
  };
  expect(applyInOrder(Float64Array.of(1, 9, Number.NaN), [above(5), second])).toEqual({
    removedBy: Int8Array.of(-1, 0, -2),
    points: 2,
    used: 1,
    removed: [1, 0],
  });
  expect(seen).toEqual([1, Number.NaN, Number.NaN]);
});
