import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import type { ComputationProgress, performanceEndpoints } from '@solvane/contract/performance';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { sites } from '../../db/schema/fleet.ts';
import { dirtySiteDays, siteComputations, siteDays } from '../../db/schema/site-days.ts';
import type { Caller } from '../../http/caller.ts';

/** More of them have the same reason. */
const FAILED_SHOWN = 20;

/** State of computation per site in scope, by name. */
export async function readProgress(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  nowMs: number,
): Promise<ResponseOf<typeof performanceEndpoints.progress>> {
  const siteIds = [...caller.siteIds];
  const rows = await db
    .select({ siteId: sites.id, doneDays: siteComputations.doneDays, leaseUntilMs: siteComputations.leaseUntilMs })
    .from(sites)
    .leftJoin(siteComputations, eq(siteComputations.siteId, sites.id))
    .where(isOneOf(sites.id, siteIds))
    .orderBy(sql`lower(${sites.name})`, asc(sites.id));
  const waiting = await db
    .select({ siteId: dirtySiteDays.siteId, days: sql<number>`count(*)::int` })
    .from(dirtySiteDays)
    .where(isOneOf(dirtySiteDays.siteId, siteIds))
    .groupBy(dirtySiteDays.siteId);
  const computed = await db
    .select({
      siteId: siteDays.siteId,
      lastComputedMs: sql<number>`max(${siteDays.computedAtMs})::float8`,
      firstDay: sql<string>`min(${siteDays.day})::text`,
      lastDay: sql<string>`max(${siteDays.day})::text`,
    })
    .from(siteDays)
    .where(isOneOf(siteDays.siteId, siteIds))
    .groupBy(siteDays.siteId);
  const failed = await readFailed(db, siteIds);
  const waitingBySite = new Map(waiting.map(({ siteId, days }) => [siteId, days]));
  const computedBySite = new Map(computed.map((row) => [row.siteId, row]));
  return {
    nowMs,
    items: rows.map(({ siteId, doneDays, leaseUntilMs }): ComputationProgress => {
      const waitingDays = waitingBySite.get(siteId) ?? 0;
      const known = computedBySite.get(siteId);
      return {
        siteId,
        waitingDays,
        share: waitingDays === 0 ? null : (doneDays ?? 0) / ((doneDays ?? 0) + waitingDays),
        isComputing: leaseUntilMs !== null && leaseUntilMs > nowMs,
        lastComputedMs: known?.lastComputedMs ?? null,
        firstDay: known?.firstDay ?? null,
        lastDay: known?.lastDay ?? null,
        failed: failed.get(siteId) ?? [],
      };
    }),
  };
}

/** Index: dirty_site_days_failed. */
async function readFailed(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, ComputationProgress['failed']>> {
  const rows = await db
    .select()
    .from(dirtySiteDays)
    .where(and(isOneOf(dirtySiteDays.siteId, siteIds), gt(dirtySiteDays.failures, 0)))
    .orderBy(asc(dirtySiteDays.siteId), asc(dirtySiteDays.day));
  const bySite = new Map<SiteId, ComputationProgress['failed']>();
  for (const { siteId, day, failures, error, dueAtMs } of rows) {
    const ofSite = bySite.get(siteId) ?? [];
    bySite.set(siteId, ofSite);
    if (ofSite.length < FAILED_SHOWN) ofSite.push({ day, failures, error: error ?? '', retryAtMs: dueAtMs });
  }
  return bySite;
}
