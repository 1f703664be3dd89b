import type { SiteId, UserId } from '@solvane/contract/ids';
import type { Job, StreamMessage } from '@solvane/contract/system';
import { and, asc, desc, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { notices, recomputationSites, siteChanges, userJobs } from '../../db/schema/jobs.ts';

export interface TimedMessage {
  atMs: number;
  message: StreamMessage;
}

/** Whose messages: what belongs to the user, and what concerns the sites in scope. */
export interface Recipient {
  userId: UserId;
  /** undefined: a narrowed credential, which hears of sites alone. */
  ownerId: UserId | undefined;
  isProvider: boolean;
  siteIds: ReadonlySet<SiteId>;
}

const LISTED_DAYS = 7;
const LISTED_JOBS = 200;
/** Own ones, and recalculations of sites that are all in scope. Work of the system has no user: provider staff sees it. */
const seenJobs = ({ ownerId, isProvider, siteIds }: Recipient) =>
  or(
    ownerId === undefined ? undefined : eq(userJobs.userId, ownerId),
    isProvider ? isNull(userJobs.userId) : undefined,
    and(isRecalculation(), not(concernsOthers(siteIds))),
  );

/** Of sites that are still there. */
const isRecalculation = () => sql`exists (select 1 from ${recomputationSites} where ${recomputationSites.jobId} = ${userJobs.id})`;
const concernsOthers = (siteIds: ReadonlySet<SiteId>) => sql`exists (
  select 1 from ${recomputationSites} where ${recomputationSites.jobId} = ${userJobs.id}
    and ${recomputationSites.siteId} <> all(${sql.param([...siteIds])}::text[]))`;

/** Newest first. */
export async function listJobs(db: Db, recipient: Recipient, nowMs: number): Promise<Job[]> {
  const rows = await db
    .select()
    .from(userJobs)
    .where(and(seenJobs(recipient), gt(userJobs.createdAtMs, nowMs - LISTED_DAYS * 86_400_000)))
    .orderBy(desc(userJobs.createdAtMs))
    .limit(LISTED_JOBS);
  return rows.map(toJob);
}

export async function findJobMessage(db: Db, jobId: Job['jobId']): Promise<TimedMessage | undefined> {
  const [row] = await db.select().from(userJobs).where(eq(userJobs.id, jobId));
  return row && { atMs: row.updatedAtMs, message: { type: 'job', job: toJob(row) } };
}

/** Who is notified of a recalculation besides the user who started it: those who see all of its sites. undefined: it is gone. */
export async function findJobRecipients(db: Db, jobId: Job['jobId']): Promise<((recipient: Recipient) => boolean) | undefined> {
  const [job] = await db.select({ userId: userJobs.userId }).from(userJobs).where(eq(userJobs.id, jobId));
  if (!job) return undefined;
  const rows = await db.select({ siteId: recomputationSites.siteId }).from(recomputationSites).where(eq(recomputationSites.jobId, jobId));
  return ({ ownerId, siteIds }) => ownerId === job.userId || (rows.length > 0 && rows.every(({ siteId }) => siteIds.has(siteId)));
}

export async function findNoticeMessage(db: Db, noticeId: string): Promise<TimedMessage | undefined> {
  const [row] = await db.select().from(notices).where(eq(notices.id, noticeId));
  return row && toNotice(row);
}

/** What a recipient has missed since an instant, oldest first. Each kind is found by its time index. */
export async function listMissed(db: Db, recipient: Recipient, sinceMs: number): Promise<TimedMessage[]> {
  const noticeRows =
    recipient.ownerId === undefined
      ? []
      : await db
          .select()
          .from(notices)
          .where(and(eq(notices.userId, recipient.ownerId), gt(notices.atMs, sinceMs)))
          .orderBy(asc(notices.atMs));
  const jobRows = await db
    .select()
    .from(userJobs)
    .where(and(seenJobs(recipient), gt(userJobs.updatedAtMs, sinceMs)));
  const changeRows =
    recipient.siteIds.size === 0
      ? []
      : await db
          .select()
          .from(siteChanges)
          .where(and(inArray(siteChanges.siteId, [...recipient.siteIds]), gt(siteChanges.atMs, sinceMs)));
  return [
    ...noticeRows.map(toNotice),
    ...jobRows.map((row): TimedMessage => ({ atMs: row.updatedAtMs, message: { type: 'job', job: toJob(row) } })),
    ...changeRows.map(({ atMs, ...change }): TimedMessage => ({ atMs, message: { type: 'site-changed', ...change } })),
  ].sort((left, right) => left.atMs - right.atMs);
}

function toNotice(row: typeof notices.$inferSelect): TimedMessage {
  return {
    atMs: row.atMs,
    message: { type: 'notice', noticeId: row.id, kind: row.kind, message: row.messageKey, values: row.messageValues, atMs: row.atMs },
  };
}

function toJob(row: typeof userJobs.$inferSelect): Job {
  return {
    jobId: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    createdAtMs: row.createdAtMs,
    finishedAtMs: row.finishedAtMs,
    succeeded: row.succeededCount,
    failed: row.failedCount,
    fileId: row.fileId,
    message: row.messageKey === null ? null : { key: row.messageKey, values: row.messageValues },
  };
}
