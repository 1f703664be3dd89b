import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guaranteeOutcome, stepProblems } from './guarantee.ts';

const steps = [
  { fromPercent: 0, bonusPerPoint: 500, penaltyPerPoint: 1000 },
  { fromPercent: 1, bonusPerPoint: 0, penaltyPerPoint: 2500 },
];

test('each part of the distance is paid at the rate of its step', () => {
  const missed = guaranteeOutcome(95.4, { percent: 97, steps });
  expect(missed.points).toBeCloseTo(-1.6, 9);
  expect(missed.amount).toBeCloseTo(-2500, 6);
  // The bonus ends where its rate does.
  expect(guaranteeOutcome(99.5, { percent: 97, steps }).amount).toBe(500);
  expect(guaranteeOutcome(97, { percent: 97, steps })).toEqual({ points: 0, amount: 0 });
});

test('a little missed inside the first step costs nothing where it begins later', () => {
  const later = [{ fromPercent: 0.5, bonusPerPoint: 0, penaltyPerPoint: 1000 }];
  expect(guaranteeOutcome(96.6, { percent: 97, steps: later }).amount).toBe(0);
  expect(guaranteeOutcome(96, { percent: 97, steps: later }).amount).toBeCloseTo(-500, 9);
});

test('without anything to judge there is neither distance nor money', () => {
  expect(guaranteeOutcome(Number.NaN, { percent: 97, steps })).toEqual({ points: Number.NaN, amount: Number.NaN });
  expect(guaranteeOutcome(90, { percent: 97, steps: [] }).amount).toBe(0);
});

test('more availability never costs money', () => {
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(percent, percent, (a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      const outcome = (reached: number) => guaranteeOutcome(reached, { percent: 97, steps }).amount;
      expect(outcome(more)).toBeGreaterThanOrEqual(outcome(less) - 1e-6);
    }),
  );
});

test('steps begin one after the other', () => {
  expect(stepProblems(steps)).toEqual([]);
  expect(stepProblems([...steps, { fromPercent: 1, bonusPerPoint: 0, penaltyPerPoint: 0 }])).toEqual([2]);
});
