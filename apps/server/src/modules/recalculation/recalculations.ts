import { randomUUID } from 'node:crypto';
import { type JobId, jobIdSchema, type SiteId, type UserId } from '@solvane/contract/ids';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { publishMessage } from '../../db/message-bus.ts';
import { recomputations, userJobs } from '../../db/schema/jobs.ts';
import { JOB_CHANGED_CHANNEL } from '../../jobs/job-progress.ts';
import type { ConfigurationReason } from './configuration-changes.ts';

const RECALCULATION_KIND = 'configuration.recompute';

interface Recalculation {
  userId: UserId;
  /** What was configured, or that a user requested it. */
  reason: ConfigurationReason | 'request';
  siteIds: readonly SiteId[];
  /** When its days were marked: the first and the last instant of it. */
  markedFromMs: number;
  markedUntilMs: number;
}

const MESSAGES: Readonly<Record<Recalculation['reason'], string>> = {
  quality: 'Recomputation_Job_quality',
  models: 'Recomputation_Job_models',
  eventCodes: 'Recomputation_Job_eventCodes',
  contracts: 'Recomputation_Job_contracts',
  request: 'Recomputation_Job_request',
};

/** Records that days wait for a saved configuration, or for a request, in the transaction that marks them. Nothing where no day waits. */
export async function beginRecalculation(tx: Db, { userId, reason, siteIds, markedFromMs, markedUntilMs }: Recalculation): Promise<void> {
  const { rows } = await tx.execute<{ site_id: string; days: number }>(sql`
    select site_id, count(*)::int as days from dirty_site_days
    where site_id = any(${sql.param([...new Set(siteIds)])}::text[]) and reason = ${reason === 'request' ? 'request' : 'configuration'}
      and marked_at_ms between ${markedFromMs} and ${markedUntilMs}
    group by site_id order by site_id`);
  const days = rows.reduce((sum, row) => sum + row.days, 0);
  if (days === 0) return;
  const jobId = jobIdSchema.parse(randomUUID());
  await tx.insert(userJobs).values({
    id: jobId,
    userId,
    kind: RECALCULATION_KIND,
    progress: 0,
    messageKey: MESSAGES[reason],
    messageValues: { sites: rows.length, days },
    createdAtMs: markedFromMs,
    updatedAtMs: markedUntilMs,
  });
  await tx.insert(recomputations).values({ jobId, markedFromMs, markedUntilMs, totalDays: days });
  await tx.execute(sql`
    insert into recomputation_sites (job_id, site_id, left_days)
    select ${jobId}::uuid, * from unnest(${sql.param(rows.map((row) => row.site_id))}::text[], ${sql.param(rows.map((row) => row.days))}::integer[])`);
  await announce(tx, { jobId, userId });
}

/** Days of a site were calculated, or failed: the progress of the recalculations that include them. */
export async function reportRecalculations(tx: Db, siteId: SiteId, nowMs: number): Promise<void> {
  const { rows: waiting } = await tx.execute<{ job_id: JobId }>(sql`
    update recomputation_sites set left_days = now_left.days, failed_days = now_left.failed
    from (
      select waits.job_id, count(dirty.day) filter (where dirty.failures = 0)::int as days, count(dirty.day) filter (where dirty.failures > 0)::int as failed
      from recomputation_sites waits
        join recomputations using (job_id)
        left join dirty_site_days dirty on dirty.site_id = waits.site_id and dirty.marked_at_ms between marked_from_ms and marked_until_ms
      where waits.site_id = ${siteId} and waits.left_days > 0
      group by waits.job_id
    ) now_left
    where recomputation_sites.job_id = now_left.job_id and recomputation_sites.site_id = ${siteId}
    returning recomputation_sites.job_id`);
  for (const { job_id: jobId } of inOneOrder(waiting)) await update(tx, jobId, nowMs);
}

/** Sites are about to be deleted: no recalculation waits for their days any longer. */
export async function leaveOutOfRecalculations(tx: Db, siteIds: readonly SiteId[], nowMs: number): Promise<void> {
  if (siteIds.length === 0) return;
  const { rows: shorter } = await tx.execute<{ job_id: JobId }>(sql`
    with gone as (
      delete from recomputation_sites where site_id = any(${sql.param([...siteIds])}::text[])
        and job_id in (select job_id from recomputation_sites where left_days > 0)
      returning job_id, left_days + failed_days as days
    ), less as (select job_id, sum(days)::int as days from gone group by job_id)
    update recomputations set total_days = total_days - less.days from less where recomputations.job_id = less.job_id
    returning recomputations.job_id`);
  for (const { job_id: jobId } of inOneOrder(shorter)) await update(tx, jobId, nowMs);
}

/** Computations of several sites end at once. */
function inOneOrder(jobs: readonly { job_id: JobId }[]): { job_id: JobId }[] {
  return jobs.toSorted((left, right) => (left.job_id < right.job_id ? -1 : 1));
}

async function update(tx: Db, jobId: JobId, nowMs: number): Promise<void> {
  // First the row that all of them change: what is counted after it is what the others have left.
  const [job] = await tx.select({ userId: userJobs.userId }).from(userJobs).where(eq(userJobs.id, jobId)).for('update');
  if (!job?.userId) return;
  const { rows } = await tx.execute<{ left_days: number; failed_days: number; total_days: number }>(sql`
    select coalesce(sum(left_days), 0)::int as left_days, coalesce(sum(failed_days), 0)::int as failed_days, total_days
    from recomputations left join recomputation_sites using (job_id) where job_id = ${jobId} group by total_days`);
  const [sums] = rows;
  if (!sums) return;
  const { left_days: left, failed_days: failed, total_days: total } = sums;
  const isDone = left === 0;
  await tx
    .update(userJobs)
    .set({
      state: isDone ? 'succeeded' : 'running',
      progress: isDone ? 1 : 1 - left / total,
      updatedAtMs: nowMs,
      ...(isDone && { finishedAtMs: nowMs, succeededCount: total - failed, failedCount: failed }),
    })
    .where(eq(userJobs.id, jobId));
  await announce(tx, { jobId, userId: job.userId });
}

async function announce(tx: Db, job: { jobId: JobId; userId: UserId }): Promise<void> {
  await publishMessage(tx, JOB_CHANGED_CHANNEL, { ...job, isShared: true });
}
