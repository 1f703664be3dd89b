import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

/** Lets a contract begin in December, with a computed and locked day of it that would come to something else now. */
export async function addMonthOf(db: Db, contractId: string): Promise<void> {
  await db.execute(sql`update contract_configurations set valid_from = '2025-12-31' where id = ${contractId}`);
  await db.execute(sql`
    insert into site_days (site_id, day, computed_at_ms, horizon_ms, configuration_hash, detected, evidence, availability, account)
    select site_id, '2025-12-31', computed_at_ms, horizon_ms, '', '[]', '{}', availability, account from site_days where day = '2026-01-14'`);
  await db.execute(sql`
    insert into contract_months (contract_id, site_id, month, content, locked_by, locked_at_ms, seen_stamp, seen_views)
    select ${contractId}, site_id, '2025-12-01', jsonb_build_object('terms', (select content from contract_configurations where id = ${contractId}),
      'days', 1, 'missingDays', 0, 'views', availability, 'account', account), 'Maria', 1, 7, '[]' from site_days where day = '2026-01-13'`);
}
