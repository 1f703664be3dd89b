import type { EventGroup } from '@solvane/contract/event-overview';
import type { Event } from '@solvane/contract/events';

/** What can stand in a line of the table. */
export type TableRow =
  | { kind: 'event'; key: string; event: Event }
  | { kind: 'group'; key: string; group: EventGroup; isOpen: boolean }
  /** Events of a group are on their way. */
  | { kind: 'wait'; key: string }
  /** Events of a group that are not on its page. */
  | { kind: 'more'; key: string; group: EventGroup; count: number };

export function toEventRow(event: Event): TableRow {
  return { kind: 'event', key: event.eventId, event };
}

export function eventsOf(rows: readonly TableRow[]): Event[] {
  return rows.flatMap((row) => (row.kind === 'event' ? [row.event] : []));
}

interface GroupRows {
  groups: readonly EventGroup[];
  openKeys: ReadonlySet<string>;
  /** undefined: not there yet. */
  eventsOfGroup: (group: EventGroup) => readonly Event[] | undefined;
}

/** Heads of groups, each with its events below it while it is open. */
export function groupedRows({ groups, openKeys, eventsOfGroup }: GroupRows): TableRow[] {
  return groups.flatMap((group): TableRow[] => {
    const isOpen = openKeys.has(group.key);
    const head: TableRow = { kind: 'group', key: `group ${group.key}`, group, isOpen };
    if (!isOpen) return [head];
    const events = eventsOfGroup(group);
    if (!events) return [head, { kind: 'wait', key: `wait ${group.key}` }];
    const rest = group.count - events.length;
    const more: TableRow[] = rest > 0 ? [{ kind: 'more', key: `more ${group.key}`, group, count: rest }] : [];
    return [head, ...events.map(toEventRow), ...more];
  });
}
