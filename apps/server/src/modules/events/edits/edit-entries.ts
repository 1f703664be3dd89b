import { entriesInForce, type OverlayEntry } from '@solvane/energy/events/overlay';
import type { EventEditRow } from '../../../db/schema/events.ts';

/** Whether an entry does not count any more: undone, and the undoing not undone. */
export function isEntryUndone(entry: EventEditRow, all: readonly EventEditRow[]): boolean {
  const undos = all.filter(({ kind, content }) => kind === 'undo' && content.entryId === entry.id);
  return undos.some((undo) => !isEntryUndone(undo, all));
}

/** A comment that was read is not removed. */
export function isUndoable({ kind }: Pick<EventEditRow, 'kind'>): boolean {
  return kind !== 'comment';
}

/** The last acknowledgement of an event that still counts. undefined: none. */
export function acknowledgementOf(entries: readonly EventEditRow[]): { atMs: number; author: string } | undefined {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const log = entries.flatMap(({ id, sequence, kind, content }): OverlayEntry[] => {
    if (kind === 'undo') return content.entryId === undefined ? [] : [{ id, sequence, kind, entryId: content.entryId }];
    return kind === 'acknowledge' || kind === 'unacknowledge' ? [{ id, sequence, kind: 'acknowledge' }] : [];
  });
  const last = entriesInForce(log).at(-1);
  const entry = last && known.get(last.id);
  return entry?.kind === 'acknowledge' ? { atMs: entry.atMs, author: entry.author } : undefined;
}
