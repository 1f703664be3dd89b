import { expect, test } from 'vitest';
import type { PerformanceBlock } from '../../events/underperformance.ts';
import { blockHistory, type DayBlocks, dayBlocks } from './block-history.ts';

const TODAY = 20_000;

function block(kind: 'half' | 'day', residual: number, isDisturbed = false): PerformanceBlock {
  return { kind, startMs: 0, endMs: 1, load: 0.5, residual, isDisturbed };
}

const residuals = (days: readonly [daysAgo: number, blocks: DayBlocks | undefined][], kind: 'half' | 'day' = 'day') => {
  const ascending = days
    .map(([daysAgo, blocks]) => ({ day: TODAY - daysAgo, own: { ...(blocks && { blocks }) } }))
    .sort((a, b) => a.day - b.day);
  return [...blockHistory(ascending, { kind, today: TODAY }).residual].sort((a, b) => a - b);
};

test('a day keeps its undisturbed blocks', () => {
  const kept = dayBlocks([block('half', 0.1), block('half', -0.5, true), block('day', 0.05)], false);
  expect(residuals([[1, kept]])).toEqual([0.05]);
  expect(residuals([[1, kept]], 'half')).toEqual([0.1]);
  expect(dayBlocks([block('day', 0, true)], false)).toBeUndefined();
});

test('blocks of the last thirty days count', () => {
  const of = (residual: number) => dayBlocks([block('day', residual)], false);
  expect(
    residuals([
      [1, of(0.1)],
      [30, of(0.3)],
      [31, of(0.31)],
    ]),
  ).toEqual([0.1, 0.3]);
});

test('days on which the device underperformed are passed over, so that a lasting fault stays one', () => {
  const faulty = Array.from({ length: 40 }, (_, k): [number, DayBlocks | undefined] => [
    k + 1,
    dayBlocks([block('day', -0.3, true)], true),
  ]);
  const healthy = Array.from({ length: 100 }, (_, k): [number, DayBlocks | undefined] => [
    k + 41,
    dayBlocks([block('day', (k + 41) / 1000)], false),
  ]);
  const found = residuals([...faulty, ...healthy]);
  expect([found[0], found.at(-1), found.length]).toEqual([0.041, 0.07, 30]);
});

test('a fault that lasts longer than a quarter of a year leaves nothing to compare with', () => {
  const faulty = Array.from({ length: 90 }, (_, k): [number, DayBlocks | undefined] => [k + 1, dayBlocks([], true)]);
  expect(residuals([...faulty, [91, dayBlocks([block('day', 0)], false)]])).toEqual([]);
});
