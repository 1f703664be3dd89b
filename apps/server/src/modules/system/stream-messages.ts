import type { SiteId, UserId } from '@solvane/contract/ids';
import type { Job, StreamMessage } from '@solvane/contract/system';
import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { notices, siteChanges, userJobs } from '../../db/schema/jobs.ts';

export interface TimedMessage {
  atMs: number;
  message: StreamMessage;
}

/** Whose messages: what belongs to the user, and what concerns the sites in scope. */
export interface Recipient {
  userId: UserId;
  isProvider: boolean;
  siteIds: ReadonlySet<SiteId>;
}

const LISTED_DAYS = 7;
const LISTED_JOBS = 200;
/** Work of the system has no user: provider staff sees it. */
const ownJobs = ({ userId, isProvider }: Pick<Recipient, 'userId' | 'isProvider'>) =>
  isProvider ? or(eq(userJobs.userId, userId), isNull(userJobs.userId)) : eq(userJobs.userId, userId);

/** Newest first. Index: user_jobs (user_id, created_at_ms). */
export async function listJobs(db: Db, recipient: Pick<Recipient, 'userId' | 'isProvider'>, nowMs: number): Promise<Job[]> {
  const rows = await db
    .select()
    .from(userJobs)
    .where(and(ownJobs(recipient), gt(userJobs.createdAtMs, nowMs - LISTED_DAYS * 86_400_000)))
    .orderBy(desc(userJobs.createdAtMs))
    .limit(LISTED_JOBS);
  return rows.map(toJob);
}

export async function findJobMessage(db: Db, jobId: Job['jobId']): Promise<TimedMessage | undefined> {
  const [row] = await db.select().from(userJobs).where(eq(userJobs.id, jobId));
  return row && { atMs: row.updatedAtMs, message: { type: 'job', job: toJob(row) } };
}

export async function findNoticeMessage(db: Db, noticeId: string): Promise<TimedMessage | undefined> {
  const [row] = await db.select().from(notices).where(eq(notices.id, noticeId));
  return row && toNotice(row);
}

/** What a recipient has missed since an instant, oldest first. Each kind is found by its time index. */
export async function listMissed(db: Db, recipient: Recipient, sinceMs: number): Promise<TimedMessage[]> {
  const noticeRows = await db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, recipient.userId), gt(notices.atMs, sinceMs)))
    .orderBy(asc(notices.atMs));
  const jobRows = await db
    .select()
    .from(userJobs)
    .where(and(ownJobs(recipient), gt(userJobs.updatedAtMs, sinceMs)));
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
