import { regressionLine } from '@solvane/series/least-squares';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addLineSums, learnReferenceLine, lineOfSums, lineSums } from './learning.ts';

const value = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: -50, max: 1500, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const point = fc.record({ x: value, noise: fc.double({ min: -5, max: 5, noNaN: true }) });

test('a line is the same whether it is learned at once or day by day', () => {
  fc.assert(
    fc.property(fc.array(fc.array(point, { maxLength: 40 }), { minLength: 5, maxLength: 20 }), (days) => {
      const columns = (points: readonly { x: number; noise: number }[]) =>
        [Float64Array.from(points, ({ x }) => x), Float64Array.from(points, ({ x, noise }) => 3 + 0.9 * x + noise)] as const;
      const [reference, own] = columns(days.flat());
      const atOnce = learnReferenceLine(reference, own);
      const byDay = lineOfSums(days.map((points) => lineSums(...columns(points))).reduce(addLineSums));
      const plain = regressionLine(reference, own);
      const isLearned = plain !== undefined && plain.pointCount >= 144 && plain.r2 >= 0.8;
      expect([atOnce !== undefined, byDay !== undefined]).toEqual([isLearned, isLearned]);
      for (const line of [atOnce, byDay]) {
        if (!line || !plain) continue;
        expect(Math.abs(line.slope - plain.slope)).toBeLessThan(1e-8);
        expect(Math.abs(line.intercept - plain.intercept)).toBeLessThan(1e-5);
      }
    }),
  );
});

test('nothing measured is no line', () => {
  const nothing = lineSums(new Float64Array(0), new Float64Array(0));
  expect(lineOfSums(addLineSums(nothing, nothing))).toBeUndefined();
  const flat = new Float64Array(200).fill(5);
  expect(learnReferenceLine(flat, flat)).toBeUndefined();
});
