import type { EventGroup } from '@solvane/contract/event-overview';
import type { Event } from '@solvane/contract/events';
import { eventIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { groupedRows } from './table-row.ts';

const event = (index: number) => ({ eventId: eventIdSchema.parse(`0198c0de-0000-7000-8000-00000000000${index}`) }) as Event;
const group = (key: string, count: number) => ({ key, name: key, count }) as EventGroup;
const kinds = (rows: readonly { kind: string }[]) => rows.map(({ kind }) => kind).join(' ');

test('a group that is closed is one line, an open one has its events below it', () => {
  const groups = [group('a', 2), group('b', 2)];
  const rows = groupedRows({ groups, openKeys: new Set(['b']), eventsOfGroup: () => [event(1), event(2)] });
  expect(kinds(rows)).toBe('group group event event');
});

test('a group waits for its events, and says how many one answer does not hold', () => {
  const of = (events: Event[] | undefined) =>
    kinds(groupedRows({ groups: [group('a', 5)], openKeys: new Set(['a']), eventsOfGroup: () => events }));
  expect(of(undefined)).toBe('group wait');
  expect(of([event(1)])).toBe('group event more');
});
