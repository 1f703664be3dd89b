import type { EventClassification } from '@solvane/energy/events/timeline';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { type GroupEventRow, groupEvents } from '../../../db/schema/events.ts';
import { sites } from '../../../db/schema/fleet.ts';
import type { NewEntry } from './perform-edit.ts';

/** Events on a parent together with the events they stand for. */
export async function withMembers(tx: Db, rows: readonly GroupEventRow[]): Promise<GroupEventRow[]> {
  const promoted = rows.filter(({ isPromoted }) => isPromoted).map(({ id }) => id);
  if (promoted.length === 0) return [...rows];
  const known = new Set(rows.map(({ id }) => id));
  const members = await tx
    .select()
    .from(groupEvents)
    .where(sql`${groupEvents.promotedId} = any(${sql.param(promoted)}::uuid[])`);
  return [...rows, ...members.filter(({ id }) => !known.has(id))];
}

/** Other events of the device that share time with any of some periods. */
export async function othersOn(
  tx: Db,
  { segmentId, isPromoted, id }: Pick<GroupEventRow, 'segmentId' | 'isPromoted' | 'id'>,
  periods: readonly { startMs: number; endMs: number }[],
): Promise<GroupEventRow[]> {
  const startMs = Math.min(...periods.map((period) => period.startMs));
  const endMs = Math.max(...periods.map((period) => period.endMs));
  const rows = await tx
    .select()
    .from(groupEvents)
    .where(
      and(
        eq(groupEvents.segmentId, segmentId),
        eq(groupEvents.isPromoted, isPromoted),
        lt(groupEvents.startMs, endMs),
        gt(groupEvents.endMs, startMs),
      ),
    );
  return rows.filter((row) => row.id !== id);
}

/** Time that is to mean something; where it reaches the end of an open event, it lasts as long as that does. */
export async function assignment(
  tx: Db,
  row: GroupEventRow,
  { startMs, endMs }: { startMs: number; endMs: number },
  { code, category, eventType, priority }: EventClassification,
): Promise<NewEntry> {
  const follows = row.isOpen && endMs >= row.endMs ? await openRawEvent(tx, row) : undefined;
  return {
    ...spanOf(row),
    kind: 'assign',
    startMs,
    endMs,
    content: { code, category, eventType, priority, before: beforeOf(row), ...(follows && { follows }) },
    eventId: row.id,
  };
}

export async function zonesOf(tx: Db, rows: readonly GroupEventRow[]): Promise<Map<string, string>> {
  const found = await tx
    .select({ id: sites.id, zone: sites.timezone })
    .from(sites)
    .where(isOneOf(sites.id, new Set(rows.map(({ siteId }) => siteId))));
  return new Map(found.map(({ id, zone }) => [id, zone ?? 'UTC']));
}

export function spanOf({ siteId, segmentId, startMs, endMs }: GroupEventRow): Pick<NewEntry, 'siteId' | 'segmentId' | 'startMs' | 'endMs'> {
  return { siteId, segmentId, startMs, endMs };
}

export function classificationOf({ code, category, eventType, priority }: GroupEventRow): EventClassification {
  return { code, category, eventType, priority };
}

export function beforeOf({ code, category, eventType, startMs, endMs }: GroupEventRow) {
  return { code, category, eventType, startMs, endMs };
}

export function isoOf({ startMs, endMs }: { startMs: number; endMs: number }): { start: string; end: string } {
  return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
}

async function openRawEvent(tx: Db, { segmentId, rawEventIds }: GroupEventRow): Promise<{ code: string; startMs: number } | undefined> {
  const { rows } = await tx.execute<{ code: string; start_ms: string }>(sql`
    select code, start_ms from raw_events where segment_id = ${segmentId} and end_ms is null
      and segment_id || ' ' || code || ' ' || start_ms = any(${sql.param(rawEventIds)}::text[])
    union all select content ->> 'code', start_ms from event_edits where segment_id = ${segmentId} and kind = 'manual'
      and (content ->> 'isOpen')::boolean and 'manual ' || id = any(${sql.param(rawEventIds)}::text[])
    order by start_ms limit 1`);
  const [raw] = rows;
  return raw && { code: raw.code, startMs: Number(raw.start_ms) };
}
