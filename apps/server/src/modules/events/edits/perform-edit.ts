import { randomUUID } from 'node:crypto';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { Event } from '@solvane/contract/events';
import type { EventId, SegmentId, SiteId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import {
  type EditAction,
  type EditKind,
  type EventEditRow,
  eventEdits,
  eventLocks,
  type GroupEventRow,
} from '../../../db/schema/events.ts';
import { sites } from '../../../db/schema/fleet.ts';
import type { Deps } from '../../../deps.ts';

import type { Caller } from '../../../http/caller.ts';
import { announceSiteChange } from '../../../jobs/announce.ts';
import { audit } from '../../access/audit.ts';
import { markSiteDaysDirty, PRIORITY } from '../../recalculation/site-days.ts';
import { getEventRow } from '../details/event-details.ts';
import { readShownEvents, toEvent } from '../events.wire.ts';
import { type RegroupDeps, regroup } from '../grouping/regroup.ts';

export interface EventDeps extends Pick<Deps, 'db' | 'bus' | 'now' | 'jobs'>, RegroupDeps {}

/** The author of an edit: a user at a screen, or a job on behalf of one. */
export type Author = Pick<Caller, 'userId' | 'name' | 'siteIds' | 'scopeFor'>;

/** An entry of an edit before it is written down. */
export type NewEntry = Pick<EventEditRow, 'kind' | 'siteId' | 'segmentId' | 'startMs' | 'endMs' | 'content'> & { eventId?: string | null };

export interface Edit {
  action: EditAction;
  reason: string;
  entries: readonly NewEntry[];
  /** Events the caller is shown afterwards beside those that were placed. */
  eventIds: readonly string[];
  /** Other changes of the same transaction. */
  alsoDo?: (tx: Db) => Promise<void>;
}

/** Kinds that change when events are and what they mean. */
const PLACING: ReadonlySet<EditKind> = new Set(['rawEnd', 'assign', 'join', 'void', 'manual']);

/**
 * Writes an edit down, applies it to the stored events at once and marks the days for recalculation. Part of a transaction that also records who did it.
 *
 * @returns ids of the events it concerns, as they are now
 */
export async function performEdit(tx: Db, deps: EventDeps, caller: Author, edit: Edit): Promise<string[]> {
  const { action, reason, entries, eventIds, alsoDo } = edit;
  const nowMs = deps.now();
  const editId = randomUUID();
  const rows = entries.map((entry) => ({
    ...entry,
    eventId: entry.eventId ?? null,
    id: randomUUID(),
    editId,
    action,
    reason,
    userId: caller.userId,
    author: caller.name,
    atMs: nowMs,
  }));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx.insert(eventEdits).values(rows.slice(from, from + ROWS_PER_STATEMENT));
  await alsoDo?.(tx);
  const placed = await replaceTimelines(tx, deps, entries, nowMs);
  for (const [siteId, ofSite] of Map.groupBy(entries, (entry) => entry.siteId)) await announce(tx, deps, siteId, ofSite);
  await audit(
    tx,
    { actor: caller, nowMs },
    [...new Set(entries.map(({ siteId }) => siteId))].map((siteId) => ({
      action: `event.${action}`,
      entityType: 'event',
      entityId: eventIds[0] ?? placed[0] ?? editId,
      siteId,
      details: { editId, count: entries.filter((entry) => entry.siteId === siteId).length, ...(reason && { reason }) },
    })),
  );
  return [...new Set([...placed, ...eventIds])];
}

const ROWS_PER_STATEMENT = 2_000;

async function replaceTimelines(tx: Db, deps: EventDeps, entries: readonly NewEntry[], nowMs: number): Promise<string[]> {
  const ids: string[] = [];
  const placing = entries.filter((entry) => PLACING.has(entry.kind) || entry.kind === 'undo');
  for (const [siteId, ofSite] of Map.groupBy(placing, (entry) => entry.siteId)) {
    const periods = new Map<SegmentId, Period>();
    for (const { segmentId, startMs, endMs } of ofSite) {
      const known = periods.get(segmentId);
      periods.set(segmentId, { startMs: Math.min(known?.startMs ?? startMs, startMs), endMs: Math.max(known?.endMs ?? endMs, endMs) });
    }
    const events = await regroup(tx, deps, { siteId, periods });
    ids.push(...events.map(({ id }) => id));
    const { startMs, endMs } = boundsOf(ofSite);
    await markSiteDaysDirty(tx, { siteIds: [siteId], startMs, endMs, reason: 'edit', priority: PRIORITY.waiting, nowMs });
  }
  return ids;
}

async function announce(tx: Db, { bus, now }: EventDeps, siteId: SiteId, entries: readonly NewEntry[]): Promise<void> {
  const { startMs, endMs } = boundsOf(entries);
  await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'events', fromMs: startMs, toMs: endMs });
}

function boundsOf(entries: readonly Period[]): Period {
  return { startMs: Math.min(...entries.map((entry) => entry.startMs)), endMs: Math.max(...entries.map((entry) => entry.endMs)) };
}

/**
 * Events a command is about, locked until it ends.
 *
 * @throws AppError events.notFound, events.changed (with what changed, one issue per event), events.settled
 */
export async function claimEvents(
  tx: Db,
  caller: Author,
  seen: readonly { eventId: EventId; version: number }[],
  { changesTime = true }: { changesTime?: boolean } = {},
): Promise<GroupEventRow[]> {
  await tx.execute(
    sql`select from group_events where id = any(${sql.param(seen.map(({ eventId }) => eventId).sort())}::uuid[]) order by id for update`,
  );
  const rows: GroupEventRow[] = [];
  const issues: Issue[] = [];
  for (const { eventId, version } of seen) {
    const row = await getEventRow(tx, caller, eventId);
    if (row.version !== version || row.id !== eventId) issues.push(await changeOf(tx, eventId, row));
    rows.push(row);
  }
  if (issues.length > 0) throw new AppError('events.changed', { issues });
  if (changesTime) await assertOpen(tx, caller, rows);
  return rows;
}

/** @throws AppError events.settled for who may not correct settled periods */
export async function assertOpen(tx: Db, caller: Author, rows: readonly { siteId: SiteId; startMs: number }[]): Promise<void> {
  const mayCorrect = caller.scopeFor('LockPeriods');
  for (const siteId of new Set(rows.map((row) => row.siteId))) {
    if (mayCorrect.has(siteId)) continue;
    const [lock] = await tx
      .select({ lockedUntilMs: eventLocks.lockedUntilMs, timezone: sites.timezone })
      .from(eventLocks)
      .innerJoin(sites, eq(sites.id, eventLocks.siteId))
      .where(eq(eventLocks.siteId, siteId));
    if (lock && rows.some((row) => row.siteId === siteId && row.startMs < lock.lockedUntilMs))
      throw new AppError('events.settled', {
        values: { lockedUntil: new Date(lock.lockedUntilMs).toISOString(), timezone: lock.timezone ?? 'UTC' },
      });
  }
}

async function changeOf(tx: Db, eventId: EventId, { id }: GroupEventRow): Promise<Issue> {
  const [last] = await tx.select().from(eventEdits).where(eq(eventEdits.eventId, id)).orderBy(desc(eventEdits.sequence)).limit(1);
  const path = ['events', eventId];
  if (!last) return { level: 'error', path, message: 'EventLog_Changed_ByComputation' };
  return {
    level: 'error',
    path,
    message: 'EventLog_Changed_ByPerson',
    values: { author: last.author, at: new Date(last.atMs).toISOString(), action: last.action },
  };
}

/** The events as the caller sees them after a command. */
export async function showEvents(db: Db, caller: Author, ids: readonly string[]): Promise<Event[]> {
  const rows = await readShownEvents(db, caller, ids);
  return rows.map((row) => toEvent(row, caller));
}
