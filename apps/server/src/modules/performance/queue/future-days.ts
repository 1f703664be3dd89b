import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { dirtySiteDays, siteComputations } from '../../../db/schema/site-days.ts';
import { CLOCK_TOLERANCE_MS } from '../../../jobs/future-times.ts';
import { LEASE_MS } from './claims.ts';

/** Days and leases that a clock wrote which has since been set back: they keep their delay, not their instant. */
export async function pullBackDays({ db, now }: { db: Db; now: () => number }): Promise<void> {
  const nowMs = now();
  const limitMs = nowMs + CLOCK_TOLERANCE_MS;
  await db.transaction(async (tx) => {
    // The site's row first, here as everywhere.
    await tx.execute(sql`
      update ${siteComputations} set recent_due_at_ms = least(recent_due_at_ms, ${nowMs}), history_due_at_ms = least(history_due_at_ms, ${nowMs}),
        history_since_ms = least(history_since_ms, ${nowMs})
      where site_id in (select site_id from ${dirtySiteDays} where marked_at_ms > ${limitMs})`);
    await tx.execute(sql`update ${siteComputations} set lease_until_ms = ${nowMs + LEASE_MS} where lease_until_ms > ${limitMs + LEASE_MS}`);
    await tx.execute(sql`
      update ${dirtySiteDays} set due_at_ms = ${nowMs} + greatest(0, due_at_ms - marked_at_ms), marked_at_ms = ${nowMs}
      where marked_at_ms > ${limitMs}`);
  });
}
