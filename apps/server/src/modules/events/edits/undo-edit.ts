import { AppError } from '@solvane/contract/errors';
import type { ChangedEvents } from '@solvane/contract/event-commands';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { eventEdits } from '../../../db/schema/events.ts';
import { setAcknowledged } from './acknowledge-events.ts';
import { changeEvents, type Reasoned } from './change-events.ts';
import { acknowledgementOf, isEntryUndone, isUndoable } from './edit-entries.ts';
import { type Author, assertOpen, type EventDeps, type NewEntry, performEdit } from './perform-edit.ts';

/** @throws AppError resource.notFound, events.undoRejected, events.settled */
export async function undoEdit(deps: EventDeps, caller: Author, { editId, reason }: Reasoned & { editId: string }): Promise<ChangedEvents> {
  return changeEvents(deps, caller, async (tx) => {
    const entries = await tx.select().from(eventEdits).where(eq(eventEdits.editId, editId)).for('update');
    const [first] = entries;
    if (!first || entries.some(({ siteId }) => !caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
    const ids = entries.map(({ id }) => id);
    const { rows: about } = await tx.execute<{ id: string }>(
      sql`select id from event_edits where kind = 'undo' and segment_id = any(${sql.param(entries.map(({ segmentId }) => segmentId))}::text[])
        and content ->> 'entryId' = any(${sql.param(ids)}::text[])`,
    );
    const undos =
      about.length === 0
        ? []
        : await tx
            .select()
            .from(eventEdits)
            .where(isOneOfIds(about.map(({ id }) => id)));
    const chain = [
      ...entries,
      ...undos,
      ...(await undosOf(
        tx,
        undos.map(({ id }) => id),
      )),
    ];
    if (!isUndoable(first) || entries.every((entry) => isEntryUndone(entry, chain))) throw new AppError('events.undoRejected');
    if (!(await isAcknowledgement(tx, first))) await assertOpen(tx, caller, entries);
    const eventIds = entries.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]));
    const shown = await performEdit(tx, deps, caller, {
      action: 'undo',
      reason,
      entries: entries.map(
        ({ id, siteId, segmentId, startMs, endMs, eventId }): NewEntry => ({
          kind: 'undo',
          siteId,
          segmentId,
          startMs,
          endMs,
          content: { entryId: id },
          eventId,
        }),
      ),
      eventIds: [],
    });
    await restoreAcknowledgements(tx, eventIds, deps.now());
    return [...new Set([...shown, ...eventIds])];
  });
}

/** An acknowledgement changes no time and no loss, and so does undoing it. */
async function isAcknowledgement(tx: Db, { kind, content }: typeof eventEdits.$inferSelect): Promise<boolean> {
  if (kind === 'acknowledge' || kind === 'unacknowledge') return true;
  if (kind !== 'undo' || content.entryId === undefined) return false;
  const [undone] = await tx.select().from(eventEdits).where(eq(eventEdits.id, content.entryId));
  return undone !== undefined && isAcknowledgement(tx, undone);
}

async function undosOf(tx: Db, ids: readonly string[]): Promise<(typeof eventEdits.$inferSelect)[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .select()
    .from(eventEdits)
    .where(and(eq(eventEdits.kind, 'undo'), sql`${eventEdits.content} ->> 'entryId' = any(${sql.param([...ids])}::text[])`));
  return [
    ...found,
    ...(await undosOf(
      tx,
      found.map(({ id }) => id),
    )),
  ];
}

function isOneOfIds(ids: readonly string[]) {
  return sql`${eventEdits.id} = any(${sql.param([...ids])}::uuid[])`;
}

async function restoreAcknowledgements(tx: Db, eventIds: readonly string[], nowMs: number): Promise<void> {
  for (const id of new Set(eventIds)) {
    const entries = await tx.select().from(eventEdits).where(eq(eventEdits.eventId, id));
    if (!entries.some(({ kind }) => kind === 'acknowledge' || kind === 'unacknowledge')) continue;
    await setAcknowledged(tx, [id], acknowledgementOf(entries), nowMs);
  }
}
