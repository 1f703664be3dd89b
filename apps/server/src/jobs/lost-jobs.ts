import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Db } from '../db/db.ts';
import { publishMessage } from '../db/message-bus.ts';
import { JOB_CHANGED_CHANNEL } from './job-progress.ts';

interface ActiveJob {
  name: string;
  id: string;
  [column: string]: unknown;
}

/** Has the jobs of a process that is gone done again at once: nothing else but it could have run them. */
export async function releaseActiveJobs(db: Db, queue: PgBoss): Promise<void> {
  const { rows } = await db.execute<ActiveJob>(sql`select name, id from pgboss.job where state = 'active'`);
  for (const [name, jobs] of Map.groupBy(rows, (row) => row.name))
    await queue.fail(
      name,
      jobs.map(({ id }) => id),
      { message: 'the process ended' },
    );
}

/** A job that died with its process on the last try has failed, whatever its user was last shown. */
export async function failLostJobs({ db, now }: { db: Db; now: () => number }): Promise<void> {
  const { rows } = await db.execute<{ jobId: string; userId: string }>(sql`
    update user_jobs set state = 'failed', finished_at_ms = ${now()}, updated_at_ms = ${now()}
    where state in ('queued', 'running')
      and not exists (select from pgboss.job where job.id = user_jobs.id and job.state in ('created', 'retry', 'active'))
    returning id as "jobId", user_id as "userId"`);
  for (const job of rows) await publishMessage(db, JOB_CHANGED_CHANNEL, job);
}
