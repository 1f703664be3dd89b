import { expect, test } from 'vitest';
import { PRIORITY, type Priority } from '../../recalculation/site-days.ts';
import { pickDays, type WaitingDay } from './pick-days.ts';

const waiting = (day: number, priority: Priority): WaitingDay => ({ day, priority, mark: 1, reason: 'arrival', failures: 0 });
const picked = (days: readonly WaitingDay[], most = 100) => pickDays(days, most).map(({ day }) => day);

test('the newest day that a user may look at comes first, with the days just before it', () => {
  const days = [1, 2, 3, 10, 11, 12].map((day) => waiting(day, PRIORITY.recent));
  expect(picked(days)).toEqual([10, 11, 12]);
});

test('a day that a user waits for comes before newer ones, and takes its neighbours along', () => {
  expect(picked([waiting(20, PRIORITY.recent), waiting(7, PRIORITY.waiting), waiting(6, PRIORITY.recent)])).toEqual([6, 7]);
});

test('history is computed from its beginning, because a day learns from those before it', () => {
  const days = [40, 3, 2, 4, 5].map((day) => waiting(day, PRIORITY.history));
  expect(picked(days)).toEqual([2, 3, 4, 5]);
});

test('days that only learned something new wait until there is nothing else', () => {
  expect(picked([waiting(1, PRIORITY.learning), waiting(9, PRIORITY.history)])).toEqual([9]);
  expect(picked([waiting(1, PRIORITY.learning), waiting(2, PRIORITY.learning)])).toEqual([1, 2]);
});

test('history comes in whole months where it can, because the store keeps it by month', () => {
  const year = Array.from({ length: 365 }, (_, day) => waiting(day, PRIORITY.history));
  const [januaryAndFebruary, marchAndApril] = [31 + 28, 31 + 30];
  expect(picked(year)).toHaveLength(januaryAndFebruary);
  expect(picked(year.slice(januaryAndFebruary))).toHaveLength(marchAndApril);
  expect(picked(year.slice(20), 31)).toHaveLength(31);
  expect(picked(year.slice(10), 31)).toHaveLength(21);
});

test('no more days are taken together than fit in memory, and always at least one', () => {
  const days = Array.from({ length: 60 }, (_, day) => waiting(day, PRIORITY.history));
  expect(picked(days, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(picked(days, 0)).toEqual([0]);
  expect(picked([])).toEqual([]);
});
