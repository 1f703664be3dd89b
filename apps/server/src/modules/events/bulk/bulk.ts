import { AppError } from '@solvane/contract/errors';
import { type BulkAction, bulkActionSchema, type EventSelection } from '@solvane/contract/event-commands';
import { type EventId, eventIdSchema, type JobId, siteIdSchema, type UserId } from '@solvane/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../db/db.ts';
import { eventJobRows, eventJobs, type GroupEventRow, groupEvents } from '../../../db/schema/events.ts';
import type { Caller } from '../../../http/caller.ts';
import { defineJob, type JobOutcome, type JobRun } from '../../../jobs/job.ts';
import { readPresentScope } from '../../access/users/user-scope.ts';
import { assertCommentLength, commentRow } from '../details/comments.ts';
import { acknowledgeRows } from '../edits/acknowledge-events.ts';
import { withMembers } from '../edits/event-rows.ts';
import { applyClassification, splitRows } from '../edits/events.commands.ts';
import { type Author, assertOpen, type EventDeps } from '../edits/perform-edit.ts';
import { eventConditions } from '../search/event-conditions.ts';

/** The scope is the one of the moment the work was asked for. */
export const bulkEventsJob = defineJob({
  kind: 'events.bulk',
  data: z.object({
    action: bulkActionSchema,
    reason: z.string(),
    author: z.string(),
    siteIds: z.array(siteIdSchema),
    /** Where settled periods may be corrected. */
    correctableSiteIds: z.array(siteIdSchema),
  }),
  maxSeconds: 3_600,
});

export interface BulkOrder {
  action: BulkAction;
  selection: EventSelection;
  reason: string;
}

/** One action touches at most as many events as a list may name. */
const LARGEST_SELECTION = 100_000;
/** Events of one transaction. */
const ROWS_AT_ONCE = 500;

interface BulkPreview {
  count: number;
  siteCount: number;
  deviceCount: number;
  durationMs: number;
  lostEnergyKwh: number | null;
  settledCount: number;
  timezones: string[];
}

/** What a bulk action would touch. @throws AppError events.splitRejected, events.commentTooLong, events.tooMany */
export async function previewBulk(db: Db, caller: Caller, { action, selection }: BulkOrder): Promise<BulkPreview> {
  assertAction(action);
  const chosen = await chosenEvents(db, caller, selection);
  const preview = await summarise(db, chosen);
  if (preview.count > LARGEST_SELECTION)
    throw new AppError('events.tooMany', { values: { count: preview.count, limit: LARGEST_SELECTION } });
  if (action.kind === 'split') await assertAllSplittable(db, chosen, preview, action.timesMs);
  return preview;
}

/** Takes the work on; the events are those that are chosen now. */
export async function startBulk(deps: EventDeps, caller: Caller, order: BulkOrder): Promise<{ jobId: JobId; count: number }> {
  const { count } = await previewBulk(deps.db, caller, order);
  return deps.db.transaction(async (tx) => {
    const chosen = await chosenEvents(tx, caller, order.selection);
    const jobId = await enqueueBulk(tx, deps, caller, order);
    await tx.execute(sql`insert into event_job_rows (job_id, event_id) select ${jobId}::uuid, id from (${chosen}) as chosen`);
    return { jobId, count };
  });
}

/** @throws AppError resource.notFound for work of another user */
export async function retryBulk(deps: EventDeps, caller: Caller, jobId: JobId): Promise<{ jobId: JobId; count: number }> {
  const { action } = await getBulk(deps.db, caller, jobId);
  return deps.db.transaction(async (tx) => {
    const nextId = await enqueueBulk(tx, deps, caller, { action, reason: '' });
    const { rowCount } = await tx.execute(sql`
      insert into event_job_rows (job_id, event_id) select ${nextId}::uuid, event_id from event_job_rows where job_id = ${jobId} and outcome = 'failed'`);
    return { jobId: nextId, count: rowCount ?? 0 };
  });
}

const SHOWN_ROWS = 1_000;

export async function bulkOutcome(db: Db, caller: Caller, jobId: JobId) {
  const { action } = await getBulk(db, caller, jobId);
  const { rows } = await db.execute<{ outcome: string | null; count: number }>(
    sql`select outcome, count(*)::int as count from event_job_rows where job_id = ${jobId} group by outcome`,
  );
  const countOf = (outcome: string | null) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  const shown = await db
    .select({ eventId: eventJobRows.eventId, outcome: eventJobRows.outcome, problem: eventJobRows.problem })
    .from(eventJobRows)
    .where(eq(eventJobRows.jobId, jobId))
    .orderBy(sql`case ${eventJobRows.outcome} when 'failed' then 0 when 'done' then 2 else 1 end`, eventJobRows.eventId)
    .limit(SHOWN_ROWS);
  return {
    action,
    done: countOf('done'),
    failed: countOf('failed'),
    waiting: countOf(null),
    rows: shown.map(({ eventId, outcome, problem }) => ({
      eventId: eventIdSchema.parse(eventId),
      outcome: outcome ?? ('waiting' as const),
      problem,
    })),
  };
}

async function getBulk(db: Db, caller: Pick<Caller, 'userId'>, jobId: JobId): Promise<{ action: BulkAction }> {
  const [job] = await db
    .select()
    .from(eventJobs)
    .where(and(eq(eventJobs.jobId, jobId), eq(eventJobs.userId, caller.userId)));
  if (!job) throw new AppError('resource.notFound');
  return { action: bulkActionSchema.parse(job.action) };
}

async function enqueueBulk(
  tx: Db,
  { jobs, now }: EventDeps,
  caller: Caller,
  { action, reason }: Pick<BulkOrder, 'action' | 'reason'>,
): Promise<JobId> {
  const jobId = await jobs.enqueue(
    tx,
    bulkEventsJob,
    { action, reason, author: caller.name, siteIds: [...caller.siteIds], correctableSiteIds: [...caller.scopeFor('LockPeriods')] },
    { userId: caller.userId, priority: 1 },
  );
  if (jobId === undefined) throw new RangeError('A job with a key of its own is always taken');
  await tx.insert(eventJobs).values({ jobId, userId: caller.userId, action, createdAtMs: now() });
  return jobId;
}

function assertAction(action: BulkAction): void {
  if (action.kind === 'comment') assertCommentLength(action.text);
}

/** Ids of the chosen events, as a query. */
export async function chosenEvents(db: Db, caller: Pick<Caller, 'siteIds'>, selection: EventSelection) {
  if ('eventIds' in selection)
    return sql`select id from group_events where id = any(${sql.param([...selection.eventIds])}::uuid[])
      and site_id = any(${sql.param([...caller.siteIds])}::text[])`;
  const { source, where } = await eventConditions(db, caller, selection.filter);
  return sql`select event.id from ${source} where ${where} and event.id <> all(${sql.param([...selection.exceptEventIds])}::uuid[])`;
}

async function summarise(db: Db, chosen: ReturnType<typeof sql>): Promise<BulkPreview> {
  const { rows } = await db.execute<
    Record<keyof BulkPreview, number> & { timezones: string[] | null; duration: number; energy: number | null }
  >(sql`
    select count(*)::int as count, count(distinct event.site_id)::int as "siteCount", count(distinct event.segment_id)::int as "deviceCount",
      coalesce(sum(event.end_ms - event.start_ms), 0)::double precision as duration, sum(event.lost_energy_kwh) as energy,
      (count(*) filter (where event.start_ms < lock.locked_until_ms))::int as "settledCount",
      array_agg(distinct coalesce(site.timezone, 'UTC')) as timezones
    from group_events as event join sites as site on site.id = event.site_id left join event_locks as lock on lock.site_id = event.site_id
    where event.id in (${chosen})`);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    siteCount: row?.siteCount ?? 0,
    deviceCount: row?.deviceCount ?? 0,
    durationMs: row?.duration ?? 0,
    lostEnergyKwh: row?.energy ?? null,
    settledCount: row?.settledCount ?? 0,
    timezones: row?.timezones ?? [],
  };
}

async function assertAllSplittable(
  db: Db,
  chosen: ReturnType<typeof sql>,
  { timezones, count }: BulkPreview,
  timesMs: readonly number[],
): Promise<void> {
  const rejected = (why: string) => new AppError('events.splitRejected', { values: { why } });
  if (timezones.length > 1) throw rejected('differentZones');
  const { rows } = await db.execute<{ latest: string | null; earliest: string | null }>(
    sql`select max(start_ms) as latest, min(end_ms) as earliest from group_events where id in (${chosen})`,
  );
  const [latestMs, earliestMs] = [Number(rows[0]?.latest ?? 0), Number(rows[0]?.earliest ?? 0)];
  if (count > 1 && latestMs >= earliestMs) throw rejected('noCommonInstant');
  if (count > 0 && timesMs.some((timeMs) => timeMs <= latestMs || timeMs >= earliestMs)) throw rejected('timeOutside');
  if (new Set(timesMs).size < timesMs.length) throw rejected('timeRepeated');
}

type BulkData = z.output<typeof bulkEventsJob.data>;

/** Does what is left to do, some events at a time: an interruption costs nothing that was done. */
export async function runBulk(deps: EventDeps, { jobId, userId, data, progress, signal }: JobRun<BulkData>): Promise<JobOutcome> {
  if (userId === undefined) throw new RangeError('Bulk work belongs to a user');
  const { count: total } = await countRows(deps.db, jobId, sql`true`);
  for (let left = total; left > 0; ) {
    signal.throwIfAborted();
    const rows = await nextRows(deps.db, jobId);
    if (rows.length === 0) break;
    await workOff(deps, await readAuthor(deps.db, userId, data), { jobId, data, rows });
    left -= rows.length;
    await progress(1 - left / total);
  }
  const { count: done } = await countRows(deps.db, jobId, sql`outcome = 'done'`);
  const failed = total - done;
  return { succeeded: done, failed, message: { key: messageOf(data.action, done, failed), values: { done, failed } } };
}

const FAILED: Readonly<Record<BulkAction['kind'], string>> = {
  acknowledge: 'EventLog_Acknowledge_Failed',
  unacknowledge: 'EventLog_Acknowledge_Failed',
  categorize: 'EventLog_Categorize_Failed',
  comment: 'EventLog_Comment_Failed',
  split: 'EventLog_Split_Failed',
  assignCode: 'EventLog_AssignCode_Failed',
};

function messageOf({ kind }: BulkAction, done: number, failed: number): string {
  if (failed === 0) return 'EventLog_Bulk_Done';
  return done === 0 ? FAILED[kind] : 'EventLog_Bulk_Partly';
}

async function countRows(db: Db, jobId: JobId, where: ReturnType<typeof sql>): Promise<{ count: number }> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from event_job_rows where job_id = ${jobId} and ${where}`,
  );
  return rows[0] ?? { count: 0 };
}

interface JobRow {
  eventId: EventId;
  /** undefined: it is gone. */
  row: GroupEventRow | undefined;
}

async function nextRows(db: Db, jobId: JobId): Promise<JobRow[]> {
  const rows = await db
    .select({ eventId: eventJobRows.eventId, row: groupEvents })
    .from(eventJobRows)
    .leftJoin(groupEvents, eq(groupEvents.id, eventJobRows.eventId))
    .where(and(eq(eventJobRows.jobId, jobId), sql`${eventJobRows.outcome} is null`))
    .orderBy(groupEvents.siteId, groupEvents.segmentId, groupEvents.startMs, eventJobRows.eventId)
    .limit(ROWS_AT_ONCE);
  return rows.map(({ eventId, row }) => ({ eventId: eventIdSchema.parse(eventId), row: row ?? undefined }));
}

interface WorkLot {
  jobId: JobId;
  data: BulkData;
  rows: readonly JobRow[];
}

/** All of a site at once; where that is refused one by one, so that each event has its own outcome. */
async function workOff(deps: EventDeps, author: Author, { jobId, data, rows }: WorkLot): Promise<void> {
  const outcomes = new Map<EventId, string | null>(rows.map(({ eventId }) => [eventId, 'events.notFound']));
  const isPlain = data.action.kind === 'acknowledge' || data.action.kind === 'unacknowledge';
  const known = rows.flatMap(({ row }) => (row && author.siteIds.has(row.siteId) ? [row] : []));
  const lots = isPlain ? [known] : [...Map.groupBy(known, ({ siteId }) => siteId).values()];
  for (const lot of lots) {
    if (lot.length === 0) continue;
    const problem = await attempt(deps, author, data, lot);
    for (const row of lot)
      outcomes.set(
        eventIdSchema.parse(row.id),
        problem === undefined ? null : lot.length === 1 ? problem : await attemptOne(deps, author, data, row),
      );
  }
  const done = [...outcomes].map(([id, problem]) => ({ id, problem }));
  await deps.db.execute(sql`
    update event_job_rows set outcome = case when done.problem is null then 'done' else 'failed' end, problem = done.problem
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as done (id uuid, problem text) where job_id = ${jobId} and event_id = done.id`);
}

async function attemptOne(deps: EventDeps, author: Author, data: BulkData, row: GroupEventRow): Promise<string | null> {
  return (await attempt(deps, author, data, [row])) ?? null;
}

/** Who does it, with what is left by now of the scope it was ordered for: rights may end between two lots. */
async function readAuthor(db: Db, userId: UserId, data: BulkData): Promise<Author> {
  const siteIds = await readPresentScope(db, { userId, permission: 'EditEvents' }, data.siteIds);
  const correctable = await readPresentScope(db, { userId, permission: 'LockPeriods' }, data.correctableSiteIds);
  return { userId, name: data.author, siteIds, scopeFor: (permission) => (permission === 'LockPeriods' ? correctable : siteIds) };
}

/** @returns why not; undefined: done */
async function attempt(deps: EventDeps, author: Author, data: BulkData, rows: readonly GroupEventRow[]): Promise<string | undefined> {
  try {
    await deps.db.transaction((tx) => perform(tx, deps, author, { data, rows }));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function perform(
  tx: Db,
  deps: EventDeps,
  author: Author,
  { data: { action, reason }, rows: listed }: { data: BulkData; rows: readonly GroupEventRow[] },
): Promise<void> {
  const ids = sql.param(listed.map(({ id }) => id).sort());
  const rows = await tx
    .select()
    .from(groupEvents)
    .where(sql`${groupEvents.id} = any(${ids}::uuid[])`)
    .orderBy(groupEvents.id)
    .for('update');
  if (rows.length < listed.length) throw new AppError('events.notFound');
  if (action.kind !== 'acknowledge' && action.kind !== 'unacknowledge' && action.kind !== 'comment') await assertOpen(tx, author, rows);
  switch (action.kind) {
    case 'acknowledge':
    case 'unacknowledge':
      await acknowledgeRows(tx, deps, author, { rows: await withMembers(tx, rows), reason, is: action.kind === 'acknowledge' });
      return;
    case 'categorize':
      await applyClassification(tx, deps, author, {
        rows,
        wanted: { category: action.category, type: action.type },
        reason,
        action: 'categorize',
      });
      return;
    case 'assignCode':
      await applyClassification(tx, deps, author, { rows, wanted: { code: action.code }, reason, action: 'assignCode' });
      return;
    case 'split':
      await splitRows(tx, deps, author, { rows, timesMs: action.timesMs, reason });
      return;
    case 'comment':
      for (const row of rows) await commentRow(tx, deps, author, { row, text: action.text, mentionedUserIds: [] });
  }
}
