import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { detectedDays } from '@solvane/energy/events/detected-days';
import type { OverlayEntry } from '@solvane/energy/events/overlay';
import { detectedMergeGapMs, type RawEvent } from '@solvane/energy/events/raw-events';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { localDayOf, type Period, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { rawEvents } from '../../../db/schema/arrivals.ts';
import { type EventEditRow, eventEdits } from '../../../db/schema/events.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';

/** The same for the same device, code and start, however often the event is sent. */
export function rawEventId(segmentId: string, { code, startMs }: { code: string; startMs: number }): string {
  return `${segmentId} ${code} ${startMs}`;
}

/** What controllers and people reported about a site that overlaps a period. Index: raw_events (site_id, start_ms). */
export async function loadReportedEvents(db: Db, siteId: SiteId, { startMs, endMs }: Period): Promise<RawEvent[]> {
  const rows = await db
    .select({ segmentId: rawEvents.segmentId, code: rawEvents.code, startMs: rawEvents.startMs, endMs: rawEvents.endMs })
    .from(rawEvents)
    .where(and(eq(rawEvents.siteId, siteId), lt(rawEvents.startMs, endMs), or(isNull(rawEvents.endMs), gt(rawEvents.endMs, startMs))));
  const reported = rows.map(
    ({ segmentId, ...event }): RawEvent => ({ ...event, id: rawEventId(segmentId, event), deviceId: segmentId, source: 'Scada' }),
  );
  return [...reported, ...(await loadManualEvents(db, siteId, { startMs, endMs }))];
}

/** An event that goes on before and after a period is followed so far. */
const LONGEST_EVENT_DAYS = 365;

/** Reported ones, and those that computations detected, over whole local days and as far as they go on. Index: the primary key of site_days. */
export async function loadRawEvents(db: Db, siteId: SiteId, period: Period, zone: string): Promise<RawEvent[]> {
  const [first, last] = [localDayOf(period.startMs, zone), localDayOf(period.endMs, zone)];
  const rows = await db
    .select({ day: siteDays.day, detected: siteDays.detected, calcPeriod: sites.signalCalcPeriod })
    .from(siteDays)
    .innerJoin(sites, eq(sites.id, siteDays.siteId))
    .where(
      and(
        eq(siteDays.siteId, siteId),
        gte(siteDays.day, toIsoDate(first - LONGEST_EVENT_DAYS)),
        lte(siteDays.day, toIsoDate(last + LONGEST_EVENT_DAYS)),
        sql`${siteDays.detected} <> '[]'::jsonb`,
      ),
    )
    .orderBy(asc(siteDays.day));
  const gapMs = detectedMergeGapMs(SIGNAL_CALC_PERIODS[rows[0]?.calcPeriod ?? 'PT10M']);
  const byDay = new Map(rows.map(({ day, detected }) => [parseIsoDate(day) ?? Number.NaN, detected]));
  const detected = [...detectedDays(byDay, { first, last, gapMs })].sort(([a], [b]) => a - b);
  return [...(await loadReportedEvents(db, siteId, period)), ...detected.flatMap(([, events]) => events)];
}

/** Edits of people that overlap a period, by device. Those that name another entry come with it. */
export function createLoadOverlays({ now }: { now: () => number }) {
  return async (db: Db, siteId: SiteId, period: Period): Promise<Map<string, OverlayEntry[]>> => {
    const rows = await loadEdits(db, siteId, period);
    const byDevice = Map.groupBy(rows, ({ edit }) => edit.segmentId);
    const openUntilMs = Math.min(period.endMs, now());
    const overlays = new Map<string, OverlayEntry[]>();
    for (const [segmentId, edits] of byDevice) {
      const entries = edits.flatMap((edit) => followedEntry(edit, openUntilMs) ?? []);
      if (entries.length > 0) overlays.set(segmentId, entries);
    }
    return overlays;
  };
}

type FollowedEdit = Awaited<ReturnType<typeof loadEdits>>[number];

/** undefined: an entry that changes nothing, or that has no time yet. */
function followedEntry({ edit, rawEnd, isFollowing }: FollowedEdit, openUntilMs: number): OverlayEntry | undefined {
  const rawEndMs = rawEnd === null ? null : Number(rawEnd);
  const entry = toOverlayEntry({ ...edit, endMs: isFollowing ? (rawEndMs ?? openUntilMs) : edit.endMs });
  if (!entry || ('endMs' in entry && entry.endMs <= entry.startMs)) return undefined;
  const isOpen = isFollowing && rawEndMs === null;
  return isOpen && (entry.kind === 'assign' || entry.kind === 'join') ? { ...entry, isOpen } : entry;
}

/** A placement about an open event lasts as long as that event does. */
async function loadEdits(db: Db, siteId: SiteId, { startMs, endMs }: Period) {
  const follows = sql`${eventEdits.content} -> 'follows'`;
  return db
    .select({
      edit: eventEdits,
      rawEnd: sql<string | null>`coalesce(${rawEvents.endMs}, made.end_ms)`,
      isFollowing: sql<boolean>`${rawEvents.code} is not null or made.id is not null`,
    })
    .from(eventEdits)
    .leftJoin(
      rawEvents,
      and(
        eq(rawEvents.segmentId, eventEdits.segmentId),
        sql`${rawEvents.code} = ${follows} ->> 'code'`,
        sql`${rawEvents.startMs} = (${follows} ->> 'startMs')::bigint`,
      ),
    )
    .leftJoin(
      sql`lateral (select made.id, ${CLOSED_MS} as end_ms from event_edits as made where ${follows} is not null
        and made.segment_id = ${eventEdits.segmentId} and made.kind = 'manual' and ${IS_OPEN} and made.content ->> 'code' = ${follows} ->> 'code'
        and made.start_ms = (${follows} ->> 'startMs')::bigint and not exists (${undoneBy('made')})
        order by made.sequence desc limit 1) as made`,
      sql`true`,
    )
    .where(
      and(
        eq(eventEdits.siteId, siteId),
        lt(eventEdits.startMs, endMs),
        or(gt(eventEdits.endMs, startMs), sql`${follows} is not null`),
        inArray(eventEdits.kind, ['rawEnd', 'assign', 'join', 'void', 'undo']),
      ),
    )
    .orderBy(asc(eventEdits.sequence));
}

/** Of a manual entry `made`: it was created without an end. */
const IS_OPEN = sql`coalesce((made.content ->> 'isOpen')::boolean, false)`;

/** When a user closed it; null: it is still open. */
const CLOSED_MS = sql`(select (closed.content ->> 'newEndMs')::bigint from event_edits as closed where closed.segment_id = made.segment_id
  and closed.kind = 'rawEnd' and closed.content ->> 'rawId' = 'manual ' || made.id and not exists (${undoneBy('closed')})
  order by closed.sequence desc limit 1)`;

/** Events that people wrote down, but those whose writing was undone. */
async function loadManualEvents(db: Db, siteId: SiteId, { startMs, endMs }: Period): Promise<RawEvent[]> {
  const { rows } = await db.execute<{ id: string; segment_id: SegmentId; code: string; start_ms: string; end_ms: string | null }>(sql`
    select id, segment_id, code, start_ms, end_ms from (
      select id, segment_id, content ->> 'code' as code, start_ms, case when ${IS_OPEN} then ${CLOSED_MS} else end_ms end as end_ms
      from event_edits as made where site_id = ${siteId} and kind = 'manual' and start_ms < ${endMs} and not exists (${undoneBy('made')})
    ) as manual where end_ms is null or end_ms > ${startMs}`);
  return rows.map(({ id, segment_id, code, start_ms, end_ms }) => ({
    id: `manual ${id}`,
    deviceId: segment_id,
    code,
    startMs: Number(start_ms),
    endMs: end_ms === null ? null : Number(end_ms),
    source: 'Manual',
  }));
}

/** An undo that counts: entries of one edit are never undone twice, so an undo counts unless it was undone itself. */
function undoneBy(entry: string) {
  const undone = sql.raw(`${entry}.id::text`);
  return sql`select from event_edits as undo where undo.kind = 'undo' and undo.segment_id = ${sql.raw(`${entry}.segment_id`)}
    and undo.content ->> 'entryId' = ${undone} and not exists (select from event_edits as redo where redo.kind = 'undo'
      and redo.segment_id = undo.segment_id and redo.content ->> 'entryId' = undo.id::text)`;
}

/** undefined: an entry that changes nothing about time and meaning. */
function toOverlayEntry({ id, sequence, kind, startMs, endMs, content }: EventEditRow): OverlayEntry | undefined {
  const { code, category, eventType, priority, rawId, newEndMs, entryId } = content;
  switch (kind) {
    case 'rawEnd':
      return rawId === undefined || newEndMs === undefined ? undefined : { id, sequence, kind, rawId, newEndMs };
    case 'assign':
    case 'join':
      if (code === undefined || category === undefined || eventType === undefined || priority === undefined) return undefined;
      return { id, sequence, kind, startMs, endMs, code, category, eventType, priority };
    case 'void':
      return { id, sequence, kind, startMs, endMs };
    case 'undo':
      return entryId === undefined ? undefined : { id, sequence, kind, entryId };
    default:
      return undefined;
  }
}
