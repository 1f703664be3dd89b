import type { Enterprise } from '@solvane/contract/fleet';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';

/** Enterprises the caller belongs to, and the owners of sites the caller's enterprises contract for. Provider staff see all. */
export async function listEnterprises(db: Db, caller: Caller): Promise<Enterprise[]> {
  const { rows } = await db.execute<Enterprise & Record<string, unknown>>(
    sql`select id, name from enterprises where ${isVisible(caller)} order by lower(name), id`,
  );
  return rows;
}

function isVisible(caller: Caller): SQL {
  if (caller.isProvider) return sql`true`;
  const own = caller.memberships.map(({ enterpriseId }) => enterpriseId);
  return sql`(id = any(${sql.param(own)}::text[]) or id in (select enterprise_id from sites where id = any(${sql.param([...caller.siteIds])}::text[])))`;
}
