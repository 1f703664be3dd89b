import type { Event } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { isSelected, NOTHING_SELECTED, rowsBetween, selectedCount, selectionState, withSelected } from './event-selection.ts';

const ids = Array.from({ length: 5 }, (_, index) => eventIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${index}`));
const events = ids.map((eventId) => ({ eventId }) as Event);
const [first, second, third] = ids as [(typeof ids)[0], (typeof ids)[0], (typeof ids)[0]];

test('rows are selected and let go one by one, or as a range in either direction', () => {
  const some = withSelected(NOTHING_SELECTED, rowsBetween(events, 3, 1), true);
  expect(selectedCount(some, 100)).toBe(3);
  expect(selectedCount(withSelected(some, [second], false), 100)).toBe(2);
  expect(isSelected(some, first)).toBe(false);
});

test('the whole result is selected but for some, also of rows that were never loaded', () => {
  const all = withSelected({ kind: 'all', exceptEventIds: new Set() }, [third], false);
  expect(selectedCount(all, 619)).toBe(618);
  expect([isSelected(all, first), isSelected(all, third)]).toEqual([true, false]);
  expect(selectedCount(withSelected(all, [third], true), 619)).toBe(619);
});

test('the box in the head tells none, some and all of the rows shown', () => {
  const states = [NOTHING_SELECTED, withSelected(NOTHING_SELECTED, [first], true), withSelected(NOTHING_SELECTED, ids, true)];
  expect(states.map((selection) => selectionState(selection, events))).toEqual(['none', 'some', 'all']);
});
