import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';

/** Clocks of several machines differ by less. */
export const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Jobs that a clock wrote which has since been set back keep their delay, not their instant: otherwise a job of an hour ahead waits for an hour, and
 * schedules and checks of the queue do with it.
 */
export async function pullBackJobs({ db, now }: { db: Db; now: () => number }): Promise<void> {
  const present = sql`to_timestamp(${now()} / 1000.0)`;
  const limit = sql`to_timestamp(${now() + CLOCK_TOLERANCE_MS} / 1000.0)`;
  await db.execute(sql`
    update pgboss.job set start_after = ${present} + greatest(interval '0', start_after - created_on), created_on = ${present}
    where state in ('created', 'retry') and created_on > ${limit}`);
  await db.execute(sql`update pgboss.job set heartbeat_on = ${present} where state = 'active' and heartbeat_on > ${limit}`);
  await db.execute(sql`update pgboss.version set cron_on = ${present} where cron_on > ${limit}`);
  await db.execute(sql`
    update pgboss.queue set monitor_on = least(monitor_on, ${present}), monitor_claim_on = least(monitor_claim_on, ${present}),
      maintain_on = least(maintain_on, ${present})
    where greatest(monitor_on, monitor_claim_on, maintain_on) > ${limit}`);
}
