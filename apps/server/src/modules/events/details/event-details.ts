import { AppError } from '@solvane/contract/errors';
import type { Event, EventDetails, EventEdit } from '@solvane/contract/events';
import { type EventId, type UserId, userIdSchema } from '@solvane/contract/ids';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import {
  type EventEditRow,
  eventComments,
  eventDayLosses,
  eventEdits,
  eventLossDeltas,
  eventMoves,
  type GroupEventRow,
  groupEvents,
  workOrders,
} from '../../../db/schema/events.ts';
import type { Caller } from '../../../http/caller.ts';
import { isEntryUndone, isUndoable } from '../edits/edit-entries.ts';
import { readShownEvents, toEvent } from '../events.wire.ts';
import { readRawEventsOf } from './raw-events.queries.ts';

/** One event with everything that belongs to it. A link to an event that became part of another one leads there. */
export async function getEvent(db: Db, caller: Caller, eventId: EventId): Promise<EventDetails> {
  const row = await getEventRow(db, caller, eventId);
  const { id, isPromoted } = row;
  const [shown] = await readShownEvents(db, caller, [id]);
  if (!shown) throw new AppError('events.notFound');
  const event = toEvent(shown, caller);
  const members = isPromoted ? await db.select({ id: groupEvents.id }).from(groupEvents).where(eq(groupEvents.promotedId, id)) : [];
  const memberRows = await readShownEvents(
    db,
    caller,
    members.map((member) => member.id),
  );
  const lossIds = isPromoted ? members.map((member) => member.id) : [id];
  const days = await readDayLosses(db, lossIds);
  return {
    event,
    ...(await readNeighbours(db, row)),
    members: memberRows.map((member) => toEvent(member, caller)),
    rawEvents: await readRawEventsOf(db, row, event.timezone),
    comments: await readComments(db, id),
    workOrders: await readWorkOrders(db, [id]),
    losses: { method: lossMethod(row, days.length), days, corrections: await readCorrections(db, lossIds) },
  };
}

/** @throws AppError events.notFound for one that is not there, or not the caller's to see */
export async function getEventRow(db: Db, { siteIds }: Pick<Caller, 'siteIds'>, eventId: EventId): Promise<GroupEventRow> {
  const [row] = await db.select().from(groupEvents).where(eq(groupEvents.id, eventId));
  if (row) {
    if (!siteIds.has(row.siteId)) throw new AppError('events.notFound');
    return row;
  }
  const [moved] = await db
    .select({ event: groupEvents })
    .from(eventMoves)
    .innerJoin(groupEvents, eq(groupEvents.id, eventMoves.movedTo))
    .where(eq(eventMoves.id, eventId));
  if (!moved || !siteIds.has(moved.event.siteId)) throw new AppError('events.notFound');
  return moved.event;
}

const SIMILAR_LIMIT = 50;

/** The same code before and after on the device, and on devices of its type elsewhere. Index: group_events_code. */
export async function similarEvents(db: Db, caller: Caller, eventId: EventId): Promise<{ onDevice: Event[]; onFleet: Event[] }> {
  const { id, code, segmentId } = await getEventRow(db, caller, eventId);
  const { rows } = await db.execute<{ id: string; is_own: boolean }>(sql`
    (select id, true as is_own from group_events where segment_id = ${segmentId} and code = ${code} and id <> ${id}
      order by start_ms desc, id limit ${SIMILAR_LIMIT})
    union all
    (select event.id, false from group_events as event join segments as device on device.id = event.segment_id
      where event.code = ${code} and event.segment_id <> ${segmentId} and not event.is_promoted
        and device.segment_type = (select segment_type from segments where id = ${segmentId})
        and event.site_id = any(${sql.param([...caller.siteIds])}::text[]) order by event.start_ms desc, event.id limit ${SIMILAR_LIMIT})`);
  const own = new Set(rows.filter(({ is_own }) => is_own).map((row) => row.id));
  const shown = await readShownEvents(
    db,
    caller,
    rows.map((row) => row.id),
  );
  return {
    onDevice: shown.filter((row) => own.has(row.id)).map((row) => toEvent(row, caller)),
    onFleet: shown.filter((row) => !own.has(row.id)).map((row) => toEvent(row, caller)),
  };
}

/** Edits on the time an event covers, and on the event itself, newest first; for an event on a parent also those of the events it stands for. Index: event_edits_segment. */
export async function eventHistory(db: Db, caller: Caller, eventId: EventId): Promise<EventEdit[]> {
  const { id, segmentId, startMs, endMs, siteId } = await getEventRow(db, caller, eventId);
  const rows = await db
    .select()
    .from(eventEdits)
    .where(
      and(
        eq(eventEdits.siteId, siteId),
        sql`${eventEdits.editId} in (select edit_id from event_edits where event_id = ${id}
          or (segment_id = any(array(select segment_id from group_events where promoted_id = ${id}) || ${segmentId}::text)
            and start_ms < ${endMs} and end_ms > ${startMs}))`,
      ),
    )
    .orderBy(asc(eventEdits.sequence));
  const edits = Map.groupBy(rows, ({ editId }) => editId);
  const editOf = new Map(rows.map((row) => [row.id, row.editId]));
  return [...edits.values()].flatMap((entries) => toEdit(entries, rows, { editOf, caller })).reverse();
}

function toEdit(
  entries: readonly EventEditRow[],
  all: readonly EventEditRow[],
  { editOf, caller }: { editOf: ReadonlyMap<string, string>; caller: Pick<Caller, 'scopeFor'> },
): EventEdit[] {
  const [first] = entries;
  if (!first) return [];
  const { editId, action, author, atMs, reason, siteId, content } = first;
  const isUndone = entries.every((entry) => isEntryUndone(entry, all));
  return [
    {
      editId,
      action,
      author,
      atMs,
      reason,
      placements: entries.flatMap(({ startMs, endMs, content: { code, category, eventType } }) =>
        code !== undefined && category !== undefined && eventType !== undefined
          ? [{ startMs, endMs, code, category, type: eventType }]
          : [],
      ),
      undoes: content.entryId === undefined ? null : (editOf.get(content.entryId) ?? null),
      isUndone,
      canUndo: !isUndone && isUndoable(first) && caller.scopeFor('EditEvents').has(siteId),
    },
  ];
}

async function readNeighbours(db: Db, { id, segmentId, startMs, endMs, isPromoted }: GroupEventRow) {
  const beside = and(eq(groupEvents.segmentId, segmentId), eq(groupEvents.isPromoted, isPromoted), ne(groupEvents.id, id));
  const [before] = await db
    .select({ ms: sql<string | null>`max(${groupEvents.endMs})` })
    .from(groupEvents)
    .where(and(beside, lt(groupEvents.startMs, startMs)));
  const [after] = await db
    .select({ ms: sql<string | null>`min(${groupEvents.startMs})` })
    .from(groupEvents)
    .where(and(beside, gt(groupEvents.startMs, startMs), gt(groupEvents.endMs, endMs)));
  const orNull = (ms: string | null | undefined) => (ms === null || ms === undefined ? null : Number(ms));
  return { previousEndMs: orNull(before?.ms), nextStartMs: orNull(after?.ms) };
}

async function readDayLosses(db: Db, eventIds: readonly string[]) {
  return db
    .select({
      day: eventDayLosses.day,
      lostEnergyKwh: sql<number | null>`sum(${eventDayLosses.energyKwh})`,
      revenueLoss: sql<number | null>`sum(${eventDayLosses.revenue})`,
      unpricedIntervals: sql<number>`sum(${eventDayLosses.unpriced})::int`,
      leftOutIntervals: sql<number>`sum(${eventDayLosses.leftOut})::int`,
    })
    .from(eventDayLosses)
    .where(sql`${eventDayLosses.eventId} = any(${sql.param([...eventIds])}::uuid[])`)
    .groupBy(eventDayLosses.day)
    .orderBy(asc(eventDayLosses.day));
}

async function readCorrections(db: Db, eventIds: readonly string[]) {
  return db
    .select({
      day: eventLossDeltas.day,
      atMs: eventLossDeltas.atMs,
      lostEnergyKwh: eventLossDeltas.energyKwh,
      revenueLoss: eventLossDeltas.revenue,
    })
    .from(eventLossDeltas)
    .where(sql`${eventLossDeltas.eventId} = any(${sql.param([...eventIds])}::uuid[])`)
    .orderBy(asc(eventLossDeltas.id));
}

function lossMethod({ isPromoted, isLossPending, lostEnergyKwh }: GroupEventRow, dayCount: number): EventDetails['losses']['method'] {
  if (isPromoted) return 'sumOfMembers';
  if (isLossPending && dayCount > 0) return 'sharedByTime';
  return lostEnergyKwh === null ? 'notExpected' : 'allocated';
}

async function readComments(db: Db, eventId: string): Promise<EventDetails['comments']> {
  const rows = await db.select().from(eventComments).where(eq(eventComments.eventId, eventId)).orderBy(asc(eventComments.atMs));
  return rows.map(({ id, author, atMs, text, mentionedUserIds }) => ({ commentId: id, author, atMs, text, mentionedUserIds }));
}

export async function readWorkOrders(db: Db, eventIds: readonly string[]): Promise<EventDetails['workOrders']> {
  const rows = await db
    .select({ order: workOrders, assignee: users.name })
    .from(workOrders)
    .leftJoin(users, eq(users.id, workOrders.assigneeId))
    .where(sql`${workOrders.eventId} = any(${sql.param([...eventIds])}::uuid[])`)
    .orderBy(asc(workOrders.createdAtMs));
  return rows.map(({ order, assignee }) => toWorkOrder(order, assignee));
}

export function toWorkOrder(order: typeof workOrders.$inferSelect, assignee: string | null): EventDetails['workOrders'][number] {
  const { id, title, description, assigneeId, state, reference, author, createdAtMs } = order;
  return {
    workOrderId: id,
    title,
    description,
    assignee: assigneeId === null ? null : { userId: userIdSchema.parse(assigneeId) satisfies UserId, name: assignee ?? '' },
    state,
    reference,
    author,
    createdAtMs,
  };
}

/** Local days an event touches. */
export function daysOf({ startMs, endMs }: Pick<GroupEventRow, 'startMs' | 'endMs'>, zone: string): string[] {
  const [first, last] = [localDayOf(startMs, zone), localDayOf(Math.max(startMs, endMs - 1), zone)];
  return Array.from({ length: last - first + 1 }, (_, i) => toIsoDate(first + i));
}
