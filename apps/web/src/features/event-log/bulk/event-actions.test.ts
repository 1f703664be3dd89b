import type { Event, EventFilter } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { chosenOf } from './event-actions.ts';

const idOf = (index: number) => eventIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${index}`);
const events = [1, 2].map((index) => ({ eventId: idOf(index) }) as Event);
const filter: EventFilter = { query: 'ack:no', members: 'hidden' };

test('rows that are loaded are meant themselves, with the versions that were seen', () => {
  const chosen = chosenOf({ selection: { kind: 'some', eventIds: new Set([idOf(1)]) }, events, total: 9, filter });
  expect(chosen).toMatchObject({ count: 1, target: { events: [events[0]] }, filter: { query: 'ack:no', eventIds: [idOf(1)] } });
});

test('the whole result is meant by its filter and the rows taken out of it', () => {
  const chosen = chosenOf({ selection: { kind: 'all', exceptEventIds: new Set([idOf(2)]) }, events, total: 9, filter });
  const selection = { filter, exceptEventIds: [idOf(2)] };
  expect(chosen).toMatchObject({ count: 8, target: { selection }, selection, filter: { exceptEventIds: [idOf(2)] } });
});

test('a selection of rows that are not loaded any more is meant by its ids', () => {
  const chosen = chosenOf({ selection: { kind: 'some', eventIds: new Set([idOf(1), idOf(7)]) }, events, total: 9, filter });
  expect(chosen.target).toEqual({ selection: { eventIds: [idOf(1), idOf(7)] } });
});
