import type { Event } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { NO_UPDATES, steadyRows, updatesOf } from './steady-rows.ts';

const idOf = (index: number) => eventIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${index}`);
const row = (index: number, version = 1): Event => ({ eventId: idOf(index), version }) as Event;
const rows = (...indices: number[]) => indices.map((index) => row(index));

test('a row that is acknowledged stays where it is, though it would stand elsewhere now', () => {
  const shown = rows(1, 2, 3);
  const news = updatesOf({ shown, again: rows(2, 3, 4), others: [row(1, 2)], isComplete: false });
  expect(steadyRows(shown, news)).toEqual([row(1, 2), row(2), row(3)]);
  // What moved up from below the screen is not new.
  expect(news.added).toEqual([]);
});

test('what happened in the meantime is told, and does not push the rows away', () => {
  const shown = rows(2, 3);
  const news = updatesOf({ shown, again: rows(1, 2, 4, 3, 5), others: [], isComplete: false });
  expect(news.added).toEqual(rows(1, 4));
  expect(steadyRows(shown, news)).toBe(shown);
});

test('below a list that is all there is, everything unknown is new', () => {
  expect(updatesOf({ shown: rows(1), again: rows(1, 2), others: [], isComplete: true }).added).toEqual(rows(2));
  expect(updatesOf({ shown: [], again: rows(1, 2), others: [], isComplete: true }).added).toHaveLength(2);
});

test('what is gone leaves, and no news change nothing', () => {
  const shown = rows(1, 2);
  expect(steadyRows(shown, updatesOf({ shown, again: rows(2), others: [], isComplete: true }))).toEqual(rows(2));
  expect(steadyRows(shown, NO_UPDATES)).toBe(shown);
});
