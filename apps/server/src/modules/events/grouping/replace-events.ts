import { randomUUID } from 'node:crypto';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { EventType } from '@solvane/energy/events/event-types';
import { matchEvents } from '@solvane/energy/events/identity';
import { overlaps } from '@solvane/energy/events/overlap';
import type { TimelineSlice } from '@solvane/energy/events/timeline';
import type { SitePromotion } from '@solvane/energy/site-day/group/group-site';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { type GroupEventRow, groupEvents } from '../../../db/schema/events.ts';

/** Events of a site as a computation found them. */
export interface FoundEvents {
  siteId: SiteId;
  zone: string;
  /** What is stored of these devices in it gives way to what was found. */
  period: Period;
  /** Only these devices; undefined: all, and what is promoted from them. */
  segmentIds?: readonly string[];
  timelines: readonly { deviceId: string; slices: readonly TimelineSlice[] }[];
  promoted: readonly SitePromotion[];
  nowMs: number;
  /** What events lost, by id, as far as it is known: those that are new are written with it. A row that is changed afterwards is written twice, with all its indexes. */
  lossesOf?: (events: readonly FoundEvent[]) => ReadonlyMap<string, LossSums>;
}

export interface LossSums {
  energy: number | null;
  /** Of what has a price. */
  revenue: number | null;
  /** Days of which a loss is known. */
  lossDays: number;
  /** Of them, those of which some of the loss has no price. */
  unpricedDays: number;
  /** Intervals of devices that they are without. */
  leftOut: number;
}

/** A stored event and what it is made of now. */
export interface FoundEvent extends EventFields {
  id: string;
}

export interface Replacement {
  /** Everything found in the period, with the ids it has in the store. */
  events: FoundEvent[];
  /** Rows the period held before, changed or not. */
  before: GroupEventRow[];
  /** Whether anything a person sees is different. */
  isChanged: boolean;
  /** Begun since the last calculation and certain enough for a notification. */
  added: FoundEvent[];
}

interface EventFields {
  segmentId: SegmentId;
  startMs: number;
  endMs: number;
  isOpen: boolean;
  code: string;
  eventType: EventType;
  category: string;
  priority: number;
  isLocked: boolean;
  isPromoted: boolean;
  promotedId: string | null;
  promotedSegmentId: SegmentId | null;
  rawEventIds: string[];
}

interface Candidate extends Omit<EventFields, 'promotedId' | 'promotedSegmentId'> {
  members: readonly { deviceId: string; startMs: number }[];
}

/**
 * Puts found events in the place of stored ones. An event that is still itself keeps its id, and with it comments, acknowledgement and links; what is
 * gone leaves them to the event that took its time.
 */
export async function replaceEvents(tx: Db, found: FoundEvents): Promise<Replacement> {
  const candidates = candidatesOf(found);
  const stored = await readStored(tx, found, candidates);
  const known = new Map(stored.map((row) => [row.id, row]));
  const { events: identified, gone, isNew } = identify(candidates, stored);
  // Some devices alone say nothing about what their parent shows.
  const events = found.segmentIds ? identified.map((event) => ({ ...event, ...promotionOf(known.get(event.id)) })) : identified;
  const changed = events.filter((event) => {
    const row = known.get(event.id);
    return !row || !isSame(row, event);
  });
  await writeEvents(tx, { ...found, lost: found.lossesOf?.(events) ?? new Map() }, changed, known);
  await forgetDaysOutside(
    tx,
    found.zone,
    changed.filter(({ id }) => known.has(id)),
  );
  await moveNotes(tx, gone, found.nowMs);
  return {
    events,
    before: stored,
    isChanged: gone.length > 0 || changed.some((event) => isNew.has(event.id) || isVisiblyOther(known.get(event.id), event)),
    added: events.filter(({ id }) => isNew.has(id)),
  };
}

function candidatesOf({ timelines, promoted, segmentIds, period }: FoundEvents): Candidate[] {
  const own = timelines.flatMap(({ deviceId, slices }): Candidate[] =>
    slices
      .filter((slice) => overlaps(slice, period))
      .map(({ startMs, endMs, isOpen, code, eventType, category, priority, isLocked, rawEventIds }) => ({
        segmentId: deviceId as SegmentId,
        ...{ startMs, endMs, isOpen, code, eventType, category, priority, isLocked },
        rawEventIds: [...rawEventIds].sort(),
        isPromoted: false,
        members: [],
      })),
  );
  if (segmentIds) return own;
  const shown = promoted.map(
    ({ parentId, members, affectedDeviceIds: _, ...event }): Candidate => ({
      ...event,
      segmentId: parentId as SegmentId,
      isLocked: false,
      isPromoted: true,
      rawEventIds: [],
      members: members.map(({ deviceId, slice }) => ({ deviceId, startMs: slice.startMs })),
    }),
  );
  return [...own, ...shown];
}

/** Index: group_events (site_id, start_ms). */
async function readStored(tx: Db, { siteId, period, segmentIds }: FoundEvents, candidates: readonly Candidate[]): Promise<GroupEventRow[]> {
  const startMs = candidates.reduce((least, event) => Math.min(least, event.startMs), period.startMs);
  const endMs = candidates.reduce((most, event) => Math.max(most, event.endMs), period.endMs);
  const rows = await tx
    .select()
    .from(groupEvents)
    .where(
      and(
        eq(groupEvents.siteId, siteId),
        lt(groupEvents.startMs, endMs),
        gt(groupEvents.endMs, startMs),
        segmentIds && sql`${groupEvents.segmentId} = any(${sql.param([...segmentIds])}::text[])`,
        segmentIds && eq(groupEvents.isPromoted, false),
      ),
    )
    .orderBy(groupEvents.startMs, groupEvents.id);
  const found = Map.groupBy(candidates, groupKey);
  return rows.filter((row) => overlaps(row, period) || found.get(groupKey(row))?.some((event) => overlaps(row, event)));
}

/** Events between which identity is decided: of one device, shown ones of a parent by code. */
function groupKey({ segmentId, isPromoted, code }: { segmentId: string; isPromoted: boolean; code: string }): string {
  return isPromoted ? `${segmentId} ${code}` : segmentId;
}

interface Gone {
  id: string;
  /** undefined: nothing took its time. */
  movesTo: string | undefined;
}

function identify(candidates: readonly Candidate[], stored: readonly GroupEventRow[]) {
  const before = Map.groupBy(stored, groupKey);
  const after = Map.groupBy(candidates, groupKey);
  const isNew = new Set<string>();
  const gone: Gone[] = [];
  const ids = new Map<Candidate, string>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const now = after.get(key) ?? [];
    const match = matchEvents(before.get(key) ?? [], now);
    const given = match.ids.map((id) => id ?? randomUUID());
    for (const [i, event] of now.entries()) {
      const id = given[i] ?? randomUUID();
      ids.set(event, id);
      if (match.ids[i] === undefined) isNew.add(id);
    }
    for (const { id, movesTo } of match.archived) gone.push({ id, movesTo: movesTo === undefined ? undefined : given[movesTo] });
  }
  return { events: withPromotions(ids), gone, isNew };
}

/** Events, each with the one on a parent that is shown in its place. */
function withPromotions(ids: ReadonlyMap<Candidate, string>): FoundEvent[] {
  const promotions = new Map<string, { id: string; segmentId: SegmentId }>();
  for (const [event, id] of ids)
    for (const { deviceId, startMs } of event.members) promotions.set(`${deviceId} ${startMs}`, { id, segmentId: event.segmentId });
  return [...ids].map(([{ members: _, ...event }, id]): FoundEvent => {
    const promotion = event.isPromoted ? undefined : promotions.get(`${event.segmentId} ${event.startMs}`);
    return { ...event, id, promotedId: promotion?.id ?? null, promotedSegmentId: promotion?.segmentId ?? null };
  });
}

function promotionOf(row: GroupEventRow | undefined): Pick<FoundEvent, 'promotedId' | 'promotedSegmentId'> {
  return { promotedId: row?.promotedId ?? null, promotedSegmentId: row?.promotedSegmentId ?? null };
}

function isSame(row: GroupEventRow, event: FoundEvent): boolean {
  return (
    !isVisiblyOther(row, event) &&
    row.endMs === event.endMs &&
    row.promotedId === event.promotedId &&
    row.rawEventIds.length === event.rawEventIds.length &&
    row.rawEventIds.every((id, i) => id === event.rawEventIds[i])
  );
}

/** An open event that grew is the same. */
function isVisiblyOther(row: GroupEventRow | undefined, event: FoundEvent): boolean {
  return (
    !row ||
    row.startMs !== event.startMs ||
    row.isOpen !== event.isOpen ||
    (!event.isOpen && row.endMs !== event.endMs) ||
    row.code !== event.code ||
    row.eventType !== event.eventType ||
    row.category !== event.category ||
    row.priority !== event.priority ||
    row.isLocked !== event.isLocked
  );
}

async function writeEvents(
  tx: Db,
  { siteId, nowMs, lost }: Pick<FoundEvents, 'siteId' | 'nowMs'> & { lost: ReadonlyMap<string, LossSums> },
  events: readonly FoundEvent[],
  known: ReadonlyMap<string, GroupEventRow>,
): Promise<void> {
  if (events.length === 0) return;
  // Parents first: members refer to them.
  const rows = [...events]
    .sort((a, b) => Number(b.isPromoted) - Number(a.isPromoted))
    .map((event) => ({ ...event, ...lost.get(event.id), isOther: isVisiblyOther(known.get(event.id), event) }));
  for (const isPromoted of [true, false]) {
    const part = rows.filter((row) => row.isPromoted === isPromoted);
    if (part.length === 0) continue;
    await tx.execute(sql`
      insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, is_locked, is_promoted,
        promoted_id, promoted_segment_id, raw_event_ids, lost_energy_kwh, revenue_loss, loss_days, unpriced_days,
        loss_left_out, updated_at_ms)
      select id, ${siteId}, "segmentId", "startMs", "endMs", "isOpen", code, "eventType", category, priority, "isLocked", "isPromoted",
        "promotedId", "promotedSegmentId", "rawEventIds", energy, revenue, coalesce("lossDays", 0), coalesce("unpricedDays", 0),
        coalesce("leftOut", 0), ${nowMs}::bigint
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as found (id uuid, "segmentId" text, "startMs" bigint, "endMs" bigint,
        "isOpen" boolean, code text, "eventType" text, category text, priority integer, "isLocked" boolean, "isPromoted" boolean,
        "promotedId" uuid, "promotedSegmentId" text, "rawEventIds" text[], "isOther" boolean, energy double precision, revenue double precision,
        "lossDays" integer, "unpricedDays" integer, "leftOut" integer)
      on conflict (id) do update set start_ms = excluded.start_ms, end_ms = excluded.end_ms, is_open = excluded.is_open, code = excluded.code,
        event_type = excluded.event_type, category = excluded.category, priority = excluded.priority, is_locked = excluded.is_locked,
        promoted_id = excluded.promoted_id, promoted_segment_id = excluded.promoted_segment_id, raw_event_ids = excluded.raw_event_ids,
        version = group_events.version + case when group_events.id = any(${sql.param(part.filter(({ isOther }) => isOther).map(({ id }) => id))}::uuid[])
          then 1 else 0 end,
        updated_at_ms = excluded.updated_at_ms`);
  }
}

/** Losses of days that a shorter event does not reach any more. */
async function forgetDaysOutside(tx: Db, zone: string, events: readonly FoundEvent[]): Promise<void> {
  if (events.length === 0) return;
  const spans = events.map(({ id, startMs, endMs }) => ({
    id,
    first: toIsoDate(localDayOf(startMs, zone)),
    last: toIsoDate(localDayOf(Math.max(startMs, endMs - 1), zone)),
  }));
  await tx.execute(sql`
    delete from event_day_losses using jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span (id uuid, first date, last date)
    where event_id = span.id and (day < span.first or day > span.last)`);
}

async function moveNotes(tx: Db, gone: readonly Gone[], nowMs: number): Promise<void> {
  if (gone.length === 0) return;
  const moves = JSON.stringify(gone.filter(({ movesTo }) => movesTo !== undefined));
  const from = sql`jsonb_to_recordset(${moves}::jsonb) as move (id uuid, "movesTo" uuid)`;
  if (moves !== '[]') {
    await tx.execute(sql`update event_comments set event_id = move."movesTo" from ${from} where event_id = move.id`);
    await tx.execute(sql`update event_edits set event_id = move."movesTo" from ${from} where event_id = move.id`);
    await tx.execute(sql`update work_orders set event_id = move."movesTo" from ${from} where event_id = move.id`);
    await tx.execute(sql`update plant_commands set event_id = move."movesTo" from ${from} where event_id = move.id`);
    await tx.execute(sql`update event_moves set moved_to = move."movesTo" from ${from} where moved_to = move.id`);
    await tx.execute(
      sql`insert into event_moves (id, moved_to) select id, "movesTo" from ${from} on conflict (id) do update set moved_to = excluded.moved_to`,
    );
    await tx.execute(sql`
      update group_events as taker set
        acknowledged_at_ms = coalesce(taker.acknowledged_at_ms, noted.at_ms), acknowledged_by = coalesce(taker.acknowledged_by, noted.by),
        comment_count = (select count(*) from event_comments where event_id = taker.id), updated_at_ms = ${nowMs}
      from (select distinct on (move."movesTo") move."movesTo" as id, gone.acknowledged_at_ms as at_ms, gone.acknowledged_by as by
        from ${from} join group_events as gone on gone.id = move.id
        order by move."movesTo", gone.acknowledged_at_ms nulls last, gone.id) as noted
      where taker.id = noted.id`);
  }
  await tx.execute(sql`delete from group_events where id = any(${sql.param(gone.map(({ id }) => id))}::uuid[])`);
}
