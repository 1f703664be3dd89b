import { dayBounds, localDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { expect, test } from 'vitest';
import { type DirtyDay, planRollUp, rollUpBounds } from './roll-up-plan.ts';
import type { BlockInfo } from './series-directory.ts';

const info = (block: number, options: Partial<BlockInfo> = {}): BlockInfo => ({
  block,
  kind: 'raw',
  zone: 'Europe/Stockholm',
  intervalMs: 600_000,
  directions: [],
  ...options,
});
const marks = (block: number, ...days: number[]): DirtyDay[] => days.map((day) => ({ block, day }));

test('a fleet that reports its newest day is one statement per kind of block', () => {
  const tasks = planRollUp(
    [...marks(1, 20_000), ...marks(2, 20_000), ...marks(3, 20_000), ...marks(4, 20_000)],
    [info(1, { directions: [256] }), info(2), info(3, { zone: 'Asia/Kolkata' }), info(4, { kind: 'validated' })],
  );
  expect(tasks.map(({ blocks, directions, kind, zone }) => ({ blocks, directions, kind, zone }))).toEqual([
    { blocks: [1, 2], directions: [256], kind: 'raw', zone: 'Europe/Stockholm' },
    { blocks: [3], directions: [], kind: 'raw', zone: 'Asia/Kolkata' },
    { blocks: [4], directions: [], kind: 'validated', zone: 'Europe/Stockholm' },
  ]);
});

test('days in a row are done together, the newest first, and days before 1970 as well', () => {
  const tasks = planRollUp(marks(1, 5, 6, 7, 20, -3, -2), [info(1)]);
  expect(tasks.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
    [20, 20],
    [5, 7],
    [-3, -2],
  ]);
});

test('an import of decades becomes statements of bounded size', () => {
  const days = Array.from({ length: 4_000 }, (_, n) => n);
  const tasks = planRollUp([...marks(1, ...days), ...marks(2, ...days)], [info(1), info(2, { intervalMs: 60_000 })]);
  for (const { blocks, intervalMs, firstDay, lastDay } of tasks) {
    expect((blocks.length * 256 * (lastDay - firstDay + 1) * DAY_MS) / intervalMs).toBeLessThanOrEqual(20_000_000);
  }
  const covered = tasks.filter(({ blocks }) => blocks.includes(1)).reduce((sum, { firstDay, lastDay }) => sum + lastDay - firstDay + 1, 0);
  expect(covered).toBe(4_000);
});

test('blocks that that no longer exist are left alone', () => {
  expect(planRollUp(marks(9, 1), [])).toEqual([]);
});

test('a day of UTC concerns the local days it shares time with, and their months', () => {
  const [task] = planRollUp(marks(1, Math.floor(Date.UTC(2025, 4, 31) / DAY_MS)), [info(1)]);
  if (task === undefined) throw new Error('No task');
  const bounds = rollUpBounds(task);
  expect([bounds.firstLocalDay, bounds.lastLocalDay]).toEqual([localDay(2025, 5, 31), localDay(2025, 6, 1)]);
  expect([bounds.monthsFrom, bounds.monthsTo]).toEqual([localDay(2025, 5, 1), localDay(2025, 6, 30)]);
  expect([bounds.daysFromMs, bounds.daysToMs]).toEqual([
    dayBounds(localDay(2025, 5, 31), task.zone).startMs,
    dayBounds(localDay(2025, 6, 1), task.zone).endMs,
  ]);
});
